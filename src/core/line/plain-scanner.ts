import { ByteDictionary } from "../count/byte-dictionary.js";
import { grown } from "../count/columns.js";
import type { SlidingQuestion } from "../merge/early-events.js";
import { FIELD } from "./fields.js";
import type { HashSeed } from "./hash.js";
import { IsoReader } from "./iso-bytes.js";
import { JsonWalker, VALUE } from "./json-walker.js";
import { readLine, type LineOutcome } from "./line.js";
import { inMemory, type Partial, type ShardedPartial } from "../count/partial.js";
import type { Precision } from "../count/precision.js";
import { AS_WRITTEN, recordReading, type Reading, type RecordReading } from "./reading.js";
import { KIND, observe, PATTERN, type ArchiveRole, type Kind } from "./record.js";
import type { OnReject, RangeStart, SegmentScanner } from "./scanner.js";
import { Tally } from "../count/tally.js";
import type { RejectReason } from "../../model/report.js";
import { decodeUtf8, encodeWtf8, isUtf8 } from "./wtf8.js";

const NEWLINE = 0x0a;
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const FALSE_POSITIVE = ascii("false_positive");
const RETRY = ascii("retry");
const OWN = ascii("mnemonic_pattern");
const CORRECTION = ascii("UserCorrection");
const RETRY_LOOP = ascii("RetryLoop");
const SLOW = -1;

/**
 * The scanner in plain TypeScript.
 *
 * Fast path: a line that `JsonWalker` takes whole, whose ids and time have their common form. It is counted without a
 * string or object being made. Slow path: every other line goes through `readLine` and `observe`, that is through
 * `JSON.parse`. Both end in the same `Tally`, so only the fast path's certainty matters for the result, never its reach.
 */
export class PlainScanner implements SegmentScanner {
  readonly name = "plain";
  onReject: OnReject | undefined;
  readonly #newTally: () => Tally;
  #tally: Tally;
  readonly #walker = new JsonWalker();
  readonly #iso = new IsoReader();
  // Rule ids as they stand in the log, and the pattern of each: many spellings may be one normalised id.
  #rawRules: ByteDictionary;
  readonly #seed: HashSeed;
  #patternOfRaw: Uint32Array = new Uint32Array(64);
  #bytes: Uint8Array = new Uint8Array(0);
  #role: ArchiveRole = "intercepts";
  readonly #reading: RecordReading;

  constructor(seed: HashSeed, precision: Precision, sliding?: SlidingQuestion, reading: Reading = AS_WRITTEN) {
    this.#newTally = () => new Tally(seed, precision, sliding, reading);
    this.#tally = this.#newTally();
    this.#reading = recordReading(reading);
    this.#seed = seed;
    this.#rawRules = new ByteDictionary(seed);
  }

  buffer(bytes: number, keep: number): Uint8Array {
    if (bytes > this.#bytes.length) {
      const larger = new Uint8Array(bytes);
      larger.set(this.#bytes.subarray(0, keep));
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  beginRange(start: RangeStart): void {
    this.#role = start.role;
    this.#tally.beginRange(start.archive, start.range);
  }

  scan(start: number, end: number, offset: number): void {
    const bytes = this.#bytes;
    for (let p = start; p < end;) {
      const newline = this.#fastLine(p, offset + p - start);
      if (newline >= 0) p = newline + 1;
      else {
        const lineEnd = bytes.indexOf(NEWLINE, p);
        this.#count(readLine(bytes, p, lineEnd), offset + p - start, p, lineEnd);
        p = lineEnd + 1;
      }
    }
  }

  scanTail(start: number, end: number, offset: number): void {
    this.#bytes[end] = NEWLINE;
    if (this.#fastLine(start, offset) >= 0) return;
    const outcome = readLine(this.#bytes, start, end);
    if (outcome.type === "rejected" && outcome.reason === "invalid_json") this.#tally.incomplete(outcome.nuls);
    else this.#count(outcome, offset, start, end);
  }

  reject(reason: RejectReason, offset: number, head: Uint8Array): void {
    this.#tally.rejected(reason, offset, false);
    this.onReject?.(offset, reason, head, true);
  }

  endRange(): void {
    this.#tally.endRange();
  }

  finish(): Partial {
    return this.#tally.toPartial();
  }

  get tableBytes(): number {
    return this.#tally.tableBytes;
  }

  snapshot(write: (partial: ShardedPartial) => void): void {
    write(inMemory(this.#tally.toPartial()));
  }

  spill(write: (partial: ShardedPartial) => void): void {
    this.snapshot(write);
    this.#tally = this.#newTally();
    this.#rawRules = new ByteDictionary(this.#seed);
  }

  /** Slow path: counts what the oracle said of the line `[start, end)`. */
  #count(outcome: LineOutcome, offset: number, start: number, end: number): void {
    if (outcome.type === "blank") this.#tally.blank(outcome.nuls);
    else if (outcome.type === "rejected") {
      this.#tally.rejected(outcome.reason, offset, outcome.nuls);
      this.onReject?.(offset, outcome.reason, this.#bytes.subarray(start, end), false);
    } else {
      if (outcome.nuls) this.#tally.nuls();
      const seen = observe(outcome.value, outcome.text, this.#role, this.#reading);
      if (seen.kind >= KIND.context) return this.#tally.other(seen.kind);
      if (this.#tally.isOutside(seen.timeMs)) return this.#tally.other(KIND.outside);
      const pattern = this.#tally.patterns.pattern(seen.patternKind, seen.key);
      const interceptor = this.#tally.patterns.interceptor(encodeWtf8(seen.interceptor));
      const session = encodeWtf8(seen.session ?? "");
      this.#tally.record(seen.kind, pattern, interceptor, session, 0, session.length, seen.timeMs, offset);
    }
  }

  /** Fast path: counts the line at `p`; its newline's position, or SLOW with nothing counted. */
  #fastLine(p: number, offset: number): number {
    if (this.#role !== "intercepts" || this.#reading.map !== undefined) return SLOW;
    const newline = this.#walker.walk(this.#bytes, p);
    if (newline < 0) return SLOW;
    const kind = this.#kind();
    if (kind === SLOW) return SLOW;
    if (kind >= KIND.context) this.#tally.other(kind as Kind);
    else if (!this.#record(kind as Kind, offset)) return SLOW;
    return newline;
  }

  /** The record's kind (record.ts, `kindOf`, in its order), or SLOW. */
  #kind(): number {
    const type = this.#walker.type;
    if (
      type[FIELD.source] === VALUE.escaped ||
      type[FIELD.action] === VALUE.escaped ||
      type[FIELD.interceptor] === VALUE.escaped
    )
      return SLOW;
    if (this.#is(FIELD.source, OWN)) return KIND.own;
    if (
      type[FIELD.interceptor] !== VALUE.text ||
      this.#walker.start[FIELD.interceptor] === this.#walker.end[FIELD.interceptor]
    ) {
      if (isPresent(type[FIELD.summary] as number)) return KIND.context;
      if (isPresent(type[FIELD.match] as number) || isPresent(type[FIELD.error_type] as number)) return KIND.error;
    }
    if (type[FIELD.false_positive] === VALUE.true || this.#is(FIELD.action, FALSE_POSITIVE)) return KIND.falsePositive;
    if (this.#is(FIELD.interceptor, CORRECTION)) return SLOW; // levels are compared there
    return this.#is(FIELD.interceptor, RETRY_LOOP) || this.#is(FIELD.action, RETRY) ? KIND.retry : KIND.hit;
  }

  #is(field: number, text: Uint8Array): boolean {
    const start = this.#walker.start[field] as number;
    if (this.#walker.type[field] !== VALUE.text || (this.#walker.end[field] as number) - start !== text.length)
      return false;
    for (let i = 0; i < text.length; i++) if (this.#bytes[start + i] !== text[i]) return false;
    return true;
  }

  #record(kind: Kind, offset: number): boolean {
    const { type, start, end } = this.#walker;
    const ms = this.#time();
    if (ms === Infinity) return false;
    if (this.#tally.isOutside(ms)) {
      this.#tally.other(KIND.outside);
      return true;
    }
    const named = type[FIELD.session_id] === VALUE.text;
    const from = named ? (start[FIELD.session_id] as number) : 0;
    const to = named ? (end[FIELD.session_id] as number) : 0;
    if (!named && (type[FIELD.session_id] === VALUE.number || type[FIELD.session_id] === VALUE.escaped)) return false;
    if (from !== to && !isCleanId(this.#bytes, from, to)) return false;
    const pattern = this.#pattern();
    if (pattern < 0) return false;
    const interceptor = this.#interceptor();
    if (interceptor < 0) return false;
    this.#tally.record(kind, pattern, interceptor, this.#bytes, from, to, ms, offset);
    return true;
  }

  /** Epoch milliseconds, NaN for undated, Infinity for the slow path. */
  #time(): number {
    const { type, start, end } = this.#walker;
    const field = isAbsent(type[FIELD.ts] as number) ? FIELD.timestamp : FIELD.ts;
    if (isAbsent(type[field] as number)) return NaN;
    if (type[field] !== VALUE.text) return Infinity;
    const ms = this.#iso.read(this.#bytes, start[field] as number, end[field] as number);
    return ms === ms ? ms : Infinity;
  }

  /** The pattern of the record's rule id, or SLOW: without one, the reason must be read. */
  #pattern(): number {
    const { type, start, end } = this.#walker;
    const [from, to] = [start[FIELD.rule_id] as number, end[FIELD.rule_id] as number];
    if (type[FIELD.rule_id] !== VALUE.text || from === to) return SLOW;
    const hash = this.#rawRules.hash(this.#bytes, from, to);
    const row = this.#rawRules.find(this.#bytes, from, to, hash);
    if (row >= 0) return this.#patternOfRaw[row] as number;
    if (!isCleanId(this.#bytes, from, to)) return SLOW;
    const pattern = this.#tally.patterns.pattern(
      PATTERN.rule,
      decodeUtf8(this.#bytes.subarray(from, to)).normalize("NFC"),
    );
    const raw = this.#rawRules.add(this.#bytes, from, to, hash);
    this.#patternOfRaw = grown(this.#patternOfRaw, raw + 1);
    this.#patternOfRaw[raw] = pattern;
    return pattern;
  }

  #interceptor(): number {
    if (this.#walker.type[FIELD.interceptor] !== VALUE.text) return this.#tally.patterns.interceptor(this.#bytes, 0, 0);
    const [from, to] = [this.#walker.start[FIELD.interceptor] as number, this.#walker.end[FIELD.interceptor] as number];
    return isAscii(this.#bytes, from, to) ? this.#tally.patterns.interceptor(this.#bytes, from, to) : SLOW;
  }
}

function isPresent(type: number): boolean {
  return type !== VALUE.absent && type !== VALUE.null;
}

/** A value that can't be a time whatever it holds; numbers and text may be one. */
function isAbsent(type: number): boolean {
  return type !== VALUE.text && type !== VALUE.escaped && type !== VALUE.number;
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] as number) >= 0x80) return false;
  return true;
}

/** Whether the bytes are a valid id as they stand: nothing to trim, nothing that decoding would change. */
function isCleanId(bytes: Uint8Array, start: number, end: number): boolean {
  if (isAscii(bytes, start, end)) return (bytes[start] as number) > 0x20 && (bytes[end - 1] as number) > 0x20;
  const id = bytes.subarray(start, end);
  if (!isUtf8(id)) return false;
  const text = decodeUtf8(id);
  return text.trim() === text;
}
