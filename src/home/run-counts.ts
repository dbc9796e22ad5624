import { statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { activityQuestion } from "../core/count/activity.js";
import { precisionFor, type Precision } from "../core/count/precision.js";
import { recordReading, type Reading } from "../core/line/reading.js";
import type { PatternKind } from "../core/line/record.js";
import type { Memory } from "../core/memory/memory.js";
import { patternName } from "../core/merge/early-events.js";
import { unchangedUntil } from "../core/merge/unchanged-until.js";
import type { Mode } from "../core/recognition/recognise.js";
import { expandPaths, PassedOver } from "../io/archive-paths.js";
import type { NamedFile } from "../io/archives.js";
import type { Config } from "../io/config.js";
import { logNames } from "../io/home.js";
import type { RejectsFile } from "../io/rejects-file.js";
import type { ScanOptions } from "../model/options.js";
import type { CacheNote, Source } from "../model/report.js";
import type { OpenedCache } from "../rescan/home-cache.js";
import { Rescan } from "../rescan/rescan.js";
import { ArchiveScan } from "../scan/archive-scan.js";
import type { Checkpoint } from "../scan/checkpoint.js";
import type { Counted } from "../scan/count-options.js";
import type { WorkerPool } from "../workers/pool.js";
import type { Counting } from "./run-recognition.js";

/** What a run is asked to count, and by what. */
export interface CountsHost {
  readonly home: string;
  readonly openPool: () => Promise<WorkerPool>;
  readonly mode: Mode;
  readonly options: ScanOptions;
  readonly threads: number | undefined;
  readonly config: Config;
  readonly nowMs: number;
  readonly reading: Reading;
  readonly rejects: RejectsFile | undefined;
  readonly checkpoint: Checkpoint | undefined;
}

/** The counts of a run: of the log or of the archives that were named, and of `errors.jsonl` where these hold nothing. */
export class RunCounts {
  readonly #host: CountsHost;
  readonly #memory: Memory;
  readonly #watermarksMs: ReadonlyMap<string, number>;
  readonly #foldedUntilMs: ReadonlyMap<string, number>;
  readonly #passedOver = new PassedOver();
  readonly #scans: (ArchiveScan | Rescan)[] = [];

  constructor(host: CountsHost, memory: Memory) {
    const { checkpoint, nowMs } = host;
    this.#host = host;
    this.#memory = memory;
    // What a run goes on from was counted by what the state said then; what it says now is asked at the end, as always.
    this.#watermarksMs = checkpoint?.first?.watermarksMs ?? memory.watermarksMs();
    this.#foldedUntilMs = checkpoint?.first?.foldedUntilMs ?? memory.foldedUntilMs(nowMs);
    checkpoint?.tell({ nowMs, watermarksMs: this.#watermarksMs, foldedUntilMs: this.#foldedUntilMs });
  }

  /** `cache`: what is known of the log. The archives stay open until `close`. */
  async count(cache: OpenedCache | undefined): Promise<Counting> {
    const { mode, options, reading } = this.#host;
    // A backfill looks at all of history, so nothing lies before its floor.
    const countLog = async (): Promise<Counted> =>
      this.#count(this.#archives(), mode === "backfill" ? -Infinity : undefined, cache);
    const known = await countLog();
    const intercepts =
      cache === undefined || options.verify !== true ? known : await this.#verified(known, cache, countLog);
    const errors = intercepts.counts.lines.accepted > 0 ? undefined : await this.#countErrors();
    const used = errors !== undefined && errors.counts.lines.accepted > 0 ? errors : intercepts;
    return {
      intercepts,
      errors,
      used,
      scan: this.#scans[used === errors ? 1 : 0] as ArchiveScan | Rescan,
      source: sourceOf(intercepts, errors),
      reading: recordReading(reading),
      foldedUntilMs: this.#foldedUntilMs,
      passedOver: this.#passedOver,
    };
  }

  close(): void {
    for (const scan of this.#scans) scan.close();
  }

  async #count(files: readonly NamedFile[], floorMs?: number, known?: OpenedCache): Promise<Counted> {
    const { openPool, mode, options, threads, config, nowMs, reading, rejects, checkpoint } = this.#host;
    const { thresholds, maxMemoryBytes } = config;
    const isLog = this.#scans.length === 0;
    const scan = known === undefined ? new ArchiveScan(files, openPool) : new Rescan(files, openPool, known);
    this.#scans.push(scan);
    const watermarksMs = this.#watermarksMs;
    return scan.count({
      ...options,
      threads,
      activity: options.activity && activityQuestion(options.activity, nowMs),
      maxMemoryBytes: options.maxMemoryBytes ?? maxMemoryBytes,
      nowMs,
      isByClock: options.now === undefined,
      reading,
      rejects,
      checkpoint: isLog ? checkpoint : undefined,
      precision: this.#precision(floorMs),
      judgedUntilMs:
        watermarksMs.size === 0
          ? undefined
          : (kind, key) => watermarksMs.get(patternName(kind as PatternKind, this.#memory.stored(key))) ?? -Infinity,
      sliding: mode === "backfill" ? { ...thresholds, watermarksMs } : undefined,
    });
  }

  #precision(floorMs?: number): Precision {
    const { options, nowMs } = this.#host;
    const windows = precisionFor(nowMs, this.#watermarksMs.values(), floorMs);
    const activity = options.activity && activityQuestion(options.activity, nowMs);
    return {
      ...windows,
      floorMs: Math.min(windows.floorMs, activity?.floorMs ?? windows.floorMs),
      ...(this.#foldedUntilMs.size > 0 ? { foldedUntilMs: this.#foldedUntilMs } : {}),
    };
  }

  /** Counts again with nothing known. What the first count has noticed is said, and if it was wrong in anything else. */
  async #verified(known: Counted, { cache }: OpenedCache, countAgain: () => Promise<Counted>): Promise<Counted> {
    this.#scans.pop()?.close();
    cache.reset();
    const counted = await countAgain();
    // What was appended meanwhile makes a difference too.
    const isSameLog = isDeepStrictEqual(known.archives, counted.archives);
    const isMistaken = isSameLog && !isDeepStrictEqual(known.counts, counted.counts);
    const mistaken: CacheNote[] = isMistaken ? [{ code: "mistaken" }] : [];
    return { ...counted, notes: [...known.notes, ...counted.notes, ...mistaken] };
  }

  async #countErrors(): Promise<Counted | undefined> {
    const file = join(this.#host.home, "errors.jsonl");
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    const counted = await this.#count([{ path: "errors.jsonl", file, role: "errors" }], -Infinity);
    const untilMs = unchangedUntil(counted.counts.patterns, this.#host.nowMs);
    // Errors are hits alone, and those that lie ahead count already.
    return { ...counted, ...(untilMs !== undefined && { untilMs }), risesAtMs: Infinity };
  }

  #archives(): NamedFile[] {
    const { home, options } = this.#host;
    if (options.archives !== undefined && options.archives.length > 0)
      return expandPaths(options.archives, this.#passedOver);
    return logNames(home).map((name) => ({ path: name, file: join(home, name), role: "intercepts" }));
  }
}

/** The sooner one of what the log and the errors tell; undefined: one of them does not. */
export function soonest({ intercepts, errors }: Counting, of: "untilMs" | "risesAtMs"): number | undefined {
  const times = [intercepts[of], ...(errors === undefined ? [] : [errors[of]])];
  return times.includes(undefined) ? undefined : Math.min(...(times as number[]));
}

/** The source chain (semantics, section 3). */
function sourceOf(intercepts: Counted, errors: Counted | undefined): Source {
  if (intercepts.counts.lines.accepted > 0) return "guard_intercept";
  return errors !== undefined && errors.counts.kinds[0] !== 0 ? "canon_errors" : "none";
}
