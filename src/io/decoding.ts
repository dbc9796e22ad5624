import type { ArchiveReason } from "../model/archive-reasons.js";

/** A stream that can be had more than once, each time from its beginning. */
export type Source = () => AsyncIterable<Uint8Array>;

/**
 * Decodes `input`. What it yields is good; if the encoded form is damaged or cut short, it ends with a DamagedData.
 * `again` gives the input anew, for a decoder that must go back to find where the damage begins.
 */
export type Decoder = (input: AsyncIterable<Uint8Array>, again: Source) => AsyncGenerator<Uint8Array>;

export type Damage = "cut" | "damaged" | "trailing";

/** What is wrong with an encoded form. All that came before it was decoded. */
export class DamagedData extends Error {
  readonly damage: Damage;
  /** The encoding's name. */
  readonly form: string;

  constructor(damage: Damage, form: string, detail: string) {
    super(detail);
    this.damage = damage;
    this.form = form;
  }

  /** For the report. */
  get reason(): ArchiveReason {
    return { code: `data_${this.damage}`, params: { form: this.form, detail: this.message } };
  }
}

/** Whether the encoded form could not be read, which is no damage of it: nothing is known of what would have come. */
export function isUnread(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** The same bytes in pieces, each of at most as many as `bytes` says then: what a decoder makes of a piece is bounded by it. */
export async function* inPieces(input: AsyncIterable<Uint8Array>, bytes: () => number): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) {
    for (let rest = chunk; rest.length > 0;) {
      // Evenly: a short one at the end costs as much as the others.
      const piece = rest.subarray(0, Math.ceil(rest.length / Math.ceil(rest.length / bytes())));
      yield piece;
      rest = rest.subarray(piece.length);
    }
  }
}
