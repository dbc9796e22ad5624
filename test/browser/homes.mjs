// Homes whose pages are looked at: one such as people have, and one in which every text is out for harm.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const NOW = "2026-05-25T12:00:00Z";
const DAY_MS = 86_400_000;

/** The same numbers in every run (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function homeOf(files) {
  const home = mkdtempSync(join(tmpdir(), "mnemonic-browser-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

const RULES = [
  ["rule_ban_013", "Ban", "虚构"],
  ["rule_gap_002", "StepCompleteness", "tests not run"],
  ["rule_ban_021", "Fabrication", "invented API"],
  ["rule_lazy_001", "SkillLoad", "skill not loaded"],
  ["rule_ban_007", "Ban", "rm -rf"],
  ["rule_gap_009", "Clarify", "ambiguous request"],
  ["rule_ban_034", "Ban", "force push"],
  ["rule_meta_004", "Ban", "跳过验证"],
  ["rule_ban_040", "Ban", "hard-coded secret"],
  ["rule_gap_015", "StepCompleteness", "no changelog"],
];

function rule(id, title, type) {
  const head = `---\nid: ${id}\ntype: ${type}\nlevel: hard\nkeywords: ["${title}"]\n---\n`;
  return `${head}# ${title}\n\nNever do this; say what is missing instead.\n`;
}

/** Eight months of a team's agent, with more rules than have colours, and a few lines that are broken. */
export function ordinaryHome() {
  const random = randomOf(7);
  const lines = [];
  const until = Date.parse(NOW);
  for (let day = 240; day >= 0; day--) {
    const busy = (day % 7 < 2 ? 0.35 : 1) * (1 + Math.sin(day / 19) * 0.5);
    for (let i = 0; i < 26 * busy; i++) {
      const at = until - day * DAY_MS - random() * 10 * 3_600_000;
      const n = Math.floor(random() ** 2.2 * RULES.length);
      const [rule_id, interceptor, keyword] = RULES[n];
      if (n === 6 && day > 60) continue;
      lines.push({
        ts: new Date(at).toISOString(),
        session_id: `sess-${String(Math.floor((240 - day) / 3 + random() * 4)).padStart(3, "0")}`,
        interceptor,
        rule_id,
        action: "block",
        reason: `keyword match: ${keyword}`,
        context: "the user asked for a summary",
        ...(random() < 0.02 ? { false_positive: true } : {}),
      });
    }
    for (let i = 0; i < 3; i++)
      if (random() < 0.2)
        lines.push({
          ts: new Date(until - day * DAY_MS).toISOString(),
          session_id: `sess-${day}`,
          interceptor: "Ban",
          reason: `关键词匹配: 词${Math.floor(random() * 40)}`,
        });
  }
  lines.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  const half = lines.length >> 1;
  const text = (some) => some.map((line) => `${JSON.stringify(line)}\n`).join("");
  return homeOf({
    "intercept_log.jsonl.1": text(lines.slice(0, half)),
    "intercept_log.jsonl": `${text(lines.slice(half))}{"torn\n[1, 2]\nnot json at all\n`,
    "rules/gap/rule_gap_009.md": rule("rule_gap_009", "ambiguous request", "gap"),
    "rules/ban/rule_ban_007.md": rule("rule_ban_007", "rm -rf", "ban"),
    "rules/ban/broken.md": "---\nid: rule_broken\n# no end\n",
  });
}

/** 5,000 patterns, to see that the table stays quick. */
export function manyPatternsHome() {
  const random = randomOf(11);
  const until = Date.parse(NOW);
  const lines = Array.from({ length: 15_000 }, (_, i) => ({
    ts: new Date(until - random() * 40 * DAY_MS).toISOString(),
    session_id: `s${Math.floor(random() * 900)}`,
    interceptor: "Ban",
    rule_id: `rule_many_${String(i % 5200).padStart(4, "0")}`,
    reason: `keyword match: k${i % 5200}`,
  }));
  return homeOf({ "intercept_log.jsonl": lines.map((line) => `${JSON.stringify(line)}\n`).join("") });
}

/** What would act, if the page took any of it for more than text. Each sets `window.hit`, or loads from example.invalid. */
export const HOSTILE = [
  "</script><script>window.hit=1</script>",
  "</SCRIPT ><img src=x onerror=window.hit=1>",
  "<!--<script>",
  "<![CDATA[<svg onload=window.hit=1>]]>",
  "<img src='https://example.invalid/a.png' onerror='window.hit=1'>",
  "<svg/onload=window.hit=1>",
  "<iframe srcdoc='<script>parent.hit=1</script>'>",
  '"><script>window.hit=1</script>',
  "'-(window.hit=1)-'",
  "javascript:window.hit=1//",
  "data:text/html,<script>window.hit=1</script>",
  "${window.hit=1}",
  "`;window.hit=1;`",
  "{{constructor.constructor('window.hit=1')()}}",
  "{0}{1}{2}{9}",
  "$& $1 $` $'",
  "</style><style>*{background:url(https://example.invalid/b)}",
  "x;background:url(https://example.invalid/c)",
  "@import 'https://example.invalid/d';",
  "<link rel=stylesheet href=https://example.invalid/e>",
  "<meta http-equiv=refresh content='0;url=https://example.invalid/f'>",
  "<base href=https://example.invalid/>",
  "\u202egnp.exe\u202c \u2066x\u2069",
  "a\u0000b\u0007c\u001b[31md\u001b]0;title\u0007",
  "a\u2028window.hit=1\u2029b",
  "\ud800lone\udfff",
  "z\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "main",
  "data",
  "L".repeat(200_000),
  "漢".repeat(60_000),
  "<b>".repeat(20_000),
  "&lt;script&gt;&#60;",
  "\\u003cscript\\u003e",
  "مرحبا שלום",
];

export function hostileHome() {
  const until = Date.parse(NOW);
  const lines = HOSTILE.flatMap((text, i) =>
    Array.from({ length: 3 }, (_, n) => ({
      ts: new Date(until - (i + n) * 3_600_000).toISOString(),
      session_id: text,
      interceptor: text,
      rule_id: i % 2 === 0 ? text : undefined,
      reason: `keyword match: ${text}`,
      action: text,
      context: text,
      summary: undefined,
      __proto__: text,
    })),
  );
  const own =
    '{"ts":"2026-05-25T01:00:00Z","rule_id":"__proto__","session_id":"__proto__","interceptor":"__proto__","__proto__":1}\n';
  const name = "<img src=x onerror=window.hit=1>&'\"`${1}";
  return homeOf({
    "intercept_log.jsonl": `${lines.map((line) => `${JSON.stringify(line)}\n`).join("")}${own.repeat(3)}</script><script>window.hit=1</script>\n`,
    [`rules/ban/${name}.md`]: `---\nid: "<script>window.hit=1</script>"\n# broken\n`,
    "rules/ban/hostile.md": `---\nid: "__proto__"\nlevel: hard\nkeywords: ["</script>"]\n---\n# </title><script>window.hit=1</script>\n\ntext\n`,
  });
}
