// The earliest moment of a trigger, from lists that drop nearly everything, is that of the whole history.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EarlyEvents, type EarlyAnswer, type SlidingThresholds } from "../../src/core/merge/early-events.js";
import { DAY_MS } from "../../src/model/options.js";

interface Event {
  timeMs: number;
  isFalse: boolean;
  session: string;
  offset: number;
}

const DEFAULTS: SlidingThresholds = { sameSessionHits: 2, d7Hits: 2, d14Hits: 3, slack: 4 };

/** Every moment of history asked in turn, with plain loops. */
function reference(events: readonly Event[], { sameSessionHits, d7Hits, d14Hits }: SlidingThresholds): EarlyAnswer {
  const moments = events.flatMap(({ isFalse, timeMs }) =>
    isFalse ? [timeMs + 7 * DAY_MS, timeMs + 14 * DAY_MS] : [timeMs],
  );
  for (const at of moments.toSorted((a, b) => a - b)) {
    const net = (session: string, from: number): number => {
      const mine = events.filter((event) => event.session === session && event.timeMs > from);
      const hits = mine.filter((event) => !event.isFalse && event.timeMs <= at).length;
      return hits - mine.filter((event) => event.isFalse && event.timeMs < at).length;
    };
    const sessions = [...new Set(events.map((event) => event.session))];
    const effective = (days: number): number => {
      const nets = sessions.map((session) => {
        const one = net(session, at - days * DAY_MS);
        return session === "" ? one : Math.max(0, one);
      });
      return Math.max(
        0,
        nets.reduce((sum, one) => sum + one, 0),
      );
    };
    const same = sessions.some((session) => session !== "" && net(session, -Infinity) >= sameSessionHits);
    const trigger = same
      ? "same_session"
      : effective(7) >= d7Hits
        ? "cross_session_7d"
        : effective(14) >= d14Hits
          ? "cross_session_14d"
          : null;
    if (trigger !== null) return { trigger, atMs: at, hits: [] };
  }
  return "none";
}

function offerAll(events: readonly Event[], thresholds: SlidingThresholds): EarlyEvents {
  const early = new EarlyEvents(thresholds);
  for (const { timeMs, isFalse, session, offset } of events) {
    const place = { archive: 0, offset, timeMs };
    if (early.wants(0, timeMs)) early.offer(0, place, isFalse, new TextEncoder().encode(session));
  }
  return early;
}

function shape(answer: EarlyAnswer): unknown {
  return typeof answer === "string" ? answer : { trigger: answer.trigger, atMs: answer.atMs };
}

const eventArbitrary = (falses: number): fc.Arbitrary<Omit<Event, "offset">> =>
  fc.record({
    timeMs: fc.oneof(
      fc.integer({ min: 0, max: 60 * DAY_MS }),
      fc.integer({ min: 0, max: 20 }).map((n) => n * 7 * DAY_MS),
      fc.integer({ min: 0, max: 20 }).map((n) => n * 7 * DAY_MS - 1),
    ),
    isFalse: fc.integer({ min: 0, max: 99 }).map((n) => n < falses),
    session: fc.constantFrom("", "a", "b", "c", "d", "e"),
  });

const histories = fc
  .tuple(
    fc.constantFrom(0, 10, 50, 90).chain((falses) => fc.array(eventArbitrary(falses), { maxLength: 600, size: "max" })),
    fc.record({
      sameSessionHits: fc.integer({ min: 1, max: 4 }),
      d7Hits: fc.integer({ min: 1, max: 5 }),
      d14Hits: fc.integer({ min: 1, max: 6 }),
      slack: fc.constantFrom(0, 3, 32, 1000),
    }),
    fc.integer({ min: 1, max: 5 }),
  )
  .map(([events, thresholds, parts]) => ({
    events: events.map((event, offset) => ({ ...event, offset })),
    thresholds,
    parts,
  }));

test("random histories in random parts answer as the whole does, or say that they can't", () => {
  fc.assert(
    fc.property(histories, ({ events, thresholds, parts }) => {
      const whole = new EarlyEvents(thresholds);
      for (let part = 0; part < parts; part++) {
        const mine = events.filter((event) => event.offset % parts === part);
        whole.absorb(offerAll(mine, thresholds).toColumns(), Uint32Array.of(0));
      }
      const expected = reference(events, thresholds);
      const answer = whole.answer(0);
      const mayBeUnsure = events.filter((event) => event.isFalse).length > thresholds.slack;
      expect([shape(expected), ...(mayBeUnsure ? ["unsure"] : [])]).toContainEqual(shape(answer));
    }),
    { numRuns: 150 },
  );
});

describe("a moment", () => {
  const hit = (day: number, session: string, offset: number): Event => ({
    timeMs: day * DAY_MS,
    isFalse: false,
    session,
    offset,
  });

  test("is a session's second hit, however far from its first", () => {
    const early = offerAll([hit(0, "a", 0), hit(100, "a", 1), hit(50, "b", 2)], DEFAULTS);
    expect(early.answer(0)).toEqual({
      trigger: "same_session",
      atMs: 100 * DAY_MS,
      hits: [
        { archive: 0, offset: 0, timeMs: 0 },
        { archive: 0, offset: 1, timeMs: 100 * DAY_MS },
      ],
    });
  });

  test("does not come from two hits exactly seven days apart, for a window is open at its start", () => {
    expect(offerAll([hit(0, "a", 0), hit(7, "b", 1)], DEFAULTS).answer(0)).toBe("none");
    const closer = { ...hit(7, "b", 1), timeMs: 7 * DAY_MS - 1 };
    expect(shape(offerAll([hit(0, "a", 0), closer], DEFAULTS).answer(0))).toEqual({
      trigger: "cross_session_7d",
      atMs: 7 * DAY_MS - 1,
    });
  });

  test("may be the one at which a false positive leaves the window", () => {
    const events = [
      { timeMs: 0, isFalse: true, session: "a", offset: 0 },
      { timeMs: 0.5 * DAY_MS, isFalse: false, session: "a", offset: 1 },
      { timeMs: 6 * DAY_MS, isFalse: false, session: "b", offset: 2 },
    ];
    expect(shape(offerAll(events, DEFAULTS).answer(0))).toEqual({ trigger: "cross_session_7d", atMs: 7 * DAY_MS });
    expect(offerAll(events, { ...DEFAULTS, untilMs: 7 * DAY_MS - 1 }).answer(0)).toBe("none");
  });

  test("is kept small: a million hits leave a short list", () => {
    const early = new EarlyEvents(DEFAULTS);
    const session = new TextEncoder().encode("s");
    for (let i = 0; i < 1_000_000; i++) {
      const timeMs = 1_000_000 - i; // the worst order: each is earlier than all before
      if (early.wants(0, timeMs)) early.offer(0, { archive: 0, offset: i, timeMs }, false, session);
    }
    expect(early.toColumns().pattern.length).toBeLessThan(200);
  });

  test("keeps an id that is longer than a call has room for arguments", () => {
    const session = new Uint8Array(1_000_000).fill(0x61);
    const early = new EarlyEvents(DEFAULTS);
    early.offer(0, { archive: 0, offset: 0, timeMs: 1 }, false, session);
    expect(Buffer.compare(early.toColumns().session.bytes, session)).toBe(0);
  });
});

test("what a part has dropped stays unknown after a merge", () => {
  const dense = [
    ...Array.from({ length: 120 }, (_, i) => ({ timeMs: 0, isFalse: true, session: "a", offset: i })),
    ...Array.from({ length: 8 }, (_, i) => ({ timeMs: DAY_MS + i, isFalse: false, session: "a", offset: 120 + i })),
    { timeMs: 100 * DAY_MS, isFalse: false, session: "b", offset: 128 },
    { timeMs: 101 * DAY_MS, isFalse: false, session: "b", offset: 129 },
  ];
  const late = [200, 201].map((day, i) => ({ timeMs: day * DAY_MS, isFalse: false, session: "c", offset: 130 + i }));
  const whole = new EarlyEvents(DEFAULTS);
  for (const part of [dense, late]) whole.absorb(offerAll(part, DEFAULTS).toColumns(), Uint32Array.of(0));
  expect(whole.answer(0)).toBe("unsure");
});
