// Drives a scanner the way a worker does, with cuts, buffers and orders that a test chooses.
import type { Partial } from "../../src/core/count/partial.js";
import type { Scanner } from "../../src/core/line/scanner.js";
import type { ReferenceArchive } from "../reference/reference.js";
import { Choices } from "./choices.js";

export interface Pieces {
  readonly scanners: number;
  /** The n of "cut after one line in n", for ranges and for the chunks within them. */
  readonly rangeLines: number;
  readonly chunkLines: number;
  readonly maxLineBytes: number;
}

interface Line {
  readonly offset: number;
  /** With its newline, if it has one. */
  readonly bytes: Uint8Array;
  readonly isTail: boolean;
}

interface Range {
  readonly archive: number;
  readonly range: number;
  readonly role: ReferenceArchive["role"];
  readonly lines: readonly Line[];
}

/** One partial a scanner, in an order of `choices`. Each scanner takes its ranges in ascending order. */
export function scanInPieces(
  makeScanner: () => Scanner,
  archives: readonly ReferenceArchive[],
  pieces: Pieces,
  choices: Choices,
): Partial[] {
  const work: Range[][] = Array.from({ length: pieces.scanners }, () => []);
  for (const range of rangesOf(archives, pieces, choices)) work[choices.below(pieces.scanners)]!.push(range);
  const partials = work.map((ranges) => {
    const scanner = makeScanner();
    for (const range of ranges) scanRange(scanner, range, pieces, choices);
    return scanner.finish();
  });
  // Partials cross threads as clones.
  return choices.shuffled(partials.map((partial) => (choices.oneIn(2) ? structuredClone(partial) : partial)));
}

function rangesOf(archives: readonly ReferenceArchive[], pieces: Pieces, choices: Choices): Range[] {
  const ranges: Range[] = [];
  archives.forEach(({ bytes, role }, archive) => {
    let lines: Line[] = [];
    const close = (): void => {
      ranges.push({ archive, range: ranges.length, role, lines });
      lines = [];
    };
    for (const line of linesOf(bytes)) {
      lines.push(line);
      if (choices.oneIn(pieces.rangeLines)) close();
    }
    close();
  });
  return ranges;
}

function linesOf(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const newline = bytes.indexOf(0x0a, offset);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push({ offset, bytes: bytes.slice(offset, end), isTail: newline < 0 });
    offset = end;
  }
  return lines;
}

function scanRange(scanner: Scanner, { archive, range, role, lines }: Range, pieces: Pieces, choices: Choices): void {
  scanner.beginRange({ archive, range, role });
  let chunk: Line[] = [];
  const flush = (): void => {
    if (chunk.length === 0) return;
    const [start, end] = load(
      scanner,
      chunk.map(({ bytes }) => bytes),
      choices,
    );
    scanner.scan(start, end, chunk[0]!.offset);
    chunk = [];
  };
  for (const line of lines) {
    const length = line.bytes.length - (line.isTail ? 0 : 1);
    if (length > pieces.maxLineBytes) {
      flush();
      scanner.reject("too_long", line.offset, line.bytes);
    } else if (line.isTail) {
      flush();
      scanner.scanTail(...load(scanner, [line.bytes], choices), line.offset);
    } else {
      chunk.push(line);
      if (choices.oneIn(pieces.chunkLines)) flush();
    }
  }
  flush();
  scanner.endRange();
}

/** Puts lines into the scanner's buffer, not always at its beginning, and sometimes in two reads. */
function load(scanner: Scanner, lines: readonly Uint8Array[], choices: Choices): [start: number, end: number] {
  const bytes = Buffer.concat(lines);
  const start = choices.below(4);
  const end = start + bytes.length;
  const split = choices.oneIn(3) ? choices.below(bytes.length) : 0;
  scanner.buffer(start + split, 0).set(bytes.subarray(0, split), start);
  const spare = choices.below(3);
  scanner.buffer(end + spare, start + split).set(bytes.subarray(split), start + split);
  return [start, end];
}
