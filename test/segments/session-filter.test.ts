import { expect, test } from "vitest";
import { SessionFilter } from "../../src/core/segment/session-filter.js";

const hashes = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.imul(from + i + 1, 0x9e3779b1) >>> 0);

test("sessions that are there are never missed, and few others seem to be", () => {
  const filter = SessionFilter.for(5000);
  for (const hash of [0, 0xffff_ffff, ...hashes(0, 4998)]) filter.add(hash);
  const again = new SessionFilter(filter.bytes.slice());
  for (const hash of [0, 0xffff_ffff, ...hashes(0, 4998)]) expect(again.mayHave(hash)).toBe(true);
  const mistaken = hashes(1_000_000, 5000).filter((hash) => again.mayHave(hash));
  expect(mistaken.length).toBeLessThan(150);
});

test("one of nothing has nothing", () => {
  expect(SessionFilter.for(0).mayHave(7)).toBe(false);
});
