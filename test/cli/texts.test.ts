import { expect, test } from "vitest";
import { REASON_CODES } from "../../src/model/archive-reasons.js";
import { ERROR_REASONS } from "../../src/model/errors.js";
import { WARNING_REASON_CODES } from "../../src/model/warning-reasons.js";
import { withPageTexts } from "../../src/cli/html/page-texts.js";
import { textsOf } from "../../src/cli/texts/texts.js";

/** Every text by its path; functions are called with what stands for a value. */
function flat(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return calls(value as (...values: unknown[]) => unknown, path);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => flat(member, `${path}.${key}`));
}

function calls(text: (...values: unknown[]) => unknown, path: string): [string, string][] {
  if (path.endsWith("failure.message") || path.endsWith("failure.hint"))
    return [undefined, ...ERROR_REASONS].map((code) => [
      `${path}(${code})`,
      String(text("LOCKED", "1", code && { code, name: "1", detail: "EACCES", n: 1 })),
    ]);
  if (path.endsWith("warnings.item") || path.endsWith("warnings.because"))
    return WARNING_REASON_CODES.map((code) => {
      const reasons = [
        { code, params: { name: "1", detail: "EACCES", n: 1, line: 1, archive: { code: "is_folder" } } },
      ];
      const args = path.endsWith("item") ? [{ code: "rule_field", message: "1", reasons }] : ["1", reasons];
      return [`${path}(${code})`, String(text(...args))];
    });
  if (path.endsWith("archiveReason"))
    return REASON_CODES.map((code) => [
      `${path}(${code})`,
      String(text(code, { form: "gzip", detail: "1", twin: "2" }, "1")),
    ]);
  return [
    [`${path}(many)`, String(text(...Array<unknown>(text.length).fill(2)))],
    [`${path}(one)`, String(text(...Array<unknown>(text.length).fill(1)))],
  ];
}

/** What has one name in every language: commands, options, files, formats, units. */
const NAMES =
  /--?[a-z][\w-]*|\$?[A-Z_]{2,}\w*|https?:\S+|[\w./~-]*(?:\.jsonl?|\/)[\w.-]*|\b(?:mnemonic|hermes|scan|backfill|patterns|datasource|confirm|reject|reopen|list|show|review|answers?|draft_id|answer|confirm|force|explain|contexts|cache|clear|clear_context|yes|feedback|say|reflect|status|add|doctor|schema|Schema|ndjson|explain|completion|config|bash|zsh|fish|powershell|fpath|config|threads|solidify|rules|errors|context_archive|intercept_log|guard_intercept|canon_errors|none|ban|gap|lazy|meta|monitor|csv|markdown|Guard|Canon|ID|UTF|text|(?:nd)?json|zh|en|auto|always|never|drafts|rejects|head|ISO|JSON|NUL|CI|Ctrl-C|Mnemonic|old|report|gzip|records|ulimit|ecs|otel|docker|record|self-reflection|expires_at|keywords|html|policy|name|rule_id|ts|when|items|jq)\b|\d+[KMG]?|NO_COLOR|EDITOR|\dT\S*/g;
const HAN = /\p{Script=Han}/u;

const en = flat(withPageTexts(textsOf("en")));
const zh = flat(withPageTexts(textsOf("zh")));

test("both languages have the same texts, none of them empty", () => {
  expect(zh.map(([path]) => path)).toEqual(en.map(([path]) => path));
  // The hint of an error is English; where it is empty, so is the text.
  expect([...en, ...zh].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("English has no Chinese in it", () => {
  expect(en.filter(([, text]) => HAN.test(text))).toEqual([]);
});

test("Chinese has no English in it but for names", () => {
  const mixed = zh.filter(
    ([path, text]) =>
      !/^\.language|examples(?:\.\w+)?\.\d\.0/.test(path) && /[A-Za-z]{2,}/.test(text.replace(NAMES, "")),
  );
  expect(mixed).toEqual([]);
});

test("Chinese sentences have Chinese punctuation", () => {
  const ascii = zh.filter(
    ([path, text]) => !/\.(?:titles|seed)\./.test(path) && HAN.test(text) && /\p{Script=Han}[,;:?!]/u.test(text),
  );
  expect(ascii).toEqual([]);
});

test("one is singular", () => {
  expect(
    en.filter(
      ([path, text]) =>
        path.endsWith("(one)") &&
        !/^\.(?:usage|next)/.test(path) &&
        /\b1 (?!is\b|was\b|takes\b|awaits\b)\w+s\b/.test(text),
    ),
  ).toEqual([]);
});
