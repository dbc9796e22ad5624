// A watch over a home that lives. Between its looks it sleeps, so that much may happen at once; each of its scans must say what
// the model says of that moment, and what it tells is what the model takes for new, once.
import { mayHaveChanged } from "../../src/rescan/recall.js";
import { watchHome } from "../../src/rescan/home-watch.js";
import { SharedHome } from "../../src/rescan/shared-home.js";
import type { Mnemonic, Report, ScanOptions } from "../../src/index.js";
import { Killed } from "../memory/faults.js";
import type { LifeModel, LifeState, LogFile } from "./model.js";
import { mustEqual } from "./report-check.js";

export interface WatchedLife {
  readonly model: LifeModel;
  files(): LogFile[];
  check(report: Report, state: LifeState): void;
}

export class LifeWatch {
  readonly #mnemonic: Mnemonic;
  readonly #life: WatchedLife;
  readonly #isDry: boolean;
  readonly #shared: SharedHome;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  readonly #told: string[] = [];
  readonly #due: string[] = [];
  #new: readonly string[] = [];
  /** Called when a look finds nothing to do; undefined: it sleeps. */
  #rested: (() => void) | undefined;
  #failed: (error: Error) => void = () => {};

  constructor(mnemonic: Mnemonic, life: WatchedLife, isDry: boolean) {
    this.#mnemonic = mnemonic;
    this.#life = life;
    this.#isDry = isDry;
    this.#shared = SharedHome.of(mnemonic.home);
    this.#done = this.#follow();
  }

  /**
   * Lets it look until it finds nothing new. Returns false if it was killed: a dead process tells of no problem, so one that may
   * be killed is dead when it does. @throws what is wrong about what it did
   */
  async look(mayDie: boolean): Promise<boolean> {
    const rested = new Promise<void>((resolve, reject) => {
      this.#rested = resolve;
      this.#failed = (error) => mayDie && reject(new Killed(error.message));
    });
    try {
      await Promise.race([rested, this.#done]);
    } catch (error) {
      if (error instanceof Killed) return false;
      throw error;
    } finally {
      this.#rested = undefined;
    }
    mustEqual(this.#told.splice(0).toSorted(), this.#due.splice(0).toSorted(), "drafts that the watch told");
    const state = this.#life.model.scan(this.#life.files(), true);
    mustEqual(newIn(state), this.#isDry ? this.#new : [], "drafts that the watch has missed");
    return true;
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#done.catch(() => {});
    await this.#shared.release();
  }

  async #follow(): Promise<void> {
    const home = { scan: async (options: ScanOptions) => this.#scan(options), mayHaveChanged: () => this.#mayScan() };
    const onProblem = (problem: Error): void => this.#failed(problem);
    const options = { intervalMs: 1, dryRun: this.#isDry, signal: this.#stop.signal, onProblem };
    for await (const { pattern } of watchHome(home, options)) this.#told.push(pattern);
  }

  #mayScan(): boolean {
    if (this.#rested === undefined) return false;
    const isChanged = mayHaveChanged(this.#mnemonic.home, this.#shared.answers, this.#life.model.nowMs);
    if (!isChanged) this.#rested();
    return isChanged;
  }

  async #scan(options: ScanOptions): Promise<Report> {
    const report = await this.#mnemonic.scan({ ...options, now: this.#life.model.nowMs });
    const state = this.#life.model.scan(this.#life.files(), this.#isDry);
    this.#life.check(report, state);
    const fresh = newIn(state);
    // A dry run leaves what it tells as new as it was.
    this.#due.push(...fresh.filter((pattern) => !this.#isDry || !this.#new.includes(pattern)));
    this.#new = fresh;
    return report;
  }
}

function newIn({ patterns }: LifeState): string[] {
  return [...patterns].flatMap(([name, { isNew }]) => (isNew ? [name] : [])).toSorted();
}
