// Objects on lines in every mix: one or several to a line, over several lines, with and without an end.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readLine } from "../../src/core/line/line.js";
import { ElementFeeder } from "../../src/io/element-feeder.js";
import { framingOf, type Framing } from "../../src/io/framing.js";
import { LineFeeder } from "../../src/io/line-feeder.js";
import { RecordingScanner } from "../io/recording-scanner.js";

const LIMITS = { chunkBytes: 64, maxLineBytes: 4096 };

/** The slow, obvious way: an object ends where JSON.parse first takes what came. */
function objectEnd(text: string, start: number): number | undefined {
  for (let end = text.indexOf("}", start) + 1; end > 0; end = text.indexOf("}", end) + 1)
    if (parsed(text.slice(start, end)) !== undefined) return end;
  return undefined;
}

function parsed(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function objectsOf(text: string): string[] {
  const objects: string[] = [];
  for (let at = contentFrom(text, 0); at < text.length;) {
    const end = objectEnd(text, at);
    if (end === undefined) break;
    objects.push(`${at} ${parsed(text.slice(at, end))}`);
    at = contentFrom(text, end);
  }
  return objects;
}

function contentFrom(text: string, start: number): number {
  return text.length - text.slice(start).trimStart().length;
}

function expected(text: string): string[] {
  const first = text.split("\n").find((line) => line.trim() !== "")!;
  const opensMore = parsed(first) === undefined && objectsOf(text)[0] !== undefined;
  if (opensMore) return objectsOf(text);
  let offset = 0;
  return text.split("\n").flatMap((line) => {
    const at = offset;
    offset += line.length + 1;
    return parsed(line) === undefined ? [] : [`${at} ${parsed(line)}`];
  });
}

function found(bytes: Uint8Array, framing: Framing, cut: number): string[] {
  const scanner = new RecordingScanner();
  const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
  if (framing === "lines") {
    const feeder = new LineFeeder(scanner, LIMITS, 0);
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += LIMITS.chunkBytes) {
        const piece = chunk.subarray(at, at + LIMITS.chunkBytes);
        feeder.space().set(piece);
        feeder.take(piece.length);
      }
    feeder.end();
  } else {
    const feeder = new ElementFeeder(scanner, LIMITS, framing === "records");
    for (const chunk of chunks) feeder.write(chunk);
    feeder.finish();
  }
  return scanner.lines.flatMap((line) => {
    const [, offset, text] = /^(\d+) (.*?)(?: \(tail\))?$/s.exec(line)!;
    const outcome = readLine(Buffer.from(text!, "latin1"), 0, text!.length);
    return outcome.type === "record" ? [`${offset} ${JSON.stringify(outcome.value)}`] : [];
  });
}

const record = fc
  .record({
    a: fc.constantFrom(1, "}{", '"', "\\", "\n", null),
    b: fc.constantFrom([], [{}], { c: "{" }, {}),
  })
  .map((value) => JSON.stringify(value));
const piece = fc.tuple(
  fc.oneof(
    { weight: 4, arbitrary: record },
    record.map((text) => JSON.stringify(JSON.parse(text), null, 2)),
  ),
  fc.constantFrom("", "", " ", "\t ", "\n", "\r\n", "\n\n", " \n"),
);
const archive = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.map(([text, behind]) => text + behind).join(""));

test("every object that a reader by hand would find, with its place, whatever the chunks", async () => {
  await fc.assert(
    fc.asyncProperty(archive, async (text) => {
      const bytes = Buffer.from(text, "latin1");
      const framing = await framingOf((length) => Promise.resolve({ bytes: bytes.subarray(0, length), whole: true }));
      const wanted = expected(text);
      for (let cut = 0; cut <= bytes.length; cut++) expect(found(bytes, framing, cut)).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});

test("the framing stays what it is while an archive grows by whole lines", async () => {
  await fc.assert(
    fc.asyncProperty(archive, archive, async (text, more) => {
      const framings = [`${text}\n`, `${text}\n${more}\n`].map(async (grown) =>
        framingOf(() => Promise.resolve({ bytes: Buffer.from(grown), whole: true })),
      );
      const [before, after] = await Promise.all(framings);
      expect(after).toBe(before);
    }),
    { numRuns: 100 },
  );
});
