// The hand guards, which a scan uses, say what the schemas say, which are published.
import { assert, constantFrom, jsonValue, property, record } from "fast-check";
import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { isContext, isDecided, isHistory, isQueued } from "../../src/core/memory/state-guards.js";
import { parseState } from "../../src/core/memory/state-shape.js";
import { contextEntry, decidedDraft, historyEntry, queuedDraft, stateFile } from "../../src/model/schemas-state.js";
import { openMnemonic } from "../../src/index.js";
import { hit, Home, HOUR, NOW, NOW_MS, type Json } from "./home.js";

const context: Json = {
  ts: NOW,
  rule_id: "r",
  session_id: "s",
  summary: "x",
  agent_action: "",
  user_intent: "",
  risk_type: "reversible",
};
const history: Json = {
  keyword: "k",
  count: 1,
  last_seen: NOW,
  confidence: 0.4,
  kind: "rule",
  pattern: "r",
  start: 0.4,
  fold: [0, 0, 100, 7],
  folded_until: NOW,
};
const queued: Json = {
  draft_id: "d_1",
  status: "held",
  kind: "rule",
  pattern: "r",
  ts: NOW,
  rule: "x",
  context: "",
  type: "ban",
  match: { exact: ["k"], semantic: "" },
  trigger: { name: "same_session", confidence: 0.7 },
  evidence: {},
};
const decided: Json = {
  draft_id: "d_1",
  status: "confirmed",
  kind: "rule",
  pattern: "r",
  judged_until: NOW,
  decided_at: NOW,
  judged_before: NOW,
  exact: [],
  rule: null,
};
const state: Json = {
  state_version: 1,
  data_source: "none",
  draft_queue: [],
  pattern_history: [],
  context_log: [],
  contexts_until: NOW,
  session_tracking: {},
  recognition_stats: {},
  data_source_history: {},
  data_source_switches: [],
};

const isState = (value: unknown): boolean => parseState(JSON.stringify(value)) !== null;
const PAIRS: [name: string, sample: Json, guard: (value: unknown) => boolean, schema: ZodType][] = [
  ["context", context, isContext, contextEntry],
  ["history entry", history, isHistory, historyEntry],
  ["queued draft", queued, isQueued, queuedDraft],
  ["decided draft", decided, isDecided, decidedDraft],
  ["state", state, isState, stateFile],
];

test.for(PAIRS)("%s: guard and schema agree, whatever stands in a member", ([, sample, guard, schema]) => {
  expect(guard(sample)).toBe(true);
  const changes = record({ member: constantFrom(...Object.keys(sample)), value: jsonValue({ maxDepth: 2 }) });
  assert(
    property(changes, ({ member, value }) => {
      const changed = { ...sample, [member]: value };
      expect(guard(changed)).toBe(schema.safeParse(changed).success);
    }),
    { numRuns: 300 },
  );
  for (const member of Object.keys(sample)) {
    const { [member]: _left, ...rest } = sample;
    expect(guard(rest), member).toBe(schema.safeParse(rest).success);
  }
  for (const value of [null, [], "x", 1]) expect(guard(value)).toBe(schema.safeParse(value).success);
});

test("what a scan writes is what the schemas say", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR), hit(NOW_MS, "rule_b"), hit(NOW_MS + 1, "rule_b"));
  const mnemonic = await openMnemonic({ home: home.path });
  const { drafts } = await mnemonic.scan({ now: NOW_MS + HOUR });
  await mnemonic.reject(drafts[0]!.draft_id);
  const written = home.state();
  stateFile.parse(written);
  written.context_log.forEach((entry) => contextEntry.parse(entry));
  written.pattern_history.forEach((entry) => historyEntry.parse(entry));
  expect(
    written.draft_queue.map((entry) => [queuedDraft.safeParse(entry).success, decidedDraft.safeParse(entry).success]),
  ).toEqual([
    [true, false],
    [false, true],
  ]);
});
