import type { HashSeed } from "../../src/core/line/hash.js";
import { readLine, type LineOutcome } from "../../src/core/line/line.js";
import type { Partial } from "../../src/core/count/partial.js";
import type { Precision } from "../../src/core/count/precision.js";
import { KIND, observe, type ArchiveRole } from "../../src/core/line/record.js";
import type { RangeStart, Scanner } from "../../src/core/line/scanner.js";
import { Tally } from "../../src/core/count/tally.js";
import type { RejectReason } from "../../src/model/report.js";
import { encodeWtf8 } from "../../src/core/line/wtf8.js";

/** A scanner without a fast path: every line goes through `JSON.parse`. */
export class OracleScanner implements Scanner {
  readonly name = "oracle";
  readonly #tally: Tally;
  #bytes = new Uint8Array(0);
  #role: ArchiveRole = "intercepts";

  constructor(seed: HashSeed, precision: Precision) {
    this.#tally = new Tally(seed, precision);
  }

  buffer(bytes: number, keep: number): Uint8Array {
    if (bytes <= this.#bytes.length) return this.#bytes;
    const larger = new Uint8Array(bytes);
    larger.set(this.#bytes.subarray(0, keep));
    return (this.#bytes = larger);
  }

  beginRange({ archive, range, role }: RangeStart): void {
    this.#role = role;
    this.#tally.beginRange(archive, range);
  }

  scan(start: number, end: number, offset: number): void {
    for (let p = start; p < end;) {
      const newline = this.#bytes.indexOf(0x0a, p);
      this.#count(readLine(this.#bytes, p, newline), offset + p - start);
      p = newline + 1;
    }
  }

  scanTail(start: number, end: number, offset: number): void {
    const outcome = readLine(this.#bytes, start, end);
    if (outcome.type === "rejected" && outcome.reason === "invalid_json") this.#tally.incomplete(outcome.nuls);
    else this.#count(outcome, offset);
  }

  reject(reason: RejectReason, offset: number): void {
    this.#tally.rejected(reason, offset, false);
  }

  endRange(): void {
    this.#tally.endRange();
  }

  finish(): Partial {
    return this.#tally.toPartial();
  }

  #count(outcome: LineOutcome, offset: number): void {
    if (outcome.type === "blank") return this.#tally.blank(outcome.nuls);
    if (outcome.type === "rejected") return this.#tally.rejected(outcome.reason, offset, outcome.nuls);
    if (outcome.nuls) this.#tally.nuls();
    const seen = observe(outcome.value, outcome.text, this.#role);
    if (seen.kind >= KIND.context) return this.#tally.other(seen.kind);
    const pattern = this.#tally.patterns.pattern(seen.patternKind, seen.key);
    const interceptor = this.#tally.patterns.interceptor(encodeWtf8(seen.interceptor));
    const session = encodeWtf8(seen.session ?? "");
    this.#tally.record(seen.kind, pattern, interceptor, session, 0, session.length, seen.timeMs, offset);
  }
}
