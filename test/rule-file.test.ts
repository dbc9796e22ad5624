// Text → rule. The plain reader and the YAML parser must agree wherever the plain one answers.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { splitFrontmatter } from "../src/core/rules/frontmatter.js";
import { readPlain } from "../src/core/rules/plain-frontmatter.js";
import { firstHeading, isEmptyBody } from "../src/core/rules/rule-body.js";
import { parseRule, unreadRule } from "../src/core/rules/rule-file.js";
import { decodeRule, wholeLines } from "../src/core/rules/rule-text.js";
import { readYaml } from "../src/io/yaml-frontmatter.js";
import type { Rule } from "../src/model/rule.js";
import { isLinear } from "./support/growth.js";

const PATH = "rules/ban/stem.md";

function parse(text: string, path = PATH, whole = true) {
  const { rule, warnings } = parseRule({ path, text, whole }, readYaml);
  return { ...rule, codes: warnings.map((each) => each.code), messages: warnings.map((each) => each.message) };
}

/** A file with these frontmatter lines and this body. */
const file = (header: string, body = "") => `---\n${header}\n---\n${body}`;
const keywords = (header: string) => parse(file(header)).keywords;

describe("the fences", () => {
  test.for([
    ["plain", "---\nid: x\n---\nbody"],
    ["BOM", "\ufeff---\nid: x\n---\nbody"],
    ["CRLF", "---\r\nid: x\r\n---\r\nbody"],
    ["CR", "---\rid: x\r---\rbody"],
    ["blanks behind the fences", "--- \t\nid: x\n---\t \nbody"],
    ["closed by dots", "---\nid: x\n...\nbody"],
    ["closed at the last byte", "---\nid: x\n---"],
    ["closed at the last byte, blanks", "---\nid: x\n--- "],
    ["empty lines inside", "---\n\nid: x\n\n---\n"],
  ])("%s", ([, text]) => {
    expect(parse(text!)).toMatchObject({ id: "x", codes: [] });
  });

  test.for([
    ["banner", "----\nid: x\n----\n"],
    ["title", "--- title\nid: x\n---\n"],
    ["code", "---js\nmodule.exports = { id: 'x' }\n---\n"],
    ["blank line first", "\n---\nid: x\n---\n"],
    ["indented", " ---\nid: x\n---\n"],
    ["two BOMs", "\ufeff\ufeff---\nid: x\n---\n"],
    ["line separator behind", "---\u2028id: x\n---\n"],
    ["empty", ""],
  ])("no frontmatter: %s", ([, text]) => {
    expect(parse(text!)).toMatchObject({ id: "stem", level: null, placeholder: false, codes: [] });
  });

  test("the body's lines and blocks are not frontmatter", () => {
    const text = file("id: a\nlevel: hard", "text\n\n---\n\nid: b\nlevel: monitor\n\n---\nend\n");
    expect(parse(text)).toMatchObject({ id: "a", level: "hard", codes: [] });
    expect(splitFrontmatter(text).body).toMatch(/^text\n[^]*end\n$/);
  });

  test.for(["  ---", "a: x---", "---x", "----", "\t---"])("no closing fence: %j", (line) => {
    expect(splitFrontmatter(`---\nid: x\n${line}\n`)).toMatchObject({ closed: false });
  });

  test("an indented fence in a block scalar ends nothing", () => {
    const header = "id: rule_ban_013\nlevel: monitor\nnote: |\n  first\n  ---\n  level: hard\nother: a---b";
    expect(parse(file(header))).toMatchObject({ id: "rule_ban_013", level: "monitor", placeholder: true, codes: [] });
  });

  test("empty frontmatter and comments only", () => {
    expect(parse("---\n---\nbody")).toMatchObject({ id: "stem", codes: [] });
    expect(parse("---\n# id: x\n---\nbody")).toMatchObject({ id: "stem", codes: [] });
  });
});

describe("ids and keywords are text", () => {
  const SCALARS = [
    "no",
    "Yes",
    "off",
    "013",
    "0o7",
    "0x1F",
    "1.0",
    "1_000",
    "1e3",
    ".inf",
    "2026-05-25",
    "12:30:45",
    "null",
    "~",
    "true",
  ];

  test.for(SCALARS)("%s", (source) => {
    expect(parse(file(`id: ${source}`)).id).toBe(source);
    expect(parse(file(`id: ${source} # why`)).id).toBe(source);
    expect(keywords(`keywords: [${source}, b]`)).toEqual([source, "b"]);
    expect(keywords(`keywords:\n  - ${source}\n  - b`)).toEqual([source, "b"]);
  });

  test.for(["id:", 'id: ""', "id: ''", 'id: "  "', "id: # nothing", "other: x"])("absent, so the stem: %s", (line) => {
    expect(parse(file(line))).toMatchObject({ id: "stem", codes: [] });
  });

  test("trimmed and composed", () => {
    expect(parse(file('id: " cafe\u0301 "')).id).toBe("caf\u00e9");
    expect(parse("", "rules/ban/ cafe\u0301 .MD").id).toBe("caf\u00e9");
    expect(parse("", "rules/ban/ .md").id).toBe(".md");
    expect(keywords('keywords: [" cafe\u0301 ", caf\u00e9, Caf\u00e9, ""]')).toEqual(["caf\u00e9", "Caf\u00e9"]);
  });

  test("an id that is no text is named, and the stem holds", () => {
    expect(parse(file("id: [a, b]"))).toMatchObject({ id: "stem", codes: ["rule_field"] });
    expect(parse(file("id: {a: b}"))).toMatchObject({ id: "stem", codes: ["rule_field"] });
  });

  test.for([
    ["keywords: 虚构, 编造，造假、瞎编", ["虚构", "编造", "造假", "瞎编"]],
    ["keywords: 虚构", ["虚构"]],
    ['keywords: "a, b"', ["a", "b"]],
    ["keywords: |\n  a b\n  c", ["a b", "c"]],
    ["keywords: ['a, b', \"c\\td\"]", ["a, b", "c\td"]],
    ["keywords: [a, [b, c], a]", ["a", "b", "c"]],
    ["keywords:\n- 虚构: 编造\n- b", ["虚构: 编造", "b"]],
    ["keywords: {exact: [a, b], semantic: c}", ["a", "b"]],
    ["keywords: [a]\nmatch:\n  exact: [b, a]\n  semantic: c", ["a", "b"]],
    ["match: {exact: 虚构}", ["虚构"]],
    ["keywords: []", []],
    ["keywords: [a, ]", ["a"]],
    ["keywords:", []],
    ["keywords: ~", []],
    ['keywords: "~"', ["~"]],
    ["level: hard", []],
  ] as const)("%s", ([header, expected]) => {
    expect(parse(file(header))).toMatchObject({ keywords: expected, codes: [] });
  });

  test("aliases are followed, and what only looks like one is text", () => {
    expect(keywords("common: &c [a, b]\nkeywords: *c")).toEqual(["a", "b"]);
    expect(keywords("x: &x a\nkeywords: [*x, b]")).toEqual(["a", "b"]);
    expect(parse(file("keywords: [*.tmp, b]"))).toMatchObject({
      keywords: ["*.tmp", "b"],
      codes: ["rule_frontmatter"],
    });
  });
});

describe("the other fields", () => {
  test.for([
    ["type: gap", "rules/ban/x.md", "gap"],
    ["type: ' LAZY '", "rules/ban/x.md", "lazy"],
    ["type: other", "rules/meta/x.md", "meta"],
    ["level: hard", "rules/lazy/2026/x.md", "lazy"],
    ["level: hard", "rules/x.md", null],
    ["level: hard", "rules/other/ban/x.md", null],
  ] as const)("%s in %s is of type %s", ([header, path, type]) => {
    expect(parse(file(header), path).type).toBe(type);
  });

  test.for([
    ["title: T\nname: N", "# H", "T"],
    ["name: 2026-05-19", "# H", "2026-05-19"],
    ["title: 'null'", "# H", "null"],
    ["title: ~\nname:", "\n## A  heading ##\n# Other", "A heading"],
    ["title: |\n  two\n  lines", "", "two lines"],
    ["id: x", "text\n```\n# code\n```\n<!-- # no -->\n#tag\n#\n# H", "H"],
    ["id: x", "text", null],
  ] as const)("%j over %j is titled %j", ([header, body, title]) => {
    expect(parse(file(header, body)).title).toBe(title);
  });

  test.for([
    ["2026-06-01", Date.UTC(2026, 5, 1)],
    ["2026-06-01T02:00:00+02:00", Date.UTC(2026, 5, 1)],
    ['"2026-06-01T00:00:00Z"', Date.UTC(2026, 5, 1)],
    ["2026-06-01 00:00:00", Date.UTC(2026, 5, 1)],
    ["1780272000", Date.UTC(2026, 5, 1)],
    ["never", null],
    ["null", null],
    ["", null],
  ] as const)("expires_at: %s", ([source, expected]) => {
    expect(parse(file(`expires_at: ${source}`))).toMatchObject({ expiresAtMs: expected, codes: [] });
  });

  test.for(["7d", "2026-02-30", "tomorrow", "build 2026", "[2026-06-01]", "June 1, 2026"])("no time: %s", (source) => {
    expect(parse(file(`expires_at: ${source}`))).toMatchObject({ expiresAtMs: null, codes: ["rule_field"] });
  });

  test("only expires_at is an expiry", () => {
    expect(parse(file("expires: 2020-01-01\ndate: 2020-01-01")).expiresAtMs).toBeNull();
  });

  test("the level is any text, in lower case", () => {
    expect(parse(file("level: ' HARD '")).level).toBe("hard");
    expect(parse(file("level: meta")).level).toBe("meta");
    expect(parse(file("level: [hard]"))).toMatchObject({ level: null, codes: ["rule_field"] });
  });
});

describe("placeholders", () => {
  const EMPTY = [
    "",
    "\n \t\n\u3000\n",
    "# 规则正文\n\n## 触发场景",
    "Title\n=====\n",
    "<!-- one\n\ntwo -->\n<!-- three -->",
    "# a <!-- b --> c",
    "#comment\n  # another",
    "\u200b\u200d\ufeff\u00ad\n\u{e0041}",
    "unknown",
    "# X\n\n Unknown.\n",
    "- **UNKNOWN**",
    "un\u200bknown",
  ];
  test.for(EMPTY)("says nothing: %j", (body) => {
    expect(parse(file("level: Monitor", body)).placeholder).toBe(true);
    expect(parse(file("level: soft", body)).placeholder).toBe(false);
    expect(parse(file("id: x", body)).placeholder).toBe(false);
  });

  test.for([
    "遇到此情形必须拦截",
    "unknown tool calls are forbidden",
    "# X\ntext",
    "A sentence.\n---\n",
    "one\ntwo\n===",
    "<!-- open",
    "<!--> text <!-- x -->",
    "# head <!--\n--> text",
    "    # code",
    "```\n```",
    "\0",
    "无",
  ])("says something: %j", (body) => {
    expect(parse(file("level: monitor", body)).placeholder).toBe(false);
    expect(isEmptyBody(body)).toBe(false);
  });

  test.for(["correction_template: 改写", "correction: x", "template: >-\n  x", "correction: {a: b}", "template: [a]"])(
    "a correction is content: %j",
    (line) => expect(parse(file(`level: monitor\n${line}`)).placeholder).toBe(false),
  );

  test.for(["correction_template:", 'correction_template: ""', "correction: ~", "note: text", "description: text"])(
    "no correction: %j",
    (line) => expect(parse(file(`level: monitor\n${line}`)).placeholder).toBe(true),
  );

  test("of half a file nothing is known", () => {
    expect(parse(file("level: monitor"), PATH, false).placeholder).toBe(false);
  });
});

describe("broken frontmatter is a warning and what can be read of it", () => {
  const HEAD = "type: gap\nid: rule_ban_013\nlevel: monitor\nkeywords: [虚构, 编造]";
  const READ = {
    id: "rule_ban_013",
    level: "monitor",
    type: "gap",
    keywords: ["虚构", "编造"],
    codes: ["rule_frontmatter"],
  };

  test.for([
    ["unquoted colon", "description: 禁止: 虚构 # 包括: 引用"],
    ["tab", "list:\n\t- a"],
    ["open quote", 'description: "abc'],
    ["open bracket", "tags: [a, b"],
    ["reserved character", "note: @x"],
    ["second document", "--- x: y"],
    ["too deep", `deep: ${"[".repeat(5000)}`],
    ["too deep, closed", `deep: ${"[".repeat(5000)}${"]".repeat(5000)}`],
    ["deep blocks", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
    ["dashes", `deep:\n ${"- ".repeat(5000)}`],
    [
      "alias bomb",
      `a0: &a0 [x]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]`).join("\n")}`,
    ],
    ["megabytes", `big: >-\n  ${"x".repeat(2_000_000)}`],
    ["megabytes of plain text", `big: ${"x".repeat(2_000_000)}`],
    ["many keys", "a: b\n".repeat(100_000)],
  ])("%s", ([, line]) => {
    for (const text of [`${HEAD}\n${line}`, `${line}\n${HEAD}`]) {
      expect(parse(file(text, "# x\n\nbody"))).toMatchObject({ ...READ, placeholder: false });
      expect(parse(file(text))).toMatchObject(READ);
    }
  });

  test("the warning names file, line and mend", () => {
    const { messages } = parse(file("id: x\nnote: a: b"));
    expect(messages).toEqual([
      '"rules/ban/stem.md": the frontmatter: no valid YAML, block as implicit key (line 3), so its fields were read line by line; quote values that hold ": " or " #"',
    ]);
  });

  test("without a closing fence", () => {
    const text = `---\n${HEAD}\nlevel_note: x\n\n# 规则正文\n\n遇到此情形\nid: other\n`;
    expect(parse(text)).toMatchObject({ ...READ, title: "规则正文", placeholder: false });
    expect(parse("---\nlevel: hard")).toMatchObject({ id: "stem", level: "hard", codes: ["rule_frontmatter"] });
    expect(parse("---")).toMatchObject({ id: "stem", codes: ["rule_frontmatter"] });
  });

  test("it is a placeholder only where nothing else can be content", () => {
    expect(parse(file(`${HEAD}\nnote: a: b`)).placeholder).toBe(true);
    expect(parse(file(`${HEAD}\nnote: a: b\ncorrection: c: d`)).placeholder).toBe(false);
    expect(parse(file(`${HEAD}\nnote: a: b\n  correction_template: x`)).placeholder).toBe(false);
    expect(parse(file(`${HEAD}\nnote: a: b\nNever do that.`)).placeholder).toBe(false);
    expect(parse(`---\n${HEAD}\n`).placeholder).toBe(true);
    expect(parse(`---\n${HEAD}\n\n# heading\n`).placeholder).toBe(true);
    expect(parse(`---\n${HEAD}\n\nlevel: hard\n`).placeholder).toBe(false);
    expect(parse(`---\n${HEAD}\n\n# x\n\ntext\n\n---\n`).placeholder).toBe(false);
  });

  test("fields are read at column 0 alone, and each for itself", () => {
    const header =
      "note: a: b\n  id: no\n  level: monitor\nid: 'yes' # c\nlevel: \"a: b\nkeywords:\n  - a\n  - 'b'\ntitle: c: d";
    expect(parse(file(header))).toMatchObject({ id: "yes", level: '"a: b', keywords: ["a", "b"], title: "c: d" });
    expect(keywords("note: a: b\nkeywords: ['a', b # c")).toEqual(["a", "b"]);
    expect(keywords("note: a: b\nkeywords:\n- a\n- b")).toEqual(["a", "b"]);
    expect(parse(file("note: a: b\nlevel: monitor\nkeywords:\n- a")).placeholder).toBe(true);
  });

  test.for(["just text", "- a\n- b", "[a]", "'id'"])("no keys: %j", (header) => {
    expect(parse(file(header, "body"))).toMatchObject({ id: "stem", codes: ["rule_frontmatter"] });
  });

  test("of two equal keys the last counts", () => {
    expect(parse(file("id: a\nid: b\nlevel: monitor\nlevel: hard"))).toMatchObject({
      id: "b",
      level: "hard",
      codes: ["rule_frontmatter"],
    });
  });

  test("thousands of problems are one warning", () => {
    const { messages } = parse(file(Array.from({ length: 2000 }, (_, i) => `k${i}: 1\nk${i}: 2`).join("\n")));
    expect(messages).toHaveLength(1);
    expect(messages[0]!.length).toBeLessThan(300);
  });

  test("depth is told before the parser's stack ends", () => {
    const shapes = ["[".repeat(65), `[${"{a: ".repeat(65)}`, `\n ${"- ".repeat(101)}`, `\n${" ".repeat(201)}x`];
    for (const shape of shapes) expect(parse(file(`deep: ${shape}`)).messages[0]).toContain("nested too deeply");
    expect(parse(file(`deep: ${"[".repeat(64)}${"]".repeat(64)}`)).codes).toEqual([]);
  });

  test("an alias that holds itself ends", () => {
    const { messages } = parse(file(`keywords: &a [x, ${"*a, ".repeat(60)}]`));
    expect(messages[0]).toContain("more than 10 aliases");
    expect(parse(file("keywords: &a [x, *a, *a, *a, *a]")).keywords).toContain("x");
  });
});

test("code in a frontmatter is text", () => {
  const header =
    "id: !!js/function 'function () { globalThis.pwned = 1 }'\nf: !!js/eval 'globalThis.pwned = 1'\nkeywords: !x [a]";
  expect(parse(file(header))).toMatchObject({
    id: "function () { globalThis.pwned = 1 }",
    keywords: ["a"],
    codes: ["rule_frontmatter"],
  });
  expect(parse(file("id: {{template}}"))).toMatchObject({ id: "stem", placeholder: false });
  expect(globalThis).not.toHaveProperty("pwned");
});

test("keys of Object.prototype are keys", () => {
  expect(parse(file("__proto__: {level: monitor}\nconstructor: x\nid: y"))).toMatchObject({ id: "y", level: null });
});

test("a message holds nothing that a terminal acts on", () => {
  const path = "rules/ban/\u001b[31m\u009b\u202e\n\u200b.md";
  const { message } = parseRule({ path, text: "---\n", whole: true }, readYaml).warnings[0]!;
  expect(message).toContain('"rules/ban/\\u{1b}[31m\\u{9b}\\u{202e}\\n\\u{200b}.md"');
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(parse(file('"\\e[31m": 1\n"\\e[31m": 2')).messages[0]).toContain("\\u{1b}[31m");
});

test("a file that could not be read has its name, and may cover anything", () => {
  expect(unreadRule("rules/gap/rule_1.md")).toEqual({
    id: "rule_1",
    path: "rules/gap/rule_1.md",
    title: null,
    type: "gap",
    level: null,
    keywords: [],
    placeholder: false,
    expiresAtMs: null,
    unread: true,
  } satisfies Rule);
});

test("only what needs the YAML parser asks for it", () => {
  const of = (text: string) => parseRule({ path: PATH, text, whole: true }, null);
  expect(
    of(file('type: ban\nid: x\ndate: 2026-05-19\nkeywords: [虚构, 12:30]\ncorrection_template: "改写。"', "body")),
  ).not.toBeNull();
  expect(of("no frontmatter")).not.toBeNull();
  expect(of(file("id: x # y"))).toBeNull();
  expect(of("---\nid: x # y")).toBeNull();
  expect(of("---\nid: x")?.rule.id).toBe("x");
});

describe("bytes", () => {
  const text = "---\nid: 虚构\n---\n";
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  test("UTF-8 and UTF-16 with a BOM", () => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, Buffer.from(utf16).swap16()]) {
      const read = decodeRule(bytes);
      expect(read.problem).toBeNull();
      expect(parse(read.text).id).toBe("虚构");
    }
  });

  test("other bytes are named, a U+FFFD that was written is not", () => {
    expect(decodeRule(Buffer.from([0xd0, 0xe9, 0xb9, 0xb9])).problem).toBe("not_utf8");
    expect(decodeRule(Buffer.alloc(200)).problem).toBe("nul_bytes");
    expect(decodeRule(Buffer.from("\ufffd"))).toEqual({ text: "\ufffd", problem: null });
  });

  test("a beginning ends with a line", () => {
    expect(wholeLines(Buffer.from("a\nb\n虚")).toString()).toBe("a\nb\n");
    expect(wholeLines(Buffer.from("a")).toString()).toBe("a");
  });
});

describe("properties", () => {
  /** Pieces that frontmatter is made of, and those that break it. */
  const pieces = [
    ["id", "level: monitor\n", "keywords", ": ", ":", " ", "  ", "[", "]", ",", ", ", "no", "~", "1.0", "虚构", "\n"],
    ["\n", "x: y\n", "k: [a, b]\n", "---\n", "---", "...\n", "\t", "'", '"', "#", " # ", "-", "- ", "? ", "&a ", "*a"],
    [
      "!t ",
      "|",
      ">",
      "%",
      "@",
      "{",
      "}",
      "\\",
      "\r",
      "\r\n",
      "\ufeff",
      "\u2028",
      "\u0085",
      "\u00a0",
      "\0",
      "<!--",
      "-->",
    ],
  ];
  const piece = fc.constantFrom(...pieces.flat());
  const soup = fc.array(piece, { maxLength: 40 }).map((each) => each.join(""));
  const text = fc.oneof(
    soup,
    soup.map((each) => `---\n${each}`),
    fc.string({ unit: "binary" }),
  );

  test("any text is a rule", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (source, whole) => {
        const { rule, warnings } = parseRule({ path: PATH, text: source, whole }, readYaml);
        expect(rule.id.trim()).not.toBe("");
        expect(rule.keywords.every((each) => each === each.trim().normalize("NFC") && each !== "")).toBe(true);
        expect(new Set(rule.keywords).size).toBe(rule.keywords.length);
        for (const { message } of warnings) expect(message).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 2000 },
    );
  });

  test("plain reader = YAML parser, wherever the plain one answers", () => {
    const value = fc.array(piece, { maxLength: 3 }).map((each) => each.join(""));
    const list = fc.array(value, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`);
    const quotes = fc.tuple(fc.constantFrom("'", '"'), value).map(([quote, each]) => quote + each + quote);
    const line = fc
      .tuple(fc.constantFrom("a:", "b: ", "c:  ", "", "- ", "  - ", "  -  "), fc.oneof(value, list, quotes))
      .map((parts) => parts.join(""));
    const item = fc.tuple(fc.constantFrom("- ", "  - "), fc.oneof(value, quotes)).map((parts) => parts.join(""));
    const below = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => ["d:", ...items].join("\n"));
    const header = fc.array(fc.oneof(line, line, below), { maxLength: 4 }).map((lines) => lines.join("\n"));
    let answered = 0;
    let lists = 0;
    fc.assert(
      fc.property(header, (source) => {
        const plain = readPlain(source);
        if (plain === null) return;
        answered += source.trim() === "" ? 0 : 1;
        if (plain.fields.get("d")?.kind === "list") lists++;
        expect(readYaml(source)).toEqual(plain);
      }),
      { numRuns: 20_000 },
    );
    expect(answered).toBeGreaterThan(500);
    expect(lists).toBeGreaterThan(100);
  });

  test("what YAML writes comes back", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1 }).filter((each) => each.trim() !== "");
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1 }), fc.boolean(), (id, list, flow) => {
        const header = stringify({ id, keywords: list }, { lineWidth: 0, collectionStyle: flow ? "flow" : "block" });
        const rule = parse(`---\n${header}---\n`);
        const clean = (each: string) => each.trim().normalize("NFC");
        expect(rule.id).toBe(clean(id));
        expect(rule.keywords).toEqual([...new Set(list.map(clean))]);
        expect(rule.codes).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("line ends make no difference", () => {
    const lf = soup.map((each) => `---\n${each.replaceAll("\r", "")}`);
    fc.assert(
      fc.property(lf, fc.constantFrom("\r\n", "\r"), (source, end) => {
        expect(parse(source.replaceAll("\n", end))).toEqual(parse(source));
      }),
      { numRuns: 1000 },
    );
  });

  test("a heading of the body is found, whatever stands around it", () => {
    fc.assert(
      fc.property(soup, (body) => {
        const heading = firstHeading(body);
        expect(heading === null || (heading.trim() === heading && heading !== "")).toBe(true);
      }),
    );
  });
});

test.for(['a: b?"', 'a: [b?"]', 'a:?"', 'a:\n  - b?"', "a: [b?x, c]"])("blanks within %j cost no square", (header) => {
  expect(isLinear((blanks) => readPlain(header.replace("?", blanks)), " ")).toBe(true);
});
