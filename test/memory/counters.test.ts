// Counters that another program or an accident has made something else of: they begin at 0, and that is said.
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { hit, Home, NOW_MS, type Json } from "./home.js";

const JUNK: unknown[] = [-5, 1.5, 1e300, "x", null, [], "-5", Number.MAX_SAFE_INTEGER];

async function drafted(state: Json, shared: Json = {}) {
  const home = new Home();
  home.log(hit(NOW_MS - 2, "rule_a", "s1"), hit(NOW_MS - 1, "rule_a", "s1"));
  home.write("mnemonic_state.json", state);
  home.write("state.json", shared);
  const mnemonic = await openMnemonic({ home: home.path });
  return { home, mnemonic, report: await mnemonic.scan({ now: NOW_MS }) };
}

test.for(JUNK)("%j is no count of the state: the next one is 1, with a warning", async (junk) => {
  const { home, mnemonic, report } = await drafted({
    recognition_stats: { total_patterns: junk, pushed_to_canon: junk, theirs: junk },
    data_source_history: { guard_intercept_sessions: junk },
  });
  const named = "recognition_stats.total_patterns, recognition_stats.pushed_to_canon".split(", ");
  const told = [...named, "data_source_history.guard_intercept_sessions"].map((name) => `"${name}"`).join(", ");
  expect(report).toMatchObject({
    status: "degraded",
    warnings: [{ code: "counter_invalid", path: "mnemonic_state.json", message: expect.stringContaining(told) }],
  });
  expect(home.state()).toMatchObject({
    recognition_stats: { total_patterns: 1, pushed_to_canon: junk, theirs: junk },
    data_source_history: { guard_intercept_sessions: 1 },
  });
  expect((await mnemonic.dataSource()).sessions).toMatchObject({ guard_intercept: 1 });
  const { warnings } = await mnemonic.confirm(report.new_drafts, { now: NOW_MS });
  expect(warnings).toMatchObject([{ code: "counter_invalid" }]);
  expect(home.state()).toMatchObject({ recognition_stats: { pushed_to_canon: 1 } });
});

test.for(JUNK)("%j is no count of state.json", async (junk) => {
  const { home, mnemonic, report } = await drafted({}, { errors_since_solidify: junk, total_errors: junk });
  const { warnings, errorsSinceSolidify } = await mnemonic.confirm(report.new_drafts, { now: NOW_MS });
  expect(errorsSinceSolidify).toBe(1);
  expect(warnings).toMatchObject([{ code: "counter_invalid", path: "state.json" }]);
  expect(JSON.parse(home.text("state.json"))).toMatchObject({ errors_since_solidify: 1, total_errors: 1 });
});

const FOLDS: Json[] = [
  { start: -5 },
  { start: 7 },
  { fold: [0, 0, 1e12, 7] },
  { fold: [0, -3, 100, 7] },
  { fold: [900, 0, 100, 7] },
  { fold: [0.5, 0, 100, 7] },
  { fold: "x" },
];

test.for(FOLDS)("a history with %j begins anew, with a warning", async (junk) => {
  const entry = { keyword: "k", count: 1, kind: "rule", pattern: "rule_a", rule_id: "rule_a", start: 0.4 };
  const fold = [0, 0, 100, 0];
  const { home, report } = await drafted({ pattern_history: [{ ...entry, fold, theirs: 1, ...junk }] });
  expect(report.warnings).toMatchObject([
    { code: "counter_invalid", message: expect.stringContaining('"pattern_history: rule_a"') },
  ]);
  expect(report.patterns).toMatchObject([{ pattern: "rule_a", confidence: 0.7 }]);
  expect(home.state().pattern_history).toMatchObject([{ pattern: "rule_a", start: 0.7, count: 2, theirs: 1 }]);
});
