import type { HashSeed } from "../core/line/hash.js";
import type { Partial } from "../core/count/partial.js";
import { hourOf, type Precision } from "../core/count/precision.js";
import type { OpenArchive } from "../io/archives.js";
import { rangesWithin } from "../io/ranges.js";
import { DAY_MS } from "../model/options.js";
import type { CountOptions } from "../scan/count-options.js";
import { mostLanes, workOf } from "../scan/lane-count.js";
import { planLanes, runLanes, scanTask, type CutInto, type OpenPool, type ScanTask } from "../scan/lanes.js";
import { defaultMemoryBytes, laneBytesFor, mayOutgrow } from "../scan/memory-plan.js";
import { openEngine } from "../workers/engine.js";
import type { WorkerPool } from "../workers/pool.js";
import { LaneControl, type LaneResult, type RangeEnd } from "../workers/wire.js";
import { watched } from "../scan/scan-watch.js";

/** A byte range of an archive. */
export interface Part {
  readonly archive: number;
  readonly from: number;
  readonly to: number;
}

export interface ScannedPart extends Part {
  readonly partial: Partial;
  readonly ends: readonly RangeEnd[];
}

/** What is new takes more memory than there is for it. */
export class Outgrown extends Error {}

/** A day longer than a window reaches, for clocks that are set back. */
const KEPT_DAYS = 15;

/** Exact, so that windows may begin anywhere; of whole folds, for what the state has folded changes with each run. */
export function keptPrecision(nowMs: number): Precision {
  return { asOfMs: nowMs, floorMs: hourOf(nowMs - KEPT_DAYS * DAY_MS), exactHours: [] };
}

/** Scans parts of open archives, each into a partial of its own. */
export class PartScan {
  readBytes = 0;
  threads = 0;
  scanner = "none";
  readonly #archives: readonly OpenArchive[];
  readonly #pool: OpenPool;
  readonly #seed: HashSeed;
  readonly #options: CountOptions;

  constructor(archives: readonly OpenArchive[], pool: OpenPool, seed: HashSeed, options: CountOptions) {
    this.#archives = archives;
    this.#pool = pool;
    this.#seed = seed;
    this.#options = options;
  }

  /** @throws AbortedError, WorkerError, Outgrown */
  async scan(parts: readonly Part[], precision: Precision): Promise<ScannedPart[]> {
    const totalBytes = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    this.readBytes += totalBytes;
    const scanned: ScannedPart[] = [];
    const control = new LaneControl();
    await watched(control, totalBytes, this.#options, async () => {
      for (const part of parts) {
        if (control.stopped) return;
        const one = await this.#scanOne(part, control, precision);
        if (one !== undefined) scanned.push(one);
      }
    });
    return scanned;
  }

  /** undefined: the scan was stopped. */
  async #scanOne(part: Part, control: LaneControl, precision: Precision): Promise<ScannedPart | undefined> {
    const { archive, from, to } = part;
    const open = this.#archives[archive] as OpenArchive;
    const options = this.#options;
    const workBytes = workOf(open.encoding, to - from);
    const most = mostLanes(workBytes, options);
    const cut: CutInto = (size) => rangesWithin(open, archive, from, to, size);
    const { ranges, lanes, pool } = await planLanes(most, options, cut, this.#pool);
    const engine = await openEngine({ seed: this.#seed, precision }, workBytes, options.scanner);
    control.restart();
    const task = scanTask(this.#archives, ranges, engine.init, options, control);
    const results = await this.#runWithin(task, lanes, pool);
    this.threads = Math.max(this.threads, results.length);
    this.scanner = engine.init.name;
    if (control.stopped) return undefined;
    const partial = await engine.collect(results.flatMap((result) => result.partial ?? []));
    return { ...part, partial, ends: results.flatMap(({ ends }) => ends) };
  }

  /** What does not fit into memory is not kept. @throws Outgrown */
  async #runWithin(task: ScanTask, lanes: number, pool: WorkerPool | undefined): Promise<LaneResult[]> {
    const { laneBytes: asked, maxMemoryBytes, tempDir } = this.#options;
    const laneBytes = asked ?? laneBytesFor(maxMemoryBytes ?? defaultMemoryBytes(), lanes);
    if (!mayOutgrow(this.#archives, laneBytes)) return runLanes(task, lanes, pool);
    const { openSpill } = await import("../scan/spill.js");
    const spill = openSpill(this.#archives.length, lanes, this.#seed, laneBytes, tempDir);
    try {
      const results = await runLanes({ ...task, spill: spill.plan }, lanes, pool);
      if (spill.partials(results).length > 0) throw new Outgrown();
      return results;
    } finally {
      spill.close();
    }
  }
}
