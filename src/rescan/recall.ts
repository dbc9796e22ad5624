import { decodeMemo, recalled, type AnswerMemo } from "./answer-memo.js";
import { codeVersion } from "./code-version.js";
import type { Mode } from "../core/recognition/recognise.js";
import type { CacheFolder } from "../io/cache-folder.js";
import { isDirectory, logNames } from "../io/home.js";
import type { ReadState } from "../io/state-store.js";
import { areUnchanged, type InputStamp } from "../io/input-stamps.js";
import type { StampedRules } from "../io/rules-directory.js";
import { DEFAULT_MAX_LINE_BYTES, type ScanOptions } from "../model/options.js";
import type { Report } from "../model/report.js";
import { momentOf } from "../scan/moment.js";

/*
 * What comes before a run: nearly always nothing has changed, and the last answer holds. This loads little, for a command that
 * has nothing new to tell starts with it.
 */

/** What was answered before, and what it was made of. */
export interface Answers {
  memo: AnswerMemo | undefined;
  rules: StampedRules | undefined;
  /** The state as it was last read or written. */
  state: ReadState | undefined;
  /** What the last run was made of, and from when on the same may come to more. */
  seen: { readonly logNames: string; readonly inputs: readonly InputStamp[]; readonly risesAtMs: number } | undefined;
  /** What another process has left; asked where there is nothing of this one's. */
  readonly stored: () => AnswerMemo | undefined;
}

/** Whether a run at `nowMs` could find what the last one did not. */
export function mayHaveChanged(home: string, { seen }: Pick<Answers, "seen">, nowMs: number): boolean {
  if (seen === undefined || nowMs >= seen.risesAtMs || logNames(home).join("/") !== seen.logNames) return true;
  return !areUnchanged(seen.inputs);
}

/** Options that the cache knows the meaning of: with any other, everything is read. */
const KNOWN_OPTIONS: ReadonlySet<string> = new Set<keyof ScanOptions>([
  "now",
  "archives",
  "threads",
  "session",
  "dryRun",
  "maxLineBytes",
  "noCache",
  "verify",
  "signal",
  "onProgress",
]);

/** Whether a run may go on from what is known. */
export function mayUseCache(mode: Mode, options: ScanOptions): boolean {
  if (mode !== "scan" || (options.archives ?? []).length > 0 || options.noCache === true) return false;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.every(([name]) => KNOWN_OPTIONS.has(name));
}

/** What makes two runs ask the same; undefined: this one asks what is not remembered. */
export function questionOf(home: string, mode: Mode, options: ScanOptions): string | undefined {
  if (!mayUseCache(mode, options) || options.signal?.aborted === true || options.verify === true) return undefined;
  return JSON.stringify([options.session ?? null, options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES, logNames(home)]);
}

/** The last answer, of this process or another, if it is that of this run as well. */
export function recall(home: string, mode: Mode, options: ScanOptions, answers: Answers): Report | undefined {
  const started = performance.now();
  const question = questionOf(home, mode, options);
  const isDry = options.dryRun === true || !isDirectory(home);
  const memo = question === undefined ? undefined : (answers.memo ??= answers.stored());
  if (question === undefined || memo === undefined) return undefined;
  const report = recalled(memo, question, momentOf(options.now), isDry, started);
  // Before that moment nothing rises: who watches need not ask again.
  if (report !== undefined)
    answers.seen ??= { logNames: logNames(home).join("/"), inputs: memo.inputs, risesAtMs: memo.untilMs };
  return report;
}

/** What another process has left; a damaged one is none. */
export function storedMemo(folder: CacheFolder): AnswerMemo | undefined {
  const bytes = folder.readAnswer();
  return bytes && decodeMemo(bytes, codeVersion());
}
