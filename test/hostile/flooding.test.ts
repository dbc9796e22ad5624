// Question: can whoever writes a log choose names and times that meet in the tables of a scanner, so that each look-up walks a list?
// A flood is a log of names that collide under the usual hashes whatever their seed; a line of it must cost what a line of
// ordinary names costs. That the test would see a list is shown by who knows the seed: with it names that collide are soon made.
import { expect, test } from "vitest";
import { ByteDictionary } from "../../src/core/count/byte-dictionary.js";
import type { Precision } from "../../src/core/count/precision.js";
import { hashBytes, type HashSeed } from "../../src/core/line/hash.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import type { Scanner } from "../../src/core/line/scanner.js";
import { randomSeed } from "../../src/scan/random-seed.js";
import { openWasmScanner, SharedScan } from "../../src/scanner-wasm/scanner-wasm.js";
import { costsTheSame } from "../support/growth.js";
import { line, NOW_MS, scanText } from "../support/scan-text.js";

const NAMES = 3000;
/** All times are kept to the millisecond, and all of the past. */
const PRECISION: Precision = { asOfMs: NOW_MS, floorMs: -Infinity, exactHours: [] };
const SCANNERS: Readonly<Record<string, (seed: HashSeed) => Scanner>> = {
  plain: (seed) => new PlainScanner(seed, PRECISION),
  wasm: (seed) => openWasmScanner(new SharedScan({ seed, precision: PRECISION }).init, 0),
};

type Name = (i: number) => string;
/** "Aa" and "BB" have one polynomial hash (of 31), and so have all words of them that are as long. */
const polynomial: Name = (i) => bits(i).replaceAll("0", "Aa").replaceAll("1", "BB");
/** What differs in the top bytes of its words alone loses that where a product's low bits are taken. */
const topBytes: Name = (i) => `k00${letter(i)}k00${letter(i >> 4)}k00${letter(i >> 8)}`;
/** One name in many spellings. */
const spelling: Name = (i) => bits(i).replace(/[01]/g, (bit) => (bit === "1" ? "a" : String.raw`\u0061`));
const plainly: Name = (i) => `name-${i}`;

function bits(i: number): string {
  return i.toString(2).padStart(12, "0");
}

function letter(i: number): string {
  return "ABCDEFGHIJKLMNOP".charAt(i & 15);
}

interface Flood {
  readonly name: Name;
  readonly of: (name: string, i: number) => string;
  /** What it is compared with; default: names of the usual kind. */
  readonly ordinary?: Name;
  readonly names?: number;
}

const allThree = (name: string): string => line({ session_id: name, rule_id: name, interceptor: name });

const FLOODS: Readonly<Record<string, Flood>> = {
  "names of one polynomial": { name: polynomial, of: allThree },
  "names that differ in top bytes": { name: topBytes, of: allThree },
  "long sessions": {
    name: (i) => polynomial(i).repeat(4),
    of: (name) => line({ session_id: name.padEnd(96, "x") }),
  },
  "spellings of one name": {
    name: spelling,
    of: (name) => line({ rule_id: "?", interceptor: "?" }).replaceAll('"?"', `"${name}"`),
    ordinary: (i) => spelling(0) + i,
  },
  "one reason of many interceptors": {
    name: topBytes,
    of: (name, i) => line({ rule_id: undefined, interceptor: `I${i}`, reason: `关键词匹配: ${name.slice(0, 3)}` }),
    ordinary: (i) => String(i).padStart(4, "0").slice(-3),
    names: 1 << 14,
  },
  "times that differ in their top bits": {
    name: (i) => String(i * 2 ** 26),
    of: (name, i) => line({ ts: new Date(NOW_MS - (Number(name) || i * 997)).toISOString() }),
  },
};

function logOf({ of, names = NAMES }: Flood, name: Name): Buffer {
  return Buffer.from(Array.from({ length: names }, (_, i) => of(name(i), i)).join(""));
}

/** How it is to meet names again that are known. */
function meeting(log: Buffer, scanner: Scanner): () => void {
  let archive = 0;
  const meet = (): void => scanText(scanner, archive++, log);
  meet();
  return meet;
}

test.for(Object.entries(SCANNERS))("no flood costs the scanner %s more", { timeout: 0 }, ([, open]) => {
  const slower = Object.entries(FLOODS).filter(([, flood]) => {
    const known = meeting(logOf(flood, flood.ordinary ?? plainly), open(randomSeed()));
    const flooded = meeting(logOf(flood, flood.name), open(randomSeed()));
    const run = (which: string): void => (which === "flood" ? flooded() : known());
    // In doubt again: another process may have come between.
    return ![1, 2, 3].some(() => costsTheSame(run, "ordinary", "flood"));
  });
  expect(slower.map(([what]) => what)).toEqual([]);
});

test("who knows the seed of the scanner in WebAssembly can flood it, and nobody else by the same names", () => {
  const [seed, end] = keyThatCancels();
  const name: Name = (i) => `${String(i).padStart(4, "0")}${end}`;
  const log = logOf({ name, of: (id) => line({ session_id: id }) }, name);
  const open = SCANNERS["wasm"] as (seed: HashSeed) => Scanner;
  const [unknown, known] = [meeting(log, open(randomSeed())), meeting(log, open(seed))];
  expect(costsTheSame((which) => (which === "known" ? known() : unknown()), "unknown", "known")).toBe(false);
});

/** A seed, and four characters that make the hash of every word of eight one and the same under it (assembly/hash.ts). */
function keyThatCancels(): [seed: HashSeed, end: string] {
  for (let k1 = 0; ; k1++) {
    const mask = (1n << 64n) - 1n;
    let z = (BigInt(k1) + 0x9e3779b97f4a7c15n) & mask;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    z ^= z >> 31n;
    const end = Buffer.alloc(4);
    end.writeUInt32LE(Number((1n << 32n) - (z >> 32n)) >>> 0);
    if (/^\w{4}$/.test(end.toString("latin1"))) return [{ k0: 0, k1 }, end.toString("latin1")];
  }
}

test("who knows the seed of the plain scanner can flood it, and nobody else by the same names", () => {
  const seed = { k0: 1, k1: 2 };
  const names: Buffer[] = [];
  for (let i = 0; names.length < 1024; i++) {
    const name = Buffer.from(`s${i}`);
    if ((hashBytes(name, 0, name.length, seed) & 1023) === 0) names.push(name);
  }
  const run = (which: string): void => {
    const dictionary = new ByteDictionary(which === "known" ? seed : randomSeed());
    for (let times = 0; times < 20; times++) for (const name of names) dictionary.intern(name);
  };
  expect(costsTheSame(run, "unknown", "known")).toBe(false);
});

test("no two scans have one seed", () => {
  expect(new Set(Array.from({ length: 1000 }, () => JSON.stringify(randomSeed()))).size).toBe(1000);
});
