import { ActivityTally, type Activity, type ActivityQuestion } from "../core/count/activity.js";
import type { Counts } from "../core/merge/counts.js";
import { EarlyEvents, type EarlyAnswer } from "../core/merge/early-events.js";
import { assembleCounts, newestOf, watermarks, type MergeQuestion } from "../core/merge/merge.js";
import type { ShardedPartial } from "../core/count/partial.js";
import type { WindowCounts } from "../core/merge/windows.js";
import { decodeWtf8, encodeWtf8 } from "../core/line/wtf8.js";
import { isExotic } from "./exotic.js";
import { withFusedFolds } from "./fused-folds.js";
import { MemoryView } from "./memory-view.js";
import type { SharedPartial, SharedScan } from "./scanner-wasm.js";
import { toSerialForm } from "./serial-form.js";
import { Tables, type MemoryPatterns } from "./tables.js";
import { instantiate, type WasmExports } from "./wasm-module.js";

/** Fields of an answer in assembly/windows.ts, f64 each. */
const ANSWER_FIELDS = 14;
const JUDGED = 0;
const ANSWERS = {
  d7: 1,
  d14: 2,
  sessions: 3,
  current: 4,
  effectiveD7: 5,
  effectiveD14: 6,
  effectiveAll: 7,
  sameSessionD7: 8,
  sameSessionAll: 9,
  sameSessionEvents: 10,
} as const satisfies Record<keyof WindowCounts, number>;
/** False positives without a session, which cancel from the sum. */
const LOOSE = { effectiveD7: 11, effectiveD14: 12, effectiveAll: 13 } as const;

/**
 * Merges the lanes of a scan by adoption and answers the question inside the shared memory: the same `Counts` as core's
 * `mergePartials` gives. Call it once.
 */
export function mergeShared(scan: SharedScan, partials: readonly SharedPartial[], question: MergeQuestion): Counts {
  const { module, memory, maxBytes, precision } = scan.init;
  const exports = instantiate(module, memory, maxBytes, {});
  exports.openMerge();
  mergeLanes(exports, partials);
  // Now: merging may have made the memory grow, and tables see what there is when they are made.
  const tables = new Tables(exports, new MemoryView(memory));
  const patterns = tables.patterns();
  const newest = newestOf(partials);
  const current = question.session ?? (newest === null ? null : decodeWtf8(newest.session));
  const { windows, sessions } = answer(exports, tables, memory, partials, patterns, {
    ...question,
    session: current ?? "",
  });
  return assembleCounts({
    columns: patterns.columns,
    windows,
    ranges: withFusedFolds(partials.flatMap(({ ranges }) => ranges)).map((result) => ({ rows: patterns.rows, result })),
    undated: partials.reduce((sum, { undated }) => sum + undated, 0),
    sessionless: partials.reduce((sum, { sessionless }) => sum + sessionless, 0),
    sessions,
    currentSession: current,
    paths: question.paths,
    precision,
    early: earlyOf(partials, patterns.rows, question),
    ...(question.activity && { activity: activityOf(tables, partials, patterns, question.activity) }),
  });
}

export function mergeLanes(exports: WasmExports, partials: readonly SharedPartial[]): void {
  const [first, ...others] = partials;
  if (first === undefined) throw new RangeError("nothing to merge");
  exports.adoptLane(first.state);
  others.forEach(({ state }, i) => exports.absorbLane(state, i === others.length - 1));
}

function answer(
  exports: WasmExports,
  tables: Tables,
  memory: WebAssembly.Memory,
  partials: readonly SharedPartial[],
  { columns, numbers, rows }: MemoryPatterns,
  question: MergeQuestion & { session: string },
): { windows: WindowCounts; sessions: number } {
  const at = exports.reserveAnswers(rows.length) >>> 0;
  const entry = sessionEntry(exports, memory, partials, question.session);
  const cells = new Float64Array(memory.buffer, at, rows.length * ANSWER_FIELDS);
  const judged = watermarks(columns, question);
  numbers.forEach((number, row) => (cells[number * ANSWER_FIELDS + JUDGED] = judged[row] as number));
  exports.ask(at, question.nowMs, entry);
  let sessions = 0;
  for (const { state } of partials) sessions += exports.answerSessions(tables.firstChunk(state)) >>> 0;
  const column = (field: number): Float64Array =>
    Float64Array.from(numbers, (number) => cells[number * ANSWER_FIELDS + field] as number);
  const windows = Object.fromEntries(Object.entries(ANSWERS).map(([name, field]) => [name, column(field)]));
  for (const [name, field] of Object.entries(LOOSE)) {
    const loose = column(field);
    windows[name] = (windows[name] as Float64Array).map((sum, row) => Math.max(0, sum - (loose[row] as number)));
  }
  return { windows: windows as unknown as WindowCounts, sessions };
}

/** The session's entry, or 0. Lanes keep their indexes; what was merged away is not found in them. */
function sessionEntry(
  exports: WasmExports,
  memory: WebAssembly.Memory,
  partials: readonly SharedPartial[],
  session: string,
): number {
  if (session === "") return 0;
  const id = encodeWtf8(session);
  const at = exports.reserveAnswers(Math.ceil(id.length / 64)) >>> 0;
  new Uint8Array(memory.buffer, at, id.length).set(id);
  for (const { state } of partials) {
    const entry = exports.findSessionEntry(state, at, id.length, isExotic(id)) >>> 0;
    if (entry !== 0) return entry;
  }
  return 0;
}

/** Asked seldom, and then of all sessions once: JavaScript reads them, in about the time that the merge takes. */
function activityOf(
  tables: Tables,
  partials: readonly SharedPartial[],
  { columns, rows }: MemoryPatterns,
  question: ActivityQuestion,
): Activity {
  const tally = new ActivityTally(columns, question);
  for (const { state } of partials)
    tables.eachSession(tables.firstChunk(state), (entry) => addSession(tally, tables, rows, entry));
  return tally.finish();
}

function addSession(tally: ActivityTally, tables: Tables, rows: Uint32Array, entry: number): void {
  const groups = tables.groupsOf(entry);
  const future = new Map<number, number>();
  for (const { pattern, newestMs, secondMs } of groups) {
    tally.addTime(rows[pattern] as number, newestMs, 1);
    tally.addTime(rows[pattern] as number, secondMs, 1);
  }
  for (const { owner, at, count } of tables.cellsOf(entry)) {
    if ((owner & 1) === 1) continue;
    if (at === Infinity) future.set(owner >>> 1, count);
    else tally.addTime(rows[owner >>> 1] as number, at, count);
  }
  const presentOf = ({ pattern, hits }: (typeof groups)[number]): number => hits - (future.get(pattern) ?? 0);
  if (tables.isNobody(entry)) return;
  const total = groups.reduce((sum, group) => sum + presentOf(group), 0);
  const session = tally.enterSession(total, () => tables.sessionId(entry));
  if (session === undefined) return;
  for (const group of groups) tally.addToSession(session, rows[group.pattern] as number, presentOf(group));
}

function earlyOf(
  partials: readonly SharedPartial[],
  rows: Uint32Array,
  { sliding }: MergeQuestion,
): ((pattern: number) => EarlyAnswer) | undefined {
  if (sliding === undefined) return undefined;
  const events = new EarlyEvents(sliding);
  for (const { early } of partials) if (early !== undefined) events.absorb(early, rows);
  return (pattern) => events.answer(pattern);
}

/** A lane's findings as columns, where they are to be merged with others than those of this memory. */
export function serialForm(scan: SharedScan, { state, lane: _lane, ...found }: SharedPartial): ShardedPartial {
  const { module, memory, maxBytes } = scan.init;
  const exports = instantiate(module, memory, maxBytes, {});
  exports.openMerge();
  exports.adoptLane(state);
  const tables = new Tables(exports, new MemoryView(memory));
  return toSerialForm(tables, exports.firstChunkAt() >>> 0, scan.init, found);
}
