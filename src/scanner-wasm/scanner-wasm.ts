import { EarlyEvents, patternName, type EarlyColumns, type SlidingQuestion } from "../core/merge/early-events.js";
import type { HashSeed } from "../core/line/hash.js";
import { readLine, type LineOutcome } from "../core/line/line.js";
import { type NewestRecord, type Partial, type RangeResult, type ShardedPartial } from "../core/count/partial.js";
import type { Precision } from "../core/count/precision.js";
import { AS_WRITTEN, recordReading, type Reading, type RecordReading } from "../core/line/reading.js";
import { KIND, observe, type ArchiveRole, type Observation, type PatternKind } from "../core/line/record.js";
import type { OnReject, RangeStart, SegmentScanner } from "../core/line/scanner.js";
import { SHARD_COUNT } from "../core/count/shard.js";
import { decodeWtf8, encodeWtf8 } from "../core/line/wtf8.js";
import { MnemonicError } from "../model/errors.js";
import type { RejectReason } from "../model/report.js";
import { isExotic } from "./exotic.js";
import { MemoryView } from "./memory-view.js";
import { RangeReader } from "./range-reader.js";
import { toSerialForm } from "./serial-form.js";
import { Tables } from "./tables.js";
import { compiledModule, instantiate, type WasmExports } from "./wasm-module.js";

const PAGE = 65_536;
/** 32-bit addresses, less a page that nothing begins in. */
const MOST_BYTES = 2 ** 32 - PAGE;
const LEAST_BYTES = 8 * 2 ** 20;
const MOST_EXACT_HOURS = 512;
const EXACT_HOURS_AT = 1024 + 256;
const NEWLINE = 0x0a;
const REMEMBERED_NAMES = 1 << 16;
/** Entering a name takes microseconds, on a machine that is overrun perhaps a second. */
const PATIENCE_MS = 10_000;

/** What a worker needs to scan into the memory of a `SharedScan`. Structured-cloneable: post it as it is. */
export interface SharedScanInit {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly seed: HashSeed;
  readonly precision: Precision;
  readonly sliding?: SlidingQuestion | undefined;
  readonly reading?: Reading | undefined;
  /** Limit of the memory, for the message when it is reached. */
  readonly maxBytes: number;
}

export interface SharedScanOptions {
  readonly seed: HashSeed;
  readonly precision: Precision;
  /** As for `PlainScanner`. */
  readonly sliding?: SlidingQuestion | undefined;
  readonly reading?: Reading | undefined;
  /** The shared memory never grows beyond this; default and most: 4 GiB. */
  readonly maxBytes?: number | undefined;
  /** How long a lane waits for a name that another enters before it takes that one for dead. */
  readonly patienceMs?: number | undefined;
}

/**
 * A lane's findings by reference: the tables stay in the shared memory. A small plain object, so it can be posted.
 * `state` is an address in that memory; the rest is as in a `Partial`.
 */
export interface SharedPartial {
  readonly lane: number;
  readonly state: number;
  readonly ranges: readonly RangeResult[];
  readonly newestRecord: NewestRecord | null;
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
  readonly early?: EarlyColumns;
}

/** Why this machine can't run the WebAssembly scanner (no SIMD, no shared memory, no address space), or null if it can. */
export function wasmObstacle(): string | null {
  try {
    compiledModule();
    void new WebAssembly.Memory({ initial: 1, maximum: MOST_BYTES / PAGE, shared: true });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Main side: the compiled module, one shared memory, seed and precision. One for each scan; drop it to free the memory.
 * The constructor throws if the memory can't be made (then use the plain scanner).
 */
export class SharedScan {
  readonly init: SharedScanInit;

  constructor(options: SharedScanOptions) {
    const { seed, precision, sliding, reading, maxBytes = MOST_BYTES, patienceMs = PATIENCE_MS } = options;
    const limit = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, maxBytes));
    const module = compiledModule();
    const memory = new WebAssembly.Memory({ initial: 64, maximum: Math.ceil(limit / PAGE), shared: true });
    this.init = { module, memory, seed, precision, maxBytes: limit, sliding, reading };
    const hours = precision.exactHours;
    if (hours.length > MOST_EXACT_HOURS) throw new RangeError(`more than ${MOST_EXACT_HOURS} exact hours`);
    new Float64Array(memory.buffer, EXACT_HOURS_AT).set(hours);
    const exports = instantiate(module, memory, limit, {});
    exports.openScan(seed.k0, seed.k1, precision.asOfMs, precision.floorMs, hours.length, limit, patienceMs);
  }

  /** Size of the shared memory at present. */
  get bytes(): number {
    return this.init.memory.buffer.byteLength;
  }
}

/**
 * Worker side (or inline on the main thread): a scanner over the shared memory. `lane` is any number of its own for each
 * scanner of one scan. Throws a MnemonicError OUT_OF_MEMORY from any method when the memory is full.
 */
export function openWasmScanner(init: SharedScanInit, lane: number): WasmScanner {
  return new WasmScanner(init, lane);
}

/**
 * The scanner in WebAssembly (assembly/index.ts has the picture). This side feeds it, and is its slow path: a line that the
 * module is not sure of comes here at once, goes through the oracle (`readLine`, `observe`), and is counted in the
 * module's tables like any other.
 */
export class WasmScanner implements SegmentScanner {
  readonly name = "wasm";
  onReject: OnReject | undefined;
  readonly lane: number;
  readonly #init: SharedScanInit;
  #exports: WasmExports;
  readonly #view: MemoryView;
  #early: EarlyEvents | undefined;
  #ranges: RangeResult[] = [];
  readonly #reading: RecordReading;
  /** Numbers of names that the slow path has met. */
  readonly #patterns = new Map<string, number>();
  readonly #interceptors = new Map<string, number>();
  #range = new RangeReader(0, 0);
  #role: ArchiveRole = "intercepts";
  #buffer: Uint8Array = new Uint8Array(0);
  /** Where an address of the buffer lies in the archive: `address + #shift`. */
  #shift = 0;
  #inTail = false;
  #line: Uint8Array = new Uint8Array(4096);

  constructor(init: SharedScanInit, lane: number) {
    this.lane = lane;
    this.#init = init;
    this.#view = new MemoryView(init.memory);
    this.#reading = recordReading(init.reading ?? AS_WRITTEN);
    this.#exports = this.#instance();
    this.#exports.openLane();
    this.#begin();
  }

  /** May move: call it again before each read (cheap). */
  buffer(bytes: number, keep: number): Uint8Array {
    if (bytes <= this.#buffer.length) return this.#buffer;
    if (bytes > 2 ** 31) throw new MnemonicError("OUT_OF_MEMORY", `a line of ${bytes} bytes is too long to be held`);
    const address = this.#exports.reserveBuffer(bytes, keep) >>> 0;
    return (this.#buffer = new Uint8Array(this.#init.memory.buffer, address, this.#exports.bufferSize()));
  }

  beginRange({ archive, range, role }: RangeStart): void {
    this.#role = role;
    this.#range = new RangeReader(archive, range);
    this.#exports.beginRangeCounts(archive);
  }

  scan(start: number, end: number, offset: number): void {
    const address = this.#buffer.byteOffset + start;
    this.#shift = offset - address;
    if (this.#role === "intercepts" && this.#reading.map === undefined)
      this.#exports.scanLines(address, this.#buffer.byteOffset + end, offset);
    else this.#scanSlowly(start, end);
  }

  scanTail(start: number, end: number, offset: number): void {
    if (end === this.#buffer.length) this.buffer(end + 1, end);
    this.#buffer[end] = NEWLINE;
    this.#inTail = true;
    this.scan(start, end + 1, offset);
    this.#inTail = false;
  }

  reject(reason: RejectReason, offset: number, head: Uint8Array): void {
    this.#range.rejected(reason, offset);
    this.onReject?.(offset, reason, head, true);
  }

  endRange(): void {
    this.#ranges.push(this.#range.read(this.#exports, this.#view));
  }

  finish(): Partial {
    const { shard, early, ...rest } = this.#serialForm();
    const events = early();
    return {
      ...rest,
      shards: Array.from({ length: SHARD_COUNT }, (_, i) => shard(i)),
      ...(events && { early: events }),
    };
  }

  get tableBytes(): number {
    return this.#exports.usedBytes() + (this.#early?.bytes ?? 0);
  }

  spill(write: (partial: ShardedPartial) => void): void {
    write(this.#serialForm());
    // A new instance of the module has its globals as they were; it takes over the old one's memory, and the buffer.
    const regions = this.#exports.regionsAt();
    this.#exports = this.#instance();
    this.#exports.reopenLane(regions, this.#buffer.byteOffset, this.#buffer.length);
    this.#begin();
  }

  snapshot(write: (partial: ShardedPartial) => void): void {
    write(this.#serialForm());
  }

  /** By reference. The scanner must not be used any more. */
  finishShared(): SharedPartial {
    return {
      lane: this.lane,
      state: this.#exports.saveLane() >>> 0,
      ...this.#totals(new Tables(this.#exports, this.#view)),
      ranges: this.#ranges,
      ...(this.#early && { early: this.#early.toColumns() }),
    };
  }

  /** Copied out of the memory; the shards when they are asked for. */
  #serialForm(): ShardedPartial {
    const tables = new Tables(this.#exports, this.#view);
    return toSerialForm(tables, this.#exports.firstChunkAt() >>> 0, this.#init, {
      ...this.#totals(tables),
      ranges: this.#ranges,
      ...(this.#early && { early: this.#early.toColumns() }),
    });
  }

  #instance(): WasmExports {
    const { module, memory, maxBytes } = this.#init;
    return instantiate(module, memory, maxBytes, {
      slowLine: (start, end) => this.#slowLine(start >>> 0, end >>> 0),
      invalidLine: (start) => this.#invalidLine(start >>> 0),
      noteNuls: () => this.#range.nuls(),
      leadEvent: (kind, pattern) => this.#range.leadEvent(kind, pattern >>> 0),
      earlyEvent: (kind, pattern, ms, archive, offset, id, length) =>
        this.#earlyEvent(kind, pattern >>> 0, { timeMs: ms, archive: archive >>> 0, offset }, id >>> 0, length >>> 0),
    });
  }

  /** Makes empty tables ready. */
  #begin(): void {
    const { sliding, precision } = this.#init;
    this.#ranges = [];
    this.#early =
      sliding && new EarlyEvents(sliding.thresholds, (pattern) => this.#watermark(pattern, sliding), this.#early);
    this.#exports.setSliding(sliding !== undefined);
    const { sinceMs, untilMs, zone } = this.#init.reading ?? AS_WRITTEN;
    this.#exports.setBounds(sinceMs, untilMs);
    this.#exports.setZoned(zone !== undefined);
    for (const [name, ms] of precision.foldedUntilMs ?? []) {
      const space = name.indexOf(" ");
      this.#exports.setFoldedUntil(
        this.#pattern(Number(name.slice(0, space)) as PatternKind, name.slice(space + 1)),
        ms,
      );
    }
  }

  #totals(tables: Tables): Pick<Partial, "newestRecord" | "validUntilMs" | "undated" | "sessionless"> {
    const { newestSession, newestMs, newestArchive, newestOffset, ...totals } = tables.totals();
    const newestRecord =
      newestSession === 0
        ? null
        : {
            timeMs: newestMs,
            archive: newestArchive,
            offset: newestOffset,
            session: tables.sessionId(newestSession),
          };
    return {
      newestRecord,
      validUntilMs: totals.validUntilMs,
      undated: totals.undated,
      sessionless: totals.sessionless,
    };
  }

  #scanSlowly(start: number, end: number): void {
    for (let p = start; p < end;) {
      const newline = this.#buffer.indexOf(NEWLINE, p);
      this.#slowLine(this.#buffer.byteOffset + p, this.#buffer.byteOffset + newline);
      p = newline + 1;
    }
    this.#exports.flushBatch();
  }

  /** Slow path: counts what the oracle says of the line at these addresses. */
  #slowLine(start: number, end: number): void {
    const length = end - start;
    if (length > this.#line.length) this.#line = new Uint8Array(length * 2);
    this.#line.set(this.#view.u8.subarray(start, end));
    this.#count(readLine(this.#line, 0, length), start + this.#shift, this.#line.subarray(0, length));
    if (this.#line.length > 2 ** 20) this.#line = new Uint8Array(4096);
  }

  #invalidLine(start: number): void {
    const from = start - this.#buffer.byteOffset;
    const line = this.onReject && this.#buffer.subarray(from, this.#buffer.indexOf(NEWLINE, from));
    this.#reject("invalid_json", start + this.#shift, line);
  }

  #count(outcome: LineOutcome, offset: number, line: Uint8Array): void {
    if (outcome.nuls) this.#range.nuls();
    if (outcome.type === "blank") this.#range.blank();
    else if (outcome.type === "record")
      this.#countRecord(observe(outcome.value, outcome.text, this.#role, this.#reading), offset);
    else this.#reject(outcome.reason, offset, line);
  }

  #reject(reason: RejectReason, offset: number, line: Uint8Array | undefined): void {
    if (this.#inTail && reason === "invalid_json") return this.#range.incomplete();
    this.#range.rejected(reason, offset);
    if (line !== undefined) this.onReject?.(offset, reason, line, false);
  }

  #countRecord(seen: Observation, offset: number): void {
    const exports = this.#exports;
    if (seen.kind >= KIND.context) return exports.putOther(seen.kind);
    const pattern = this.#pattern(seen.patternKind, seen.key);
    const interceptor = this.#interceptor(seen.interceptor);
    exports.learnNames(seen.patternKind, pattern, interceptor);
    const session = encodeWtf8(seen.session ?? "");
    const at = this.#write(session);
    exports.putRecord(seen.kind, pattern, interceptor, at, session.length, isExotic(session), seen.timeMs, offset);
  }

  #pattern(kind: PatternKind, key: string): number {
    const name = patternName(kind, key);
    const known = this.#patterns.get(name);
    if (known !== undefined) return known;
    const bytes = encodeWtf8(key);
    const number = this.#exports.internPattern(kind, this.#write(bytes), bytes.length) >>> 0;
    return remember(this.#patterns, name, number);
  }

  #interceptor(name: string): number {
    const known = this.#interceptors.get(name);
    if (known !== undefined) return known;
    const bytes = encodeWtf8(name);
    const number = this.#exports.internInterceptor(this.#write(bytes), bytes.length) >>> 0;
    return remember(this.#interceptors, name, number);
  }

  /** Puts bytes where the module can read them. */
  #write(bytes: Uint8Array): number {
    const at = this.#exports.reserveScratch(bytes.length) >>> 0;
    this.#view.u8.set(bytes, at);
    return at;
  }

  #earlyEvent(
    kind: number,
    pattern: number,
    place: { timeMs: number; archive: number; offset: number },
    id: number,
    length: number,
  ): void {
    if (this.#early?.wants(pattern, place.timeMs) !== true) return;
    this.#early.offer(pattern, place, kind === KIND.falsePositive, this.#view.copy(id, length));
    this.#exports.setEarlyCutoff(pattern, this.#early.cutoffMs(pattern));
  }

  #watermark(pattern: number, { watermarksMs }: SlidingQuestion): number {
    if (watermarksMs.size === 0) return -Infinity;
    const { kind, key } = new Tables(this.#exports, this.#view).patternName(pattern);
    return watermarksMs.get(patternName(kind as PatternKind, decodeWtf8(key))) ?? -Infinity;
  }
}

function remember(names: Map<string, number>, name: string, number: number): number {
  if (names.size === REMEMBERED_NAMES) names.clear();
  names.set(name, number);
  return number;
}
