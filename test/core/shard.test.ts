import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bytesAt } from "../../src/core/count/columns.js";
import { compareText } from "../../src/core/merge/counts.js";
import { hashBytes } from "../../src/core/line/hash.js";
import { cellOf, hourOf, type Precision } from "../../src/core/count/precision.js";
import { Shard, SHARD_COUNT, shardOf, type ShardColumns } from "../../src/core/count/shard.js";
import { HOUR_MS } from "../../src/model/options.js";

const SEED = { k0: 1, k1: 2 };
const FLOOR = 10 * HOUR_MS;

interface Event {
  session: string;
  pattern: number;
  what: "hit" | "false positive" | "future";
  ms: number;
}

const times = fc.oneof(
  fc.constantFrom(NaN, FLOOR, FLOOR - 1, FLOOR + 1, 0, -5, 2 ** 32, 2 ** 32 + FLOOR, 12 * HOUR_MS, 12.5 * HOUR_MS),
  fc.integer({ min: 8 * HOUR_MS, max: 14 * HOUR_MS }),
);
const events = fc.array(
  fc.record<Event>({
    session: fc.constantFrom("", "s1", "s2"),
    pattern: fc.nat(1),
    what: fc.constantFrom("hit", "hit", "hit", "false positive", "future"),
    ms: times,
  }),
  { maxLength: 40 },
);
const precisions = fc.constantFrom<Precision>(
  { asOfMs: Infinity, floorMs: -Infinity, exactHours: [] },
  { asOfMs: Infinity, floorMs: FLOOR, exactHours: [10 * HOUR_MS, 12 * HOUR_MS] },
  { asOfMs: Infinity, floorMs: -Infinity, exactHours: [12 * HOUR_MS] },
);

function shardOfEvents(list: readonly Event[], precision: Precision): Shard {
  const shard = new Shard(SEED, precision);
  for (const { session, pattern, what, ms } of list) {
    const bytes = Buffer.from(session);
    const row = shard.session(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length, SEED));
    if (what === "hit") shard.hit(row, pattern, ms);
    else if (what === "future") shard.futureHit(row, pattern);
    else shard.falsePositive(row, pattern, ms);
  }
  return shard;
}

/** By group: its hits, its two newest distinct times, and how often each cell's time was met, as sorted lines. */
type Told = Record<string, string[]>;

interface Group {
  hits: number;
  newest: number;
  second: number;
  readonly counts: Map<string, number>;
}

class Telling {
  readonly #groups = new Map<string, Group>();

  group(name: string): Group {
    if (!this.#groups.has(name))
      this.#groups.set(name, { hits: 0, newest: -Infinity, second: -Infinity, counts: new Map() });
    return this.#groups.get(name)!;
  }

  add(name: string, what: string, at: number, count: number): void {
    const { counts } = this.group(name);
    counts.set(`${what} ${at}`, (counts.get(`${what} ${at}`) ?? 0) + count);
  }

  told(): Told {
    const lines = Array.from(this.#groups, ([name, { hits, newest, second, counts }]): [string, string[]] => {
      const cells = Array.from(counts, ([what, count]) => `${what}: ${count}`);
      return [name, [`hits ${hits}`, `newest ${newest} ${second}`, ...cells.toSorted(compareText)]];
    });
    return Object.fromEntries(lines);
  }
}

/** Everything that a shard's columns say, whatever the order of rows; the two newest times count as cells too. */
function told({ groups, cells, sessions }: ShardColumns, precision: Precision): Told {
  const telling = new Telling();
  const names = Array.from(groups.session, (row, g) => {
    return `${Buffer.from(bytesAt(sessions, row)).toString()} ${groups.pattern[g]}`;
  });
  names.forEach((name, g) => {
    Object.assign(telling.group(name), { hits: groups.hits[g], newest: groups.newest[g], second: groups.second[g] });
    for (const ms of [groups.newest[g]!, groups.second[g]!]) {
      if (ms >= precision.floorMs && ms !== -Infinity) telling.add(name, "hit", cellOf(ms, precision.exactHours), 1);
    }
  });
  cells.owner.forEach((owner, c) => {
    telling.add(names[owner >>> 1]!, owner % 2 === 1 ? "false positive" : "hit", cells.at[c]!, cells.count[c]!);
  });
  return telling.told();
}

/** The same from the list of events. */
function expected(list: readonly Event[], precision: Precision): Told {
  const telling = new Telling();
  for (const { session, pattern, what, ms } of list) {
    const name = `${session} ${pattern}`;
    const group = telling.group(name);
    if (what !== "false positive") group.hits++;
    if (what === "hit" && ms > group.newest) [group.newest, group.second] = [ms, group.newest];
    else if (what === "hit" && ms !== group.newest && ms > group.second) group.second = ms;
    // An undated false positive counts where there is no floor, an undated hit in `hits` alone.
    const at = what === "future" ? Infinity : Number.isNaN(ms) ? -Infinity : ms;
    if (at < precision.floorMs || (what === "hit" && at === -Infinity)) continue;
    const cell = at === -Infinity ? at : cellOf(at, precision.exactHours);
    telling.add(name, what === "false positive" ? what : "hit", cell, 1);
  }
  return telling.told();
}

test("a shard tells every time that its precision keeps, once", () => {
  fc.assert(
    fc.property(events, precisions, (list, precision) => {
      expect(told(shardOfEvents(list, precision).toColumns(), precision)).toEqual(expected(list, precision));
    }),
    { numRuns: 200 },
  );
});

test("shards of any parts, absorbed in any order, tell the same as one", () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 4 }), precisions, fc.boolean(), (parts, precision, reversed) => {
      const whole = new Shard(SEED, precision);
      const patterns = Uint32Array.of(7, 3);
      const list = reversed ? parts.toReversed() : parts;
      for (const part of list) whole.absorb(shardOfEvents(part, precision).toColumns(), patterns);
      const renamed = parts.flat().map((event) => Object.assign({}, event, { pattern: patterns[event.pattern] }));
      expect(told(whole.toColumns(), precision)).toEqual(expected(renamed, precision));
    }),
    { numRuns: 200 },
  );
});

test("a group's cells are bounded by the hours, however many hits it has", () => {
  const precision: Precision = { asOfMs: Infinity, floorMs: 0, exactHours: [] };
  const hours: Precision = { ...precision, exactHours: [0] };
  const hits = Array.from({ length: 5000 }, (_, i): Event => ({
    session: "s",
    pattern: 0,
    what: "hit",
    ms: HOUR_MS + i,
  }));
  expect(shardOfEvents(hits, hours).toColumns().cells.at).toEqual(Float64Array.of(HOUR_MS));
});

test("times whose 32-bit folds are equal have cells of their own", () => {
  const precision: Precision = { asOfMs: Infinity, floorMs: -Infinity, exactHours: [] };
  const at = [0, 2 ** 32, 2 ** 33, -(2 ** 32), -Infinity, 1];
  const list = at.map((ms): Event => ({ session: "s", pattern: 0, what: "false positive", ms }));
  const { cells } = shardOfEvents([...list, ...list], precision).toColumns();
  expect([...cells.at].toSorted((a, b) => a - b)).toEqual(at.toSorted((a, b) => a - b));
  expect([...cells.count]).toEqual(at.map(() => 2));
});

test("a hash's top bits choose the shard", () => {
  expect([0, 0x03ff_ffff, 0x0400_0000, 0x8000_0000, 0xffff_ffff].map(shardOf)).toEqual([0, 0, 1, 32, SHARD_COUNT - 1]);
});

test("hours begin at whole hours of the epoch, before it too", () => {
  expect([0, 1, HOUR_MS - 1, HOUR_MS, -1, -HOUR_MS].map(hourOf)).toEqual([0, 0, 0, HOUR_MS, -HOUR_MS, -HOUR_MS]);
});
