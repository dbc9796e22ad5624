// Pieces of archives: which segments fit together, and what they leave, against one mark for each byte.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  addPiece,
  decodePieces,
  encodePieces,
  fittingSegments,
  gapsBetween,
  type PartForm,
  type Piece,
} from "../../src/core/segment/pieces.js";
import { DamagedSegment } from "../../src/core/segment/byte-reader.js";

const SIZE = 12;
const pieces = fc
  .array(fc.record({ archive: fc.nat(2), from: fc.nat(SIZE - 1), length: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) =>
    list.map(({ archive, from, length }): Piece => {
      const to = from + length >= SIZE ? null : from + length;
      return { archive, from, to, readBytes: (to ?? SIZE) - from };
    }),
  );
const segments = fc.array(
  pieces.map((list) => ({ pieces: list })),
  { maxLength: 5 },
);
const forms = fc.array(fc.constantFrom<PartForm[]>("ranges", "beginning", "whole"), { minLength: 3, maxLength: 3 });

/** How often each byte of an archive stands in the pieces. */
function marksOf(list: readonly Piece[], archive: number): number[] {
  const marks = Array.from({ length: SIZE }, () => 0);
  for (const { from, to } of list.filter((piece) => piece.archive === archive))
    for (let at = from; at < (to ?? SIZE); at++) marks[at]!++;
  return marks;
}

test("segments that fit hold each byte once, and of what can't be read from its middle the beginning or all", () => {
  fc.assert(
    fc.property(segments, forms, (list, form) => {
      const fitting = fittingSegments(list, form);
      for (const [archive, how] of form.entries()) {
        const marks = marksOf(
          fitting.flatMap((one) => one.pieces),
          archive,
        );
        expect(Math.max(...marks)).toBeLessThan(2);
        if (how === "ranges") continue;
        const known = marks.lastIndexOf(1) + 1;
        expect(marks.slice(0, known)).not.toContain(0);
        expect(how === "whole" ? [0, SIZE] : [known]).toContain(known);
      }
    }),
    { numRuns: 300 },
  );
});

test("segments of neighbouring parts all fit", () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: SIZE - 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(cuts, fc.constantFrom<PartForm[]>("ranges", "beginning", "whole"), (at, form) => {
      const from = [0, ...at.toSorted((a, b) => a - b)];
      const list = from.map((start, i) => ({
        pieces: [{ archive: 0, from: start, to: from[i + 1] ?? null, readBytes: 1 }],
      }));
      expect(fittingSegments(list, [form])).toEqual(list);
    }),
  );
});

test("what is left is what no piece holds", () => {
  fc.assert(
    fc.property(segments, (list) => {
      const known = fittingSegments(list, ["ranges", "ranges", "ranges"]).flatMap((one) => one.pieces);
      for (const archive of [0, 1, 2]) {
        const own = known.filter((piece) => piece.archive === archive);
        const gaps = gapsBetween(own, SIZE).map(({ from, to }) => ({ archive, from, to, readBytes: 0 }));
        expect(marksOf([...own, ...gaps], archive)).toEqual(Array.from({ length: SIZE }, () => 1));
      }
    }),
    { numRuns: 300 },
  );
});

test("a piece that follows on the last one is one with it, and keeps the sum of what was read", () => {
  const joined: Piece[] = [];
  for (const [archive, from, to] of [
    [0, 0, 4],
    [0, 4, 9],
    [0, 12, 15],
    [1, 15, 16],
    [1, 16, null],
  ] as const)
    addPiece(joined, { archive, from, to, readBytes: (to ?? 20) - from });
  expect(joined).toEqual([
    { archive: 0, from: 0, to: 9, readBytes: 9 },
    { archive: 0, from: 12, to: 15, readBytes: 3 },
    { archive: 1, from: 15, to: null, readBytes: 5 },
  ]);
});

test("a note holds the pieces and whose they are, and nothing else is one", () => {
  const list: Piece[] = [
    { archive: 1, from: 0, to: null, readBytes: 5, failure: { code: "data_cut", params: { at: 3 } } },
  ];
  const note = encodePieces(list, ["a", "\ud800 — b"]);
  expect(decodePieces(note, "s")).toEqual({ paths: new Map([[1, "\ud800 — b"]]), pieces: list });
  for (const text of ["", "{}", "[]", "null", '{"paths":[],"pieces":[]}', '{"paths":[],"pieces":[{"archive":0}]}'])
    expect(() => decodePieces(new TextEncoder().encode(text), "s")).toThrow(DamagedSegment);
});
