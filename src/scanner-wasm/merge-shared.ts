import { ActivityTally, type Activity, type ActivityQuestion } from "../core/count/activity.js";
import type { Counts } from "../core/merge/counts.js";
import { EarlyEvents, type EarlyAnswer } from "../core/merge/early-events.js";
import { assembleCounts, newestOf, watermarks, type MergeQuestion, type PlacedRange } from "../core/merge/merge.js";
import type { RangeResult } from "../core/count/partial.js";
import type { WindowCounts } from "../core/merge/windows.js";
import { decodeWtf8, encodeWtf8 } from "../core/line/wtf8.js";
import { isExotic } from "./exotic.js";
import { withFusedFolds } from "./fused-folds.js";
import { MemoryView } from "./memory-view.js";
import { answerShare, type MergeShare } from "./merge-share.js";
import type { SharedPartial, SharedScan } from "./scanner-wasm.js";
import { Tables, type MemoryPatterns } from "./tables.js";
import { instantiate, type WasmExports } from "./wasm-module.js";

/** Fields of an answer in assembly/windows.ts, f64 each. */
const ANSWER_FIELDS = 14;
const JUDGED = 0;
const SUMS = { d7: 1, d14: 2, sessions: 3, current: 4, effectiveD7: 5, effectiveD14: 6, effectiveAll: 7 } as const;
const MAXIMA = { sameSessionD7: 8, sameSessionAll: 9, sameSessionEvents: 10 } as const;
/** False positives without a session, which cancel from the sum. */
const LOOSE = { effectiveD7: 11, effectiveD14: 12, effectiveAll: 13 } as const;

/** A share takes so many parts, if all are as fast: who is late finds less to do. */
const PARTS_A_SHARE = 4;
/** For more patterns than have room here the main thread answers alone: each share has answers of its own. */
const MOST_ANSWER_BYTES = 64 * 2 ** 20;

/** Those who may take a share of a merge beside the caller. */
export interface ShareTakers {
  readonly count: number;
  /** Gives how many sessions each share has answered. */
  readonly answer: (shares: readonly MergeShare[]) => Promise<readonly number[]>;
}

/**
 * Merges the lanes of a scan by adoption and answers the question inside the shared memory: the same `Counts` as core's
 * `mergePartials` gives. Call it once.
 */
export function mergeShared(scan: SharedScan, partials: readonly SharedPartial[], question: MergeQuestion): Counts {
  const merge = new SharedMerge(scan, partials, question);
  const shares = merge.shares(1);
  return merge.counts(
    shares,
    shares.map((share) => answerShare(share)),
  );
}

/** The same, with what others do of it. */
export async function mergeAssisted(
  scan: SharedScan,
  partials: readonly SharedPartial[],
  question: MergeQuestion,
  takers?: ShareTakers,
): Promise<Counts> {
  const merge = new SharedMerge(scan, partials, question);
  const shares = merge.shares(1 + (takers?.count ?? 0));
  const [own, ...others] = shares as [MergeShare, ...MergeShare[]];
  const answering = others.length === 0 || takers === undefined ? Promise.resolve([]) : takers.answer(others);
  // Where our own share fails nobody listens any more, and what is told to nobody would end the caller's process.
  answering.catch(() => {});
  const sessions = answerShare(own);
  return merge.counts(shares, [sessions, ...(await answering)]);
}

class SharedMerge {
  readonly #scan: SharedScan;
  readonly #partials: readonly SharedPartial[];
  readonly #question: MergeQuestion;
  readonly #exports: WasmExports;
  readonly #lanes: LaneList;
  readonly #patterns: MemoryPatterns;
  readonly #current: string | null;

  constructor(scan: SharedScan, partials: readonly SharedPartial[], question: MergeQuestion) {
    const { module, memory, maxBytes } = scan.init;
    this.#scan = scan;
    this.#partials = partials;
    this.#question = question;
    this.#exports = instantiate(module, memory, maxBytes, {});
    this.#exports.openMerge();
    mergeRows(this.#exports, partials);
    this.#lanes = listLanes(this.#exports, memory, partials);
    // Now: merging may have made the memory grow, and tables see what there is when they are made.
    this.#patterns = new Tables(this.#exports, new MemoryView(memory)).patterns();
    const newest = newestOf(partials);
    this.#current = question.session ?? (newest === null ? null : decodeWtf8(newest.session));
  }

  /** Up to `most` shares. They may be taken at once, and by anyone. */
  shares(most: number): MergeShare[] {
    const { module, memory, maxBytes } = this.#scan.init;
    const count = Math.max(1, Math.min(most, Math.floor(MOST_ANSWER_BYTES / this.#answerBytes)));
    const judged = watermarks(this.#patterns.columns, this.#question);
    const currentEntry = this.#currentEntry();
    const next = this.#exports.reserve(4) >>> 0;
    const parts = count === 1 ? 1 : count * PARTS_A_SHARE;
    const { nowMs } = this.#question;
    const common = { module, memory, maxBytes, next, parts, ...this.#lanes, currentEntry, nowMs };
    return Array.from({ length: count }, () => ({ ...common, answers: this.#emptyAnswers(judged) }));
  }

  /** When all shares are answered. */
  counts(shares: readonly MergeShare[], sessions: readonly number[]): Counts {
    const { columns, rows } = this.#patterns;
    const { paths, activity } = this.#question;
    const ranges = this.#partials.flatMap((partial) => partial.ranges);
    const placed = (results: readonly RangeResult[]): PlacedRange[] => results.map((result) => ({ rows, result }));
    return assembleCounts({
      columns,
      windows: this.#windows(shares),
      ranges: placed(ranges),
      fused: () => placed(withFusedFolds(ranges)),
      undated: this.#partials.reduce((sum, { undated }) => sum + undated, 0),
      sessionless: this.#partials.reduce((sum, { sessionless }) => sum + sessionless, 0),
      sessions: sessions.reduce((sum, one) => sum + one, 0),
      currentSession: this.#current,
      paths,
      precision: this.#scan.init.precision,
      early: earlyOf(this.#partials, rows, this.#question),
      ...(activity && { activity: this.#activity(activity) }),
    });
  }

  #activity(question: ActivityQuestion): Activity {
    // Made anew: whoever answered a share may have made the memory grow.
    const tables = new Tables(this.#exports, new MemoryView(this.#scan.init.memory));
    return activityOf(tables, this.#partials, this.#patterns, question);
  }

  get #answerBytes(): number {
    return Math.max(1, this.#patterns.rows.length) * ANSWER_FIELDS * 8;
  }

  #emptyAnswers(judged: Float64Array): number {
    const answers = this.#exports.reserve(this.#answerBytes) >>> 0;
    const cells = this.#answersAt(answers);
    const { numbers } = this.#patterns;
    for (let row = 0; row < numbers.length; row++)
      cells[(numbers[row] as number) * ANSWER_FIELDS + JUDGED] = judged[row] as number;
    return answers;
  }

  #answersAt(address: number): Float64Array {
    return new Float64Array(this.#scan.init.memory.buffer, address, this.#answerBytes / 8);
  }

  #windows(shares: readonly MergeShare[]): WindowCounts {
    const answers = shares.map((share) => this.#answersAt(share.answers));
    const { numbers } = this.#patterns;
    const column = (field: number, join: (a: number, b: number) => number): Float64Array => {
      const out = new Float64Array(numbers.length);
      for (const cells of answers)
        for (let row = 0; row < out.length; row++)
          out[row] = join(out[row] as number, cells[(numbers[row] as number) * ANSWER_FIELDS + field] as number);
      return out;
    };
    const add = (a: number, b: number): number => a + b;
    const windows: Record<string, Float64Array> = {};
    for (const [name, field] of Object.entries(SUMS)) windows[name] = column(field, add);
    for (const [name, field] of Object.entries(MAXIMA)) windows[name] = column(field, Math.max);
    for (const [name, field] of Object.entries(LOOSE)) {
      const loose = column(field, add);
      windows[name] = (windows[name] as Float64Array).map((sum, row) => Math.max(0, sum - (loose[row] as number)));
    }
    return windows as unknown as WindowCounts;
  }

  /** The current session's entry in the first lane that has it, where its hits are added up; or 0. */
  #currentEntry(): number {
    if (this.#current === null || this.#current === "") return 0;
    const id = encodeWtf8(this.#current);
    const at = this.#exports.reserve(id.length) >>> 0;
    new Uint8Array(this.#scan.init.memory.buffer, at, id.length).set(id);
    for (const { state } of this.#partials) {
      const entry = this.#exports.findSessionEntry(state, at, id.length, isExotic(id)) >>> 0;
      if (entry !== 0) return entry;
    }
    return 0;
  }
}

/** Makes an instance go on with the pattern rows of all lanes. */
export function mergeRows(exports: WasmExports, partials: readonly SharedPartial[]): void {
  const [first, ...others] = partials;
  if (first === undefined) throw new RangeError("nothing to merge");
  exports.adoptLane(first.state);
  for (const { state } of others) exports.absorbRows(state);
}

type LaneList = Pick<MergeShare, "lanes" | "laneCount">;

/** Writes down for the module where the lanes saved their states. */
export function listLanes(
  exports: WasmExports,
  memory: WebAssembly.Memory,
  partials: readonly SharedPartial[],
): LaneList {
  const lanes = exports.reserve(partials.length * 4) >>> 0;
  const words = new Uint32Array(memory.buffer, lanes, partials.length);
  partials.forEach(({ state }, i) => (words[i] = state));
  return { lanes, laneCount: partials.length };
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
