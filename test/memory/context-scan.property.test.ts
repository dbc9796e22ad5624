// The context archive as lanes scan it, however it is cut, against a slow look at all of its lines.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, asyncProperty, assert, boolean, constant, constantFrom, integer, record as fields } from "fast-check";
import { afterAll, expect, test } from "vitest";
import { scanContexts } from "../../src/scan/context-scan.js";
import { revivalsOf, type Revival } from "../../src/core/memory/revival.js";
import type { ContextEntry } from "../../src/model/state.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { at, NOW_MS } from "./home.js";

const RULES = ["rule_x", "规则\u{1f600}", 'a"b\\'];
const HOME = mkdtempSync(join(tmpdir(), "contexts-"));
const pool = new WorkerPool(2);
afterAll(async () => {
  await pool.close();
  rmSync(HOME, { recursive: true });
});

interface Line {
  readonly entry: ContextEntry;
  readonly spelling: (json: string) => string;
  /** Another program's line, a torn one, a comment. */
  readonly noise: string | null;
  readonly isKnown: boolean;
}

const escaped = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const lines = array(
  fields<Line>({
    entry: fields<ContextEntry>({
      ts: constantFrom(...[-4, -3, -2, -1, 0, 1].map((ms) => at(NOW_MS + ms)), "never"),
      rule_id: constantFrom(...RULES, "other", null),
      session_id: constantFrom("s", "t", "会话", "", null),
      summary: constantFrom("a", "b", "c", "d", "\u200b", ""),
      agent_action: constant(""),
      user_intent: constant(""),
      risk_type: constantFrom("reversible", "reversible", "irreversible"),
    }),
    spelling: constantFrom(
      (json: string) => json,
      escaped,
      (json: string) => json.replaceAll('":', '" : '),
      (json: string) => `${json}\r`,
    ),
    noise: constantFrom(null, null, null, "# comment", '{"rule_id":"rule_x","ts":"2026', '{"rule_id":"rule_x"}', "[]"),
    isKnown: boolean(),
  }),
  { maxLength: 40 },
);

/** Every event of the rule, each once, looked at one by one. */
function slowRevival(entries: readonly ContextEntry[], rule: string, judgedMs: number): Revival {
  const own = entries.filter(({ rule_id: id, ts }) => {
    const ms = Date.parse(ts);
    return id === rule && ms > judgedMs && ms <= NOW_MS;
  });
  const events = new Set(own.map(({ session_id: session, ts }) => `${session ?? ""}|${ts}`));
  const sessions = [...events].map((event) => event.split("|")[0]!).filter(Boolean);
  const closest = [...new Set(sessions)].map((session) => ({
    session,
    events: sessions.filter((one) => one === session).length,
    newestMs: Math.max(...own.filter((one) => one.session_id === session).map(({ ts }) => Date.parse(ts))),
  }));
  const summaries = own.toSorted((a, b) => Date.parse(b.ts) - Date.parse(a.ts) || (a.summary < b.summary ? -1 : 1));
  return {
    events: events.size,
    isMet: new Set(sessions).size < sessions.length,
    closest: closest
      .toSorted((a, b) => b.events - a.events || b.newestMs - a.newestMs || (a.session < b.session ? -1 : 1))
      .slice(0, 3),
    irreversible: own.some(({ risk_type: risk }) => risk === "irreversible"),
    summaries: [...new Set(summaries.map(({ summary }) => summary.replace("\u200b", "")))].filter(Boolean).slice(0, 3),
  };
}

test("any cut, any threads and any spelling give each event once", async () => {
  await assert(
    asyncProperty(
      lines,
      array(integer({ min: -5, max: 1 }), { minLength: 3, maxLength: 3 }),
      constantFrom(1, 60, 1 << 20),
      constantFrom(1, 2),
      boolean(),
      async (all, judged, rangeBytes, threads, ends) => {
        const archived = all.filter(({ isKnown }) => !isKnown);
        const known = all.filter(({ isKnown, noise }) => isKnown && noise === null).map(({ entry }) => entry);
        const text = archived.map(({ entry, spelling, noise }) => noise ?? spelling(JSON.stringify(entry))).join("\n");
        writeFileSync(join(HOME, "context_archive.jsonl"), ends ? `${text}\n` : text);
        const question = { seed: { k0: 7, k1: 9 }, rules: RULES, untilMs: NOW_MS };
        const openPool = async (): Promise<WorkerPool> => pool;
        const options = { threads, rangeBytes, inlineBytes: 0, openPool };
        const { partials, warnings } = await scanContexts(HOME, question, options);
        expect(warnings).toEqual([]);
        const judgedMs = judged.map((ms) => NOW_MS + ms);
        const entries = [...archived.filter(({ noise }) => noise === null).map(({ entry }) => entry), ...known];
        expect(revivalsOf(question, partials, known, judgedMs)).toEqual(
          RULES.map((rule, i) => slowRevival(entries, rule, judgedMs[i]!)),
        );
      },
    ),
    { numRuns: 150 },
  );
});
