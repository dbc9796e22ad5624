// What the fuzzer once found, and a short run of it, so that it does not rot; a scanner that is wrong must be found out.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NOW_MS, plainCounting, sharedCounting, spilledCounting, type Counting } from "./fuzz/batch.js";
import { CutFuzz, wrongCut } from "./fuzz/cut-fuzz.js";
import { LineFuzz, wrongOf } from "./fuzz/line-fuzz.js";
import { readSeeds } from "./fuzz/seeds.js";
import { quickReference } from "./fuzz/quick-reference.js";
import { patternText } from "./fuzz/answer.js";
import { LineWriter, LONGEST_LINE } from "./fuzz/line-writer.js";
import { referenceCounts } from "./reference/reference.js";
import { eventProbes } from "./support/comparable.js";
import { Random } from "./support/odd-lines.js";

const FOUND = new URL("./fuzz/found/", import.meta.url);
const seeds = readSeeds();
/** A longer one takes too long to be cut everywhere. */
const MOST_CUT = 1000;

const found = existsSync(FOUND) ? readdirSync(FOUND).filter((name) => name.endsWith(".jsonl")) : [];

test.for(found)("once found: %s", (name) => {
  const bytes = readFileSync(new URL(name, FOUND));
  for (const make of [plainCounting, sharedCounting, spilledCounting])
    for (const shift of [0, 1, 63]) expect(wrongOf({ bytes, role: "intercepts", shift }, make())).toBeUndefined();
  expect(wrongCut(bytes.subarray(0, MOST_CUT))).toBeUndefined();
});

test("a short run finds no disagreement", () => {
  const [batches, pieces] = [new LineFuzz(seeds, 500), new CutFuzz(seeds)];
  for (let seed = 1; seed <= 12; seed++) expect(batches.turn(seed)).toBeUndefined();
  for (let seed = 1; seed <= 2; seed++) expect(pieces.turn(seed)).toBeUndefined();
  expect(batches.lines).toBeGreaterThan(3000);
});

/** Counts as if one word of the log were another. */
const mistaken: Counting = (batch) => {
  const text = Buffer.from(batch.bytes).toString("latin1").replaceAll('"RetryLoop"', '"RetryLoob"');
  return plainCounting()({ ...batch, bytes: Buffer.from(text, "latin1") });
};

test("a scanner that misreads a word is found out, by the line alone that holds it", () => {
  const fuzz = new LineFuzz(seeds, 100, () => mistaken);
  let wrong = fuzz.turn(1);
  for (let seed = 2; wrong === undefined; seed++) wrong = fuzz.turn(seed);
  expect(Buffer.from(wrong.bytes).toString("latin1")).toMatch(/^\{[^\n]*"RetryLoop"[^\n]*\}?\n?$/);
});

test("the quick reference says what the slow one says", () => {
  const bytes = corpusLines();
  const slow = referenceCounts([{ path: "a.jsonl", role: "intercepts", bytes }], { nowMs: NOW_MS });
  const quick = quickReference(bytes, "intercepts", NOW_MS);
  const patterns = slow.patterns.flatMap((pattern) => {
    const confidence = String(eventProbes(pattern.events));
    return patternText({ ...pattern, interceptors: [...pattern.interceptors], confidence });
  });
  expect(patterns.toSorted()).toEqual(quick.patterns.toSorted());
  expect(slow.kinds.join()).toBe(quick.kinds);
  expect([slow.nuls, slow.undated, slow.sessionless, slow.sessions, slow.currentSession].join()).toBe(quick.rest);
});

/** Some hundred lines, which is what the slow reference can take. */
function corpusLines(): Uint8Array {
  const writer = new LineWriter(seeds, new Random(1));
  const room = new Uint8Array(4 * LONGEST_LINE);
  return Buffer.concat(Array.from({ length: 400 }, () => room.slice(0, writer.write(room, 0))));
}
