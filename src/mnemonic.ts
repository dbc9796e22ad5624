import { existsSync } from "node:fs";
import { join } from "node:path";
import { ArchiveScan, type Counted } from "./archive-scan.js";
import { precisionFor, type Precision } from "./core/precision.js";
import type { Mode } from "./core/recognise.js";
import { Recogniser } from "./core/recognition.js";
import { expandPaths, type NamedFile } from "./io/archives.js";
import { readConfig, type Config } from "./io/config.js";
import { readHitTexts, sha256 } from "./io/evidence.js";
import { logNames, resolveHome } from "./io/home.js";
import { readRules } from "./io/rules-directory.js";
import { MnemonicError } from "./model/errors.js";
import type { ScanOptions } from "./model/options.js";
import type { Report, Source } from "./model/report.js";
import { momentOf, reportOf } from "./report.js";
import type { WorkerPool } from "./workers/pool.js";

export interface MnemonicOptions {
  /** The home's folder; default `$HERMES_HOME/self-reflection`, else `~/.hermes/self-reflection`. */
  readonly home?: string;
  /** Worker threads of the pool; default: as many as the machine has. */
  readonly threads?: number;
}

/** A home, opened. Scans of one home run one after another; the worker pool stays warm between them. */
export class Mnemonic implements AsyncDisposable {
  readonly home: string;
  readonly #threads: number | undefined;
  #pool: Promise<WorkerPool> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: MnemonicOptions = {}) {
    this.home = resolveHome(options.home);
    this.#threads = options.threads;
  }

  /** Counts the home's log (or the named archives), recognises patterns and drafts them. @throws MnemonicError */
  async scan(options: ScanOptions = {}): Promise<Report> {
    return this.#inTurn(async () => this.#run("scan", options));
  }

  /** The same over history: one session is one occasion however long ago. @throws MnemonicError */
  async backfill(options: ScanOptions & { readonly archives: readonly string[] }): Promise<Report> {
    return this.#inTurn(async () => this.#run("backfill", options));
  }

  /** Ends the worker threads, after the scan that is running. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last.catch(() => {});
    await (await this.#pool)?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #inTurn(work: () => Promise<Report>): Promise<Report> {
    if (this.#closed) throw new MnemonicError("CLOSED", "this Mnemonic was closed", "open another one");
    const turn = this.#last.catch(() => {}).then(work);
    this.#last = turn;
    return turn;
  }

  async #run(mode: Mode, options: ScanOptions): Promise<Report> {
    const started = performance.now();
    const nowMs = momentOf(options.now);
    const config = readConfig(this.home);
    const scans: ArchiveScan[] = [];
    const count = async (files: readonly NamedFile[], precision: Precision): Promise<Counted> => {
      const scan = new ArchiveScan(files, async () => this.#openPool());
      scans.push(scan);
      const sliding =
        mode === "backfill" ? { ...config.thresholds, watermarksMs: new Map<string, number>() } : undefined;
      return scan.count({ ...options, threads: options.threads ?? this.#threads, nowMs, precision, sliding });
    };
    try {
      const [intercepts, rules] = await Promise.all([
        count(this.#files(options), precisionOf(mode, nowMs)),
        readRules(this.home, options.signal === undefined ? {} : { signal: options.signal }),
      ]);
      const errors = intercepts.counts.lines.accepted > 0 ? undefined : await this.#countErrors(nowMs, count);
      const used = errors !== undefined && errors.counts.lines.accepted > 0 ? errors : intercepts;
      const source = sourceOf(intercepts, errors);
      const scan = scans[used === errors ? 1 : 0] as ArchiveScan;
      const recogniser = new Recogniser(used.counts, {
        mode,
        source,
        nowMs,
        ...optionsOf(config),
        rules: rules.rules,
        paths: scan.paths,
        sha256,
      });
      const recognition = recogniser.conclude(await readHitTexts(scan.set.open, recogniser.places()));
      const warnings = [...config.warnings, ...rules.warnings];
      return reportOf({
        nowMs,
        mode,
        source,
        used,
        counted: errors === undefined ? [intercepts] : [intercepts, errors],
        recognition,
        warnings,
        started,
      });
    } finally {
      for (const scan of scans) scan.close();
    }
  }

  async #countErrors(
    nowMs: number,
    count: (files: readonly NamedFile[], precision: Precision) => Promise<Counted>,
  ): Promise<Counted | undefined> {
    const file = join(this.home, "errors.jsonl");
    if (!existsSync(file)) return undefined;
    return count([{ path: "errors.jsonl", file, role: "errors" }], { ...precisionFor(nowMs), floorMs: -Infinity });
  }

  #files(options: ScanOptions): NamedFile[] {
    if (options.archives !== undefined && options.archives.length > 0) return expandPaths(options.archives);
    return logNames(this.home).map((name) => ({ path: name, file: join(this.home, name), role: "intercepts" }));
  }

  async #openPool(): Promise<WorkerPool> {
    // piscina is half of our start-up time: it loads with the first scan that wants workers.
    this.#pool ??= import("./workers/pool.js").then(({ WorkerPool: Pool }) => new Pool(this.#threads));
    return this.#pool;
  }
}

/** Opens a home. Nothing is read yet, and no thread started. @throws MnemonicError HOME_NOT_FOUND */
export async function openMnemonic(options: MnemonicOptions = {}): Promise<Mnemonic> {
  return new Mnemonic(options);
}

/** A backfill looks at all of history, so nothing lies before its floor. */
function precisionOf(mode: Mode, nowMs: number): Precision {
  const precision = precisionFor(nowMs);
  return mode === "scan" ? precision : { ...precision, floorMs: -Infinity };
}

function optionsOf(config: Config): Pick<Config, "thresholds"> {
  return { thresholds: config.thresholds };
}

/** The source chain (semantics, section 3). */
function sourceOf(intercepts: Counted, errors: Counted | undefined): Source {
  if (intercepts.counts.lines.accepted > 0) return "guard_intercept";
  return errors !== undefined && errors.counts.kinds[0] !== 0 ? "canon_errors" : "none";
}
