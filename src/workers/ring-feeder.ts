import { setImmediate, setTimeout } from "node:timers/promises";
import { copyInto } from "../io/bulk-copy.js";
import type { LineFeeder } from "../io/line-feeder.js";
import type { DecodedRing } from "./decoded-ring.js";
import type { RingScan } from "./ring-scan.js";
import type { StreamFeeder } from "./stream-range.js";
import type { LaneControl } from "./wire.js";

const NEWLINE = 0x0a;
const NOTHING = new Uint8Array(0);

/**
 * Passes what is decoded on to all lanes, cut at line ends, and scans itself when they don't keep up: then it is better to
 * scan than to decode still more.
 */
export class RingFeeder implements StreamFeeder {
  readonly #ring: DecodedRing;
  readonly #scan: RingScan;
  readonly #control: LaneControl;
  /** The slot at hand, and how far it is filled. */
  #space: Uint8Array | undefined;
  #filled = 0;
  /** Of the first byte of the slot at hand. */
  #place = 0;
  /** The beginning of a line, which is to be that of the next slot; it still stands in the last one. */
  #carry: Uint8Array = NOTHING;
  /** Takes a line that fills a slot and goes on. */
  #long: LineFeeder | undefined;

  constructor(ring: DecodedRing, scan: RingScan, control: LaneControl) {
    this.#ring = ring;
    this.#scan = scan;
    this.#control = control;
  }

  get place(): number {
    return this.#place;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      if (this.#long !== undefined) at += this.#goOn(this.#long, chunk.subarray(at));
      else {
        const space = await this.#room();
        if (space === undefined) return;
        const bytes = Math.min(space.length - this.#filled, chunk.length - at);
        copyInto(space.subarray(this.#filled), chunk.subarray(at, at + bytes));
        at += bytes;
        this.#filled += bytes;
        if (this.#filled === space.length) await this.#pass(space);
      }
    }
  }

  async finish(): Promise<undefined> {
    if (this.#long !== undefined) this.#endLong(this.#long);
    else if (this.#carry.length > 0 || this.#filled > 0) {
      if ((await this.#room()) === undefined) return;
      this.#ring.fill(this.#filled, this.#place);
    }
    this.#ring.close();
    await this.#scanWaiting();
  }

  async #scanWaiting(): Promise<void> {
    while (!this.#control.stopped && this.#scan.one()) await setImmediate();
  }

  /** undefined: the scan was stopped. */
  async #room(): Promise<Uint8Array | undefined> {
    while (this.#space === undefined) {
      if (this.#control.stopped) return undefined;
      this.#space = this.#ring.space();
      if (this.#space !== undefined) this.#begin(this.#space);
      else if (!this.#scan.one()) await setTimeout(1);
    }
    return this.#space;
  }

  #begin(space: Uint8Array): void {
    copyInto(space, this.#carry);
    this.#filled = this.#carry.length;
    this.#carry = NOTHING;
  }

  async #pass(space: Uint8Array): Promise<void> {
    const end = space.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      // What nobody has taken stands before this line, and a scanner takes its ranges in ascending order.
      await this.#scanWaiting();
      this.#long = this.#scan.begin(this.#place);
      this.#long.write(space);
      this.#place += space.length;
      this.#filled = 0;
      return;
    }
    this.#ring.fill(end, this.#place);
    this.#carry = space.subarray(end);
    this.#place += end;
    this.#space = undefined;
  }

  /** Returns how many bytes belong to the line. */
  #goOn(long: LineFeeder, bytes: Uint8Array): number {
    const end = bytes.indexOf(NEWLINE) + 1;
    const used = end === 0 ? bytes.length : end;
    long.write(bytes.subarray(0, used));
    this.#place += used;
    if (end > 0) this.#endLong(long);
    return used;
  }

  #endLong(long: LineFeeder): void {
    this.#scan.end(long);
    this.#long = undefined;
  }
}
