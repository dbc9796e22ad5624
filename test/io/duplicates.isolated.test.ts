// Copies of a log, made before a rotation, must not be counted twice.
import * as fc from "fast-check";
import { fstatSync, readSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { openIn } from "./open-files.js";
import { tempFolder } from "./temp-folder.js";

vi.mock(import("node:fs"), { spy: true });

/** "read", or the path of the file that is read in its place. */
type Read = Record<string, string>;

/** Which files are read, and for the others the one that is read in their place. */
function readOf(files: Readonly<Record<string, string | Uint8Array>>): Read {
  const { open, skipped } = openIn(tempFolder(files), Object.keys(files));
  const read = open.map(({ path }) => [path, "read"]);
  const copies = skipped.map(({ path, status, reason }) => [
    path,
    status === "duplicate" ? reason.params?.twin : reason.code,
  ]);
  return Object.fromEntries([...read, ...copies]);
}

/** The obvious way: each with each. Of equal files the first by path is read, of a chain the longest. */
function expectedOf(files: Readonly<Record<string, string>>): Read {
  const names = Object.keys(files).toSorted();
  const begins = (a: string, b: string): boolean =>
    a !== b && files[a] !== "" && files[b]!.startsWith(files[a]!) && (files[a] !== files[b] || a > b);
  const isRead = (name: string): boolean => !names.some((other) => begins(name, other));
  return Object.fromEntries(names.map((name) => [name, isRead(name) ? "read" : "copy"]));
}

test("a copy is named with the file that is read in its place, through a chain too", () => {
  const line = (i: number): string => `{"ts":"2026-05-25T12:00:0${i}Z"}\n`;
  expect(
    readOf({ a: line(0), b: line(0) + line(1), c: line(0) + line(1) + line(2), d: line(0) + line(2), e: line(3) }),
  ).toEqual({ a: expect.stringMatching(/[cd]/), b: "c", c: "read", d: "read", e: "read" });
});

test("of equal files the first is read", () => {
  expect(readOf({ "b.jsonl": "{}\n", "a.jsonl": "{}\n", "c.jsonl": "{}\n" })).toEqual({
    "a.jsonl": "read",
    "b.jsonl": "a.jsonl",
    "c.jsonl": "a.jsonl",
  });
});

test("an empty file is no copy of every other", () => {
  expect(readOf({ a: "", b: "", c: "{}\n" })).toEqual({ a: "read", b: "read", c: "read" });
});

test("tiny files: all archives over a small alphabet, against each with each", () => {
  const content = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 4 }).map((list) => list.join(""));
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 7 }), (contents) => {
      const files = Object.fromEntries(contents.map((text, i) => [`${i}`, text]));
      const read = readOf(files);
      const found = Object.entries(read).map(([name, what]) => [name, what === "read" ? what : "copy"]);
      expect(Object.fromEntries(found)).toEqual(expectedOf(files));
      for (const [name, what] of Object.entries(read)) {
        if (what === "read") continue;
        expect(read[what]).toBe("read");
        expect(files[what]!.startsWith(files[name]!)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

const MIB = 1 << 20;
test.each([0, 4095, 4096, MIB + 4095, MIB + 4096, 2 * MIB - 2])(
  "large files that differ in byte %i alone are both read, and a copy cut behind it is not",
  (at) => {
    const whole = new Uint8Array(2 * MIB).fill(0x61);
    const other = whole.slice();
    other[at] = 0x62;
    expect(readOf({ whole, other, copy: other.slice(0, at + 1), tail: whole.slice(0, -1) })).toEqual({
      whole: "read",
      other: "read",
      copy: "other",
      tail: "whole",
    });
  },
);

test("archives that begin alike were compared each with each", () => {
  const readsFor = (count: number): number => {
    const start = "x".repeat(5000);
    const folder = tempFolder(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, `${start}${i}\n`])));
    const before = vi.mocked(readSync).mock.calls.length;
    const { open } = openIn(
      folder,
      Array.from({ length: count }, (_, i) => `${i}`),
    );
    expect(open).toHaveLength(count);
    return vi.mocked(readSync).mock.calls.length - before;
  };
  expect(readsFor(400)).toBeLessThan(3 * readsFor(200));
  expect(vi.mocked(fstatSync).mock.calls.length).toBeGreaterThan(0);
});
