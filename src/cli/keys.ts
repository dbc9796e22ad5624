import { StoppedError } from "./command-errors.js";
import type { Host, Keyboard } from "./host.js";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ESCAPE = "\u001b";

/** So long is waited for what waits in the terminal: nobody reads a question sooner. */
const SETTLE_MS = 20;

function isEnd(key: string): boolean {
  return key === CTRL_C || key === CTRL_D;
}

/** Single keys of a terminal. Always to be closed: a terminal that is left raw is of no use to anyone. */
export class Keys {
  readonly #keyboard: Keyboard;
  readonly #signal: AbortSignal;
  readonly #pressed: string[] = [];
  #wake: (() => void) | undefined;
  #ended = false;

  constructor({ stdin, signal }: Pick<Host, "stdin" | "signal">) {
    this.#keyboard = stdin();
    this.#signal = signal;
    this.#open();
  }

  #open(): void {
    this.#keyboard.setRawMode?.(true);
    this.#keyboard.on("data", this.#take);
    this.#keyboard.on("end", this.#end);
    this.#signal.addEventListener("abort", this.#end);
    this.#keyboard.resume();
  }

  /** Gives the keyboard away meanwhile, to an editor say. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.close();
    try {
      return await work();
    } finally {
      this.#open();
    }
  }

  /** Forgets what was typed before anything was asked: it answers nothing. @throws StoppedError as `oneOf` */
  async forget(): Promise<void> {
    // What waits in the terminal comes as events.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const typed = this.#pressed.splice(0);
    if (typed.some(isEnd)) throw new StoppedError(undefined, undefined);
  }

  /**
   * Waits for one of these keys; `remind` is called for any other.
   * @throws StoppedError for Ctrl-C, Ctrl-D and a terminal that has gone
   */
  async oneOf(wanted: string, remind: () => Promise<void>): Promise<string> {
    for (;;) {
      const key = (await this.#next()).toLowerCase();
      if (wanted.includes(key)) return key;
      await remind();
    }
  }

  close(): void {
    this.#keyboard.off("data", this.#take);
    this.#keyboard.off("end", this.#end);
    this.#signal.removeEventListener("abort", this.#end);
    this.#keyboard.setRawMode?.(false);
    // Else an open standard input keeps the process alive.
    this.#keyboard.pause();
  }

  async #next(): Promise<string> {
    while (this.#pressed.length === 0) {
      if (this.#ended) throw new StoppedError(undefined, undefined);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const key = this.#pressed.shift() as string;
    if (isEnd(key)) throw new StoppedError(undefined, undefined);
    return key;
  }

  /** An arrow or function key is one chunk that begins with an escape: no key of ours, and not the letters in it either. */
  readonly #take = (chunk: Buffer | string): void => {
    const text = chunk.toString();
    this.#pressed.push(...(text.startsWith(ESCAPE) ? [ESCAPE] : Array.from(text)));
    this.#wake?.();
  };

  readonly #end = (): void => {
    this.#ended = true;
    this.#wake?.();
  };
}
