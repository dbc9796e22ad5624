import { describe, expect, test } from "vitest";
import { confidenceOf } from "../../src/core/memory/confidence.js";
import { mergePartials } from "../../src/core/merge/merge.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import { DAY_MS } from "../../src/model/options.js";
import { countText, hitAt, line, NOW_MS, SEED } from "../support/scan-text.js";

test("no partials, and archives without lines, count nothing", () => {
  const nothing = { patterns: [], kinds: [0, 0, 0, 0, 0, 0, 0, 0], sessions: 0, currentSession: null, nuls: false };
  expect(mergePartials([], { nowMs: NOW_MS, paths: [] }, SEED)).toMatchObject(nothing);
  expect(countText(["", ""])).toMatchObject({ ...nothing, lines: { total: 0 } });
});

describe("the current session is that of the newest record", () => {
  test.for<[name: string, archives: string[], session: string | null]>([
    ["by time, not by place", [hitAt(-1, { session_id: "b" }) + hitAt(-2, { session_id: "a" })], "b"],
    ["at one time by place", [hitAt(-1, { session_id: "b" }), hitAt(-1, { session_id: "a" })], "a"],
    ["not of a future one", [hitAt(-1, { session_id: "b" }) + hitAt(1, { session_id: "a" })], "b"],
    ["nor of an undated one", [hitAt(-1, { session_id: "b" }) + line({ session_id: "a", ts: null })], "b"],
    ["that names one", [hitAt(-1, { session_id: "b" }) + hitAt(0, { session_id: null })], "b"],
    ["of a retry too", [hitAt(-1, { session_id: "b" }) + hitAt(0, { session_id: "a", action: "retry" })], "a"],
    ["none", [hitAt(0, { session_id: null }) + hitAt(9)], null],
  ])("%s", ([, archives, session]) => {
    expect(countText(archives).currentSession).toBe(session);
  });

  test("unless it is named", () => {
    const archives = [hitAt(-1) + hitAt(-2, { session_id: "a" })];
    const { currentSession, patterns } = countText(archives, { session: "a" });
    expect([currentSession, patterns[0]!.current]).toEqual(["a", 1]);
  });
});

describe("events are folded in log order: archives by their first dated record, then path", () => {
  // fff ends a run of clean hits and costs 0.20; f before the hits costs nothing. So the order shows.
  const confidence = (archives: string[]): number => confidenceOf(countText(archives).patterns[0]!.fold, 0.5);
  const hits = (day: number): string => Array.from({ length: 6 }, (_, i) => hitAt(-day * DAY_MS + i)).join("");
  const falses = (day: number): string =>
    Array.from({ length: 3 }, () => hitAt(-day * DAY_MS, { false_positive: true })).join("");

  test("an archive of later path and earlier time comes first", () => {
    expect(confidence([hits(2), falses(1)])).toBe(0.4);
    expect(confidence([hits(1), falses(2)])).toBe(0.4);
    expect(confidence([hits(9).repeat(6), falses(1)])).toBe(0.8);
    expect(confidence([hits(1).repeat(6), falses(9)])).toBe(1);
    expect(confidence([falses(1), hits(9).repeat(6)])).toBe(0.8);
  });

  test("archives without a time come last, by path", () => {
    const undated = (lines: string): string => lines.replaceAll(/"ts":"[^"]+"/g, '"ts":null');
    expect(confidence([undated(falses(1)), hits(9).repeat(6)])).toBe(0.8);
    expect(confidence([undated(falses(1)), undated(hits(9).repeat(6))])).toBe(1);
  });

  test("future events are not folded", () => {
    expect(confidence([hits(1) + hitAt(1, { false_positive: true })])).toBe(0.6);
    expect(confidence([hits(1) + hitAt(1, { interceptor: "UserCorrection" })])).toBe(0.6);
  });
});

describe("B5: what is still to be folded does not depend on the cuts", () => {
  const lines = [hitAt(-10), line({ ts: null, false_positive: true }), hitAt(-5), line({ ts: null })];
  const foldedUntil = (ms: number): Map<string, number> => new Map([["0 r", NOW_MS + ms]]);

  test.for<[foldedUntilMs: Map<string, number>, falsePositives: number, latestMs: number]>([
    [new Map(), 1, NOW_MS - 5],
    [foldedUntil(-11), 1, NOW_MS - 5],
    [foldedUntil(-10), 0, NOW_MS - 5],
    [foldedUntil(-5), 0, -Infinity],
  ])("folded until %j", ([foldedUntilMs, falsePositives, latestMs]) => {
    const precision: Precision = { ...precisionFor(NOW_MS), foldedUntilMs };
    for (let cut = 0; cut <= lines.length; cut++) {
      const scanner = new PlainScanner(SEED, precision);
      [lines.slice(0, cut), lines.slice(cut)].forEach((part, range) => {
        const bytes = Buffer.from(part.join(""));
        scanner.buffer(bytes.length, 0).set(bytes);
        scanner.beginRange({ archive: 0, range, role: "intercepts" });
        scanner.scan(0, bytes.length, range * 1000);
        scanner.endRange();
      });
      const [counts] = mergePartials([scanner.finish()], { nowMs: NOW_MS, paths: ["log"] }, SEED).patterns;
      expect([counts!.foldedFalsePositives, counts!.foldedMs], `cut ${cut}`).toEqual([falsePositives, latestMs]);
    }
  });
});

test("the first five rejected lines are named, in the order of archives and places", () => {
  const { lines } = countText(["x\n{}\n[]\n", "1\nx\n\nx\nx\nx\n", "x"]);
  expect(lines.samples).toEqual([
    { path: "archive-0.jsonl", offset: 0, reason: "invalid_json" },
    { path: "archive-0.jsonl", offset: 5, reason: "not_object" },
    { path: "archive-1.jsonl", offset: 0, reason: "not_object" },
    { path: "archive-1.jsonl", offset: 2, reason: "invalid_json" },
    { path: "archive-1.jsonl", offset: 5, reason: "invalid_json" },
  ]);
  expect(lines).toMatchObject({ total: 10, blank: 1, accepted: 1, rejected: 7, incomplete: 1 });
});

test("patterns of all kinds stand in the order of key, then kind", () => {
  const archive = [
    line({ rule_id: "Ban:x" }),
    line({ rule_id: null, reason: "keyword match: x" }),
    line({ rule_id: null }),
    line({ rule_id: "😀" }),
    line({ rule_id: "\uffee" }),
  ];
  const { patterns } = countText([archive.join("")]);
  expect(patterns.map(({ key, kind }) => [key, kind])).toEqual([
    ["Ban", 2],
    ["Ban:x", 0],
    ["Ban:x", 1],
    ["\uffee", 0],
    ["😀", 0],
  ]);
});

test("hits are summed over interceptors and told apart by them", () => {
  const archive = [
    line(),
    line({ interceptor: "拦" }),
    line(),
    line({ interceptor: undefined }),
    line({ interceptor: 3 }),
  ];
  const [pattern] = countText([archive.join("")]).patterns;
  expect([...pattern!.interceptors]).toEqual([
    ["", 2],
    ["Ban", 2],
    ["拦", 1],
  ]);
  expect(pattern!.total).toBe(5);
});
