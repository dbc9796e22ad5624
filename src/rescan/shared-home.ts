import { realpathSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { AnswerMemo } from "./answer-memo.js";
import type { CacheStore } from "./cache-store.js";
import { CacheFolder } from "../io/cache-folder.js";
import { storedMemo, type Answers } from "./recall.js";

const homes = new Map<string, SharedHome>();

/** What all that this process has open of one home share: whose turn it is, and what is known of the logs. */
export class SharedHome {
  readonly folder: CacheFolder;
  readonly answers: Answers;
  readonly #key: string;
  #store: CacheStore | undefined;
  #users = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** A run that may write has learnt so many bytes; the moment it was of. */
  #toKeep: { readonly bytes: number; readonly nowMs: number } | undefined;
  #keptMs: number | undefined;
  #keptMemo: AnswerMemo | undefined;

  private constructor(key: string, home: string) {
    this.#key = key;
    this.folder = new CacheFolder(home);
    const stored = (): AnswerMemo | undefined => (this.#keptMemo = storedMemo(this.folder));
    this.answers = { memo: undefined, rules: undefined, state: undefined, seen: undefined, stored };
  }

  /** Call `release` once for each call of this. */
  static of(home: string): SharedHome {
    const key = realPath(home);
    let shared = homes.get(key);
    if (shared === undefined) homes.set(key, (shared = new SharedHome(key, home)));
    shared.#users++;
    return shared;
  }

  /** Loaded when something is new. */
  async store(): Promise<CacheStore> {
    const { CacheStore: Store } = await import("./cache-store.js");
    return (this.#store ??= new Store(this.folder));
  }

  /** Runs `work` when all that was asked for before is done, whatever came of it. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.then(
      async () => this.#keep(),
      () => {},
    );
    return turn;
  }

  /** What a run has read may be kept. */
  learnt(bytes: number, nowMs: number): void {
    this.#toKeep = { bytes, nowMs };
  }

  async idle(): Promise<void> {
    await this.#last;
  }

  /** The last one writes what is not written, and forgets the rest. */
  async release(): Promise<void> {
    await this.#last;
    if (this.#keptMs !== undefined) this.#store?.save(this.#keptMs);
    if (--this.#users > 0) return;
    homes.delete(this.#key);
    this.#store?.close();
  }

  /** What was learnt is written behind the answer and before the next turn: who waits for the answer has it first. */
  async #keep(): Promise<void> {
    if (this.#toKeep === undefined) return;
    await setImmediate();
    const { bytes, nowMs } = this.#toKeep;
    this.#toKeep = undefined;
    this.#keptMs = nowMs;
    this.#store?.keep(bytes, nowMs);
    this.#keepAnswer();
  }

  #keepAnswer(): void {
    const { memo } = this.answers;
    if (memo === undefined || !memo.isStable || memo === this.#keptMemo) return;
    this.#keptMemo = memo;
    this.#store?.writeAnswer(memo);
  }
}

function realPath(home: string): string {
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
}
