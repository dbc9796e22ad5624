import { crc32 } from "node:zlib";
import { isoTime } from "../core/line/time.js";
import { areUnchanged, type InputStamp } from "../io/input-stamps.js";
import type { Report } from "../model/report.js";

/** A run's report with all that it was made of: as long as nothing of it has changed, the next run's is the same. */
export interface AnswerMemo {
  /** The options of the run, as far as they change its answer, and the names of the logs. */
  readonly question: string;
  /** The report holds from the one moment to before the other. */
  readonly nowMs: number;
  readonly untilMs: number;
  readonly inputs: readonly InputStamp[];
  readonly report: Report;
  /** Ids of drafts that no queue has yet: they are as old as the run. */
  readonly unqueued: readonly string[];
  /** The state would stay as it is: so a run that may write gives the same. */
  readonly isStable: boolean;
}

/** The report, if it still holds; `started` is when the run began, by `performance.now`. */
export function recalled(
  memo: AnswerMemo,
  question: string,
  nowMs: number,
  isDry: boolean,
  started: number,
): Report | undefined {
  if (memo.question !== question || nowMs < memo.nowMs || nowMs >= memo.untilMs) return undefined;
  if (!(isDry || memo.isStable) || !areUnchanged(memo.inputs)) return undefined;
  const now = isoTime(nowMs) as string;
  const unqueued = new Set(memo.unqueued);
  const { report } = memo;
  const drafts =
    nowMs === memo.nowMs || unqueued.size === 0
      ? report.drafts
      : report.drafts.map((draft) => (unqueued.has(draft.draft_id) ? { ...draft, ts: now } : draft));
  const none = { plan_ms: 0, scan_ms: 0, merge_ms: 0, threads: 0, read_bytes: 0, scanner: "none", cache_notes: [] };
  const total_ms = Math.round((performance.now() - started) * 1000) / 1000;
  return { ...report, now, drafts, timings: { ...report.timings, ...none, total_ms } };
}

interface StoredMemo extends Omit<AnswerMemo, "inputs"> {
  readonly version: string;
  /** Paths that are bytes, as base64. */
  readonly inputs: readonly (readonly [at: string, isBytes: boolean, stamp: InputStamp["stamp"]])[];
}

/** For the next process. `version` is that of the code that made it. */
export function encodeMemo(memo: AnswerMemo, version: string): Uint8Array {
  const inputs = memo.inputs.map(
    ({ at, stamp }) => [typeof at === "string" ? at : at.toString("base64"), typeof at !== "string", stamp] as const,
  );
  const body = Buffer.from(JSON.stringify({ ...memo, version, inputs } satisfies StoredMemo));
  const out = Buffer.alloc(4 + body.length);
  out.writeUInt32LE(crc32(body));
  out.set(body, 4);
  return out;
}

/** undefined: it is damaged, or of other code. */
export function decodeMemo(bytes: Uint8Array, version: string): AnswerMemo | undefined {
  const body = bytes.subarray(4);
  if (bytes.length < 4 || Buffer.from(bytes).readUInt32LE() !== crc32(body)) return undefined;
  const { inputs, version: made, ...memo } = JSON.parse(Buffer.from(body).toString()) as StoredMemo;
  if (made !== version) return undefined;
  return {
    ...memo,
    inputs: inputs.map(([at, isBytes, stamp]) => ({ at: isBytes ? Buffer.from(at, "base64") : at, stamp })),
  };
}
