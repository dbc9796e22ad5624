// npm run slopes -- [--only NAME]
// How the processor time of a scan grows with each thing that whoever writes a log, or a rule, can make large: inputs of n, 2n,
// 4n and 8n, each measured several times and the least taken. A slope of 1 (log-log) is linear; above 1.35 something is quadratic
// or on the way there, and it exits with 1. Not part of the test suite: times say nothing on a busy machine.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openMnemonic } from "../src/index.js";

const NOW = "2026-05-25T12:00:00Z";
const MOST_SLOPE = 1.35;
const TIMES = 3;
const STEPS = [1, 2, 4, 8];

interface Input {
  /** Lines of the log, without newlines. */
  readonly log: readonly string[];
  /** Files below `rules/ban`, by name. */
  readonly rules?: Readonly<Record<string, string>>;
}

const record = (fields: Record<string, unknown>): string =>
  JSON.stringify({ ts: "2026-05-25T11:00:00Z", session_id: "s", interceptor: "Ban", rule_id: "r", ...fields });
const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const rule = (i: number, fields: string, body = "不要这样做。"): string =>
  `---\nid: rule_${i}\nlevel: hard\n${fields}---\n${body}\n`;

/** Each is about a second's work at 8n, or less. */
const INPUTS: Readonly<Record<string, (n: number) => Input>> = {
  "a long string": (n) => ({ log: [record({ x: "y".repeat(n * 4e6) })] }),
  "a long string of escapes": (n) => ({ log: [record({ x: "\\".repeat(n * 1e6) })] }),
  "a long line of small members": (n) => ({ log: [`{${many(n * 1e5, (i) => `"k${i}":${i}`).join()}}`] }),
  "a line of one key again and again": (n) => ({ log: [`{${many(n * 1e5, () => `"rule_id":"r"`).join()}}`] }),
  "deep arrays": (n) => ({ log: [`{"x":${"[".repeat(n * 1e5)}${"]".repeat(n * 1e5)}}`] }),
  "deep objects": (n) => ({ log: [`{"x":${'{"y":'.repeat(n * 5e4)}1${"}".repeat(n * 5e4)}}`] }),
  "brackets that never close": (n) => ({ log: [`{"x":${"[".repeat(n * 4e5)}`] }),
  "a long torn line": (n) => ({ log: [`{"x":"${"y".repeat(n * 4e6)}`] }),
  "short damaged lines": (n) => ({ log: many(n * 2e4, () => '{"x":"\\x"}') }),
  "long ids": (n) => ({
    log: many(50, (i) => record({ session_id: `${i}${"s".repeat(n * 1e4)}`, rule_id: `${"r".repeat(n * 1e4)}${i}` })),
  }),
  "long ids that need decoding": (n) => ({
    log: many(20, (i) => record({ rule_id: `${"e\u0301".repeat(n * 1e4)}${i}` })),
  }),
  "a long reason without a keyword": (n) => ({
    log: [record({ rule_id: undefined, reason: "关键词匹配".repeat(n * 1e5) })],
  }),
  "a long reason of spaces": (n) => ({
    log: [
      record({ rule_id: undefined, reason: `关键词匹配${" ".repeat(n * 1e5)}x` }),
      record({ rule_id: undefined, reason: `关键词匹配 ${" \t".repeat(n * 1e5)}` }),
    ],
  }),
  "a long context": (n) => ({
    log: many(2, () => record({ context: "delete_file rm -rf ignore previous instructions ".repeat(n * 5e3) })),
  }),
  "a long time": (n) => ({
    log: [record({ ts: "1".repeat(n * 1e6) }), record({ ts: `2026-05-25T11:00:00.${"1".repeat(n * 1e6)}Z` })],
  }),
  rules: (n) => ({ log: many(n * 5e3, (i) => record({ rule_id: `rule_${i}`, session_id: `s${i}` })) }),
  "rules, each drafted": (n) => ({ log: many(n * 2e3, (i) => record({ rule_id: `rule_${i >> 1}` })) }),
  keywords: (n) => ({ log: many(n * 2e3, (i) => record({ rule_id: undefined, reason: `关键词匹配: k${i >> 1}` })) }),
  sessions: (n) => ({ log: many(n * 2e4, (i) => record({ session_id: `session-${i}` })) }),
  "groups of one session": (n) => ({ log: many(n * 1e4, (i) => record({ rule_id: `r${i % (n * 5e3)}` })) }),
  "times of one group": (n) => ({
    log: many(n * 2e4, (i) =>
      record({
        ts: new Date(Date.parse(NOW) - i * 60_000).toISOString(),
        ...(i % 3 === 0 ? { action: "false_positive" } : {}),
      }),
    ),
  }),
  interceptors: (n) => ({ log: many(n * 5e3, (i) => record({ interceptor: `I${i}` })) }),
  "rule files": (n) => ({
    log: [record({})],
    rules: Object.fromEntries(many(n * 200, (i) => [`${i}.md`, rule(i, "")])),
  }),
  "keywords of a rule": (n) => ({
    log: [record({})],
    rules: { "a.md": rule(0, `keywords: [${many(n * 500, (i) => `"k${i}"`).join(", ")}]\n`) },
  }),
  "keywords of a rule and drafts": (n) => ({
    log: many(400, (i) => record({ rule_id: undefined, reason: `关键词匹配: k${i >> 1}` })),
    rules: Object.fromEntries(
      many(n * 50, (i) => [`${i}.md`, rule(i, `keywords: [${many(40, (k) => `"w${i}-${k}"`).join(", ")}]\n`)]),
    ),
  }),
  "aliases of YAML": (n) => ({
    log: [record({})],
    rules: {
      "a.md": rule(
        0,
        `a: &a [x, x, x, x, x, x, x, x]\n${many(Math.min(n, 4) * 2, (i) => `${"bcdefghi"[i]}: &${"bcdefghi"[i]} [${many(8, () => `*${"abcdefgh"[i]}`).join(", ")}]\n`).join("")}`,
      ),
    },
  }),
  "deep YAML": (n) => ({
    log: [record({})],
    rules: { "a.md": rule(0, `keywords: ${"[".repeat(n * 200)}${"]".repeat(n * 200)}\n`) },
  }),
  "a long rule": (n) => ({
    log: [record({})],
    rules: { "a.md": rule(0, "", "不要。<!-- x --> \u200b\n".repeat(n * 2e3)) },
  }),
};

async function userMs({ log, rules = {} }: Input): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "mnemonic-slopes-"));
  try {
    mkdirSync(join(home, "rules/ban"), { recursive: true });
    writeFileSync(join(home, "intercept_log.jsonl"), `${log.join("\n")}\n`);
    for (const [name, text] of Object.entries(rules)) writeFileSync(join(home, "rules/ban", name), text);
    let least = Infinity;
    for (let i = 0; i < TIMES; i++) {
      await using mnemonic = await openMnemonic({ home });
      const before = process.cpuUsage();
      await mnemonic.scan({ now: NOW, dryRun: true, noCache: true, threads: 1 });
      least = Math.min(least, process.cpuUsage(before).user / 1000);
    }
    return least;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Of the last two steps: what is fixed weighs least there. */
function slopeOf(times: readonly number[]): number {
  const [, , a, b] = times as [number, number, number, number];
  return Math.log2(b / a);
}

const { values } = parseArgs({ options: { only: { type: "string" } } });
let worst = 0;
for (const [name, make] of Object.entries(INPUTS)) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const times: number[] = [];
  for (const n of STEPS) times.push(await userMs(make(n)));
  const slope = slopeOf(times);
  // Below some 20 ms what is measured is the start of a scan.
  const counts = (times.at(-1) as number) > 20;
  if (counts) worst = Math.max(worst, slope);
  console.log(
    `${name}: ${times.map((ms) => ms.toFixed(0)).join(", ")} ms; slope ${slope.toFixed(2)}${counts ? "" : " (too short to tell)"}`,
  );
}
console.log(`steepest slope: ${worst.toFixed(2)}`);
process.exitCode = worst > MOST_SLOPE ? 1 : 0;
