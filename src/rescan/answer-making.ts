import type { AnswerMemo } from "./answer-memo.js";
import { foldedUntilOf, type Memory } from "../core/memory/memory.js";
import { isDecided, isHistory } from "../core/memory/state-guards.js";
import { parseTime } from "../core/line/time.js";
import { frozen } from "../core/text/frozen.js";
import { areSettled, areUnchanged } from "../io/input-stamps.js";
import type { Answers } from "./recall.js";
import { DAY_MS } from "../model/options.js";
import type { Rule } from "../model/rule.js";
import type { State } from "../model/state.js";

/** Where it is not told from when on the same logs come to more, it is looked again after so long. */
const UNTOLD_MS = 600_000;

/** A run that is done, with what it came from. */
export interface FinishedRun extends Omit<AnswerMemo, "question" | "untilMs" | "unqueued"> {
  /** What it asked; undefined: its answer is not to be remembered. */
  readonly question: string | undefined;
  readonly isOwnLog: boolean;
  readonly isDry: boolean;
  /** By the clock, when the run began. */
  readonly startedMs: number;
  readonly logNames: readonly string[];
  readonly memory: Memory;
  /** As it was read. */
  readonly state: State;
  readonly rules: readonly Rule[];
  /** From then on windows hold other counts; undefined: that is not told. */
  readonly countsUntilMs: number | undefined;
  /** From then on a pattern may count for more; undefined: that is not told. */
  readonly risesAtMs: number | undefined;
}

/** Leaves for later runs what they need to know whether they would find the same. */
export function leaveAnswer(answers: Answers, run: FinishedRun): void {
  const { nowMs, inputs, logNames, question, countsUntilMs, risesAtMs = nowMs + UNTOLD_MS } = run;
  if (run.isOwnLog) {
    const times = [risesAtMs, ...laterThan(nowMs, momentsOf(run))];
    answers.seen = { logNames: logNames.join("/"), inputs, risesAtMs: Math.min(...times) };
  }
  if (question === undefined || countsUntilMs === undefined) return;
  answers.memo = run.isDry || run.isStable ? memoOf(run, question, countsUntilMs) : undefined;
}

/** undefined: what was asked now would not be answered alike for certain. */
function memoOf(run: FinishedRun, question: string, countsUntilMs: number): AnswerMemo | undefined {
  const { report, nowMs, inputs, memory, state } = run;
  if (report.switched !== undefined || report.archives.some(({ status }) => status === "unreadable")) return undefined;
  // What a run settles (rules that have come and gone) or clamps (a state from a clock that went ahead) takes its moment.
  if (isAhead(state, nowMs) || memory.queue.some((entry, i) => entry !== memory.state.draft_queue[i])) return undefined;
  if (!areSettled(inputs, run.startedMs) || !areUnchanged(inputs)) return undefined;
  const untilMs = Math.min(
    countsUntilMs,
    ...laterThan(nowMs, momentsOf(run)),
    (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS,
  );
  if (untilMs <= nowMs) return undefined;
  const queued = new Set(memory.queue.map((entry) => entry["draft_id"]));
  const unqueued = report.drafts.flatMap(({ draft_id }) => (queued.has(draft_id) ? [] : [draft_id]));
  return { question, nowMs, untilMs, inputs, report: frozen(report), unqueued, isStable: run.isStable };
}

/** Whether the state knows of something later: a run without a moment of its own may set that back. */
function isAhead(state: State, nowMs: number): boolean {
  if (parseTime(state.contexts_until) > nowMs) return true;
  if (state.draft_queue.some((entry) => isDecided(entry) && parseTime(entry.judged_until) > nowMs)) return true;
  return state.pattern_history.some((entry) => isHistory(entry) && (foldedUntilOf(entry) ?? -Infinity) > nowMs);
}

/** When something other than counts may change by itself. */
function momentsOf({ memory, rules }: Pick<FinishedRun, "memory" | "rules">): number[] {
  const expiries = rules.flatMap(({ expiresAtMs }) => (expiresAtMs === null ? [] : [expiresAtMs]));
  return [...expiries, ...memory.contexts.map(({ ts }) => parseTime(ts))];
}

function laterThan(nowMs: number, times: readonly number[]): number[] {
  const later = times.filter((ms) => ms > nowMs);
  return later.length === 0 ? [] : [later.reduce((least, ms) => Math.min(least, ms))];
}
