const SLOTS = 6;
/** Each slot is a range of its own, and each range costs the merge its share. */
const SLOT_BYTES = 4 << 20;
const [FILLED, TAKEN, CLOSED, STATES] = [0, 1, 2, 4];
const HEADER_BYTES = 256;
/** A stop of the scan wakes nobody. */
const LONGEST_WAIT_MS = 100;

/** Whole lines of a decoded archive, for whichever lane takes them. */
export interface Slot {
  readonly bytes: Uint8Array;
  /** Of the first byte, in the decoded archive. */
  readonly place: number;
  readonly slot: number;
}

/**
 * What one lane has decoded, in a memory that all lanes share: a ring of slots. The decoder fills one after another; any lane
 * takes the oldest that is filled, so each lane sees its slots in the order of the archive.
 *
 *   words:  filled | taken | closed | - | state of each slot: 0 free, 1 filled or being scanned
 *   then:   length and place of each slot, as floats; at HEADER_BYTES the slots themselves
 */
export class DecodedRing {
  readonly memory: SharedArrayBuffer;
  readonly slotBytes: number;
  readonly #words: Int32Array;
  readonly #lengths: Float64Array;
  readonly #places: Float64Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.slotBytes = (memory.byteLength - HEADER_BYTES) / SLOTS;
    this.#words = new Int32Array(memory, 0, STATES + SLOTS);
    this.#lengths = new Float64Array(memory, 64, SLOTS);
    this.#places = new Float64Array(memory, 128, SLOTS);
  }

  /** `slotBytes`: how much each takes. */
  static ofSlots(slotBytes = SLOT_BYTES): DecodedRing {
    return new DecodedRing(new SharedArrayBuffer(HEADER_BYTES + SLOTS * slotBytes));
  }

  /** Where the next lines go; undefined: all slots are in use. The decoder's alone. */
  space(): Uint8Array | undefined {
    const slot = Atomics.load(this.#words, FILLED) % SLOTS;
    return Atomics.load(this.#words, STATES + slot) === 0 ? this.#bytesOf(slot, this.slotBytes) : undefined;
  }

  /** The first `bytes` of `space()` are whole lines. */
  fill(bytes: number, place: number): void {
    const slot = Atomics.load(this.#words, FILLED) % SLOTS;
    this.#lengths[slot] = bytes;
    this.#places[slot] = place;
    Atomics.store(this.#words, STATES + slot, 1);
    Atomics.add(this.#words, FILLED, 1);
    Atomics.notify(this.#words, FILLED);
  }

  /** The oldest slot that nobody has taken. Give it back by `free`. */
  take(): Slot | undefined {
    for (;;) {
      const taken = Atomics.load(this.#words, TAKEN);
      if (taken === Atomics.load(this.#words, FILLED)) return undefined;
      if (Atomics.compareExchange(this.#words, TAKEN, taken, taken + 1) !== taken) continue;
      const slot = taken % SLOTS;
      return { bytes: this.#bytesOf(slot, this.#lengths[slot] as number), place: this.#places[slot] as number, slot };
    }
  }

  free({ slot }: Slot): void {
    Atomics.store(this.#words, STATES + slot, 0);
  }

  /** No more will come. */
  close(): void {
    Atomics.store(this.#words, CLOSED, 1);
    Atomics.notify(this.#words, FILLED);
  }

  get isClosed(): boolean {
    return Atomics.load(this.#words, CLOSED) === 1;
  }

  /** For a worker with nothing to do: until a slot is filled, or for a moment. */
  wait(): void {
    const filled = Atomics.load(this.#words, FILLED);
    if (filled !== Atomics.load(this.#words, TAKEN) || this.isClosed) return;
    Atomics.wait(this.#words, FILLED, filled, LONGEST_WAIT_MS);
  }

  #bytesOf(slot: number, length: number): Uint8Array {
    return new Uint8Array(this.memory, HEADER_BYTES + slot * this.slotBytes, length);
  }
}
