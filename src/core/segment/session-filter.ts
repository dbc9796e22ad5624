/** Bits a session, and how many of them it sets: one in a hundred that are not there seems to be. */
const BITS = 10;
const PROBES = 5;

/**
 * A Bloom filter over session hashes: nearly all sessions of what is appended are new, and that is told by it without a look at
 * the sessions themselves. The hashes are seeded in secret, so nobody can choose ids that all seem to be there.
 */
export class SessionFilter {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  static for(sessions: number): SessionFilter {
    return new SessionFilter(new Uint8Array(Math.ceil((sessions * BITS) / 8)));
  }

  add(hash: number): void {
    const bits = this.bytes.length * 8;
    for (let i = 0, h = hash; i < PROBES; i++, h = next(h)) {
      const bit = h % bits;
      this.bytes[bit >>> 3] = (this.bytes[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }

  /** False: it is surely not there. */
  mayHave(hash: number): boolean {
    const bits = this.bytes.length * 8;
    if (bits === 0) return false;
    for (let i = 0, h = hash; i < PROBES; i++, h = next(h)) {
      const bit = h % bits;
      if (((this.bytes[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

/** A step of a mixer whose every output bit depends on every input bit (Murmur's finalizer). */
function next(hash: number): number {
  let h = (hash + 0x9e3779b9) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
