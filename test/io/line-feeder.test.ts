import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Scanner } from "../../src/core/line/scanner.js";
import { LineFeeder, type FeederLimits } from "../../src/io/line-feeder.js";
import { RecordingScanner } from "./recording-scanner.js";

/** Feeds `text` in reads of `reads` bytes (or less, where there is less room). */
function fed(text: string, limits: FeederLimits, reads: readonly number[], offset = 0): RecordingScanner {
  const scanner = new RecordingScanner();
  const feeder = new LineFeeder(scanner, limits, offset);
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const space = feeder.space();
    const length = Math.min(space.length, bytes.length - at, reads[i % reads.length] ?? Infinity);
    space.set(bytes.subarray(at, at + length));
    feeder.take(length);
    at += length;
  }
  feeder.end();
  return scanner;
}

function expectedLines(text: string, maxLineBytes: number, offset = 0): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const what = end - start > maxLineBytes ? "too long" : text.slice(start, end) + (newline < 0 ? " (tail)" : "");
    lines.push(`${offset + start} ${what}`);
    start = end + 1;
  }
  return lines;
}

test("a line of exactly the limit counts and one of a byte more does not, for every chunk and place", () => {
  const limit = 9;
  for (let chunkBytes = 1; chunkBytes <= 40; chunkBytes++)
    for (let before = 0; before <= 22; before++)
      for (const length of [limit - 1, limit, limit + 1, limit + 2, 3 * limit]) {
        const text = `${"a".repeat(before % 10)}\n${"b".repeat(before - (before % 10))}${"c".repeat(length)}\nd\n`;
        const { lines } = fed(text, { chunkBytes, maxLineBytes: limit }, [chunkBytes]);
        expect(lines, `chunks of ${chunkBytes}: ${text}`).toEqual(expectedLines(text, limit));
      }
});

const limitsArbitrary = fc.record({
  chunkBytes: fc.integer({ min: 1, max: 40 }),
  maxLineBytes: fc.integer({ min: 1, max: 20 }),
});
const line = fc.nat(30).map((length) => "x".repeat(length));

test("whatever the chunks, reads and lengths of lines: each line once, whole, at its place", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      limitsArbitrary,
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      fc.constantFrom(0, 7, 2 ** 40),
      (parts, limits, reads, offset) => {
        const text = parts.map((part, i) => part.replaceAll("x", String.fromCharCode(97 + (i % 26)))).join("\n");
        const { lines, largestBuffer } = fed(text, limits, reads, offset);
        expect(lines).toEqual(expectedLines(text, limits.maxLineBytes, offset));
        expect(largestBuffer).toBeLessThanOrEqual(limits.maxLineBytes + limits.chunkBytes + 1);
      },
    ),
    { numRuns: 2000 },
  );
});

test("the buffer stays small however long a line without an end is", () => {
  const limits = { chunkBytes: 64 * 1024, maxLineBytes: 256 * 1024 };
  const scanner = new GrowingScanner();
  const feeder = new LineFeeder(scanner, limits, 0);
  for (let fedBytes = 0; fedBytes < 100e6;) {
    const { length } = feeder.space();
    feeder.take(length);
    fedBytes += length;
  }
  const space = feeder.space();
  space.set(Buffer.from("\nz\n"));
  feeder.take(3);
  feeder.end();
  expect(scanner.lines).toHaveLength(2);
  expect(scanner.lines[0]).toBe("0 too long");
  expect(scanner.lines[1]).toMatch(/^1000\d{5} z$/);
  expect(scanner.largestBuffer).toBeLessThanOrEqual(limits.maxLineBytes + limits.chunkBytes + 1);
});

test("a long line is copied a few times in all, not once a chunk", () => {
  const scanner = new GrowingScanner();
  const feeder = new LineFeeder(scanner, { chunkBytes: 1024, maxLineBytes: 64 << 20 }, 0);
  for (let i = 0; i < 16; i++) feeder.take(feeder.space().length);
  expect(scanner.largestBuffer).toBeGreaterThan(16 << 20);
});

/** Keeps its buffer while it is large enough, as real scanners do; it holds no newline until one is put there. */
class GrowingScanner extends RecordingScanner implements Scanner {
  #buffer: Uint8Array = new Uint8Array(0);

  override buffer(bytes: number, keep: number): Uint8Array {
    if (bytes <= this.#buffer.length) return this.#buffer;
    return (this.#buffer = super.buffer(bytes, keep).fill(0x61, keep));
  }
}

test("how a line over the limit begins is told alike, whatever the chunks", () => {
  const heads = new Set<string>();
  class HeadScanner extends RecordingScanner {
    override reject(_reason: string, _offset: number, head?: Uint8Array): void {
      heads.add(Buffer.from(head!).toString("latin1"));
    }
  }
  for (let chunkBytes = 1; chunkBytes <= 40; chunkBytes++)
    for (const end of ["", "\n", "\nz\n"]) {
      const feeder = new LineFeeder(new HeadScanner(), { chunkBytes, maxLineBytes: 9 }, 0);
      feeder.write(Buffer.from(`ab\n0123456789abcdefghij${end}`));
      feeder.end();
    }
  expect([...heads]).toEqual(["012345678"]);
});
