/** A session among those with the most hits. */
export interface TopSession {
  /** In WTF-8. */
  readonly id: Uint8Array;
  readonly total: number;
  /** By pattern; the last number is that of all patterns that are not told apart. */
  readonly hits: Float64Array;
}

/** The sessions with the most hits, of those that were shown to it; at a tie the first by id. */
export class TopSessions {
  readonly #most: number;
  readonly #width: number;
  /** The best first. */
  readonly #list: TopSession[] = [];

  /** `width`: how many numbers a session has. */
  constructor(most: number, width: number) {
    this.#most = most;
    this.#width = width;
  }

  /** A new entry with hits still to be filled in, or undefined: there are enough with more. `id` is asked for when it matters. */
  enter(total: number, id: () => Uint8Array): TopSession | undefined {
    const last = this.#list.length < this.#most ? undefined : this.#list.at(-1);
    if (total === 0 || this.#most === 0 || (last !== undefined && total < last.total)) return undefined;
    const session = { id: id().slice(), total, hits: new Float64Array(this.#width) };
    if (last !== undefined && isBefore(last, session)) return undefined;
    let at = this.#list.length;
    while (at > 0 && isBefore(session, this.#list[at - 1] as TopSession)) at--;
    this.#list.splice(at, 0, session);
    if (this.#list.length > this.#most) this.#list.pop();
    return session;
  }

  list(): readonly TopSession[] {
    return this.#list;
  }
}

function isBefore(a: TopSession, b: TopSession): boolean {
  return a.total === b.total ? compareBytes(a.id, b.id) < 0 : a.total > b.total;
}

/** Of WTF-8 texts: by code point. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return a.length - b.length;
}
