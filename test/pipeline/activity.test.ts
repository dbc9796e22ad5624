// Hits by day and by session as a report has them, and that asking for them changes nothing else.
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import type { Report } from "../../src/model/report.js";
import { reportSchema } from "../../src/model/schemas.js";
import { tempFolder } from "../io/temp-folder.js";

const NOW = "2026-05-25T12:00:00Z";
const hit = (ts: string, session_id: string, rule_id: string): string =>
  `${JSON.stringify({ ts, session_id, interceptor: "Ban", rule_id })}\n`;
const LOG =
  hit("2026-03-01T00:00:00Z", "old", "r2") +
  hit("2026-05-23T23:59:59.999Z", "a", "r1") +
  hit("2026-05-24T00:00:00Z", "a", "r1") +
  hit("2026-05-25T09:00:00Z", "b", "r1") +
  hit("2026-05-26T09:00:00Z", "b", "r1");

function without({ activity: _activity, timings: _timings, ...rest }: Report): unknown {
  return rest;
}

for (const verb of ["scan", "backfill"] as const) {
  test(`${verb} with and without it`, async () => {
    const home = tempFolder({ "intercept_log.jsonl": LOG });
    await using mnemonic = await openMnemonic({ home });
    const options = { now: NOW, dryRun: true, archives: [home] };
    const plain = await mnemonic[verb](options);
    const asked = await mnemonic[verb]({ ...options, activity: {} });
    expect(plain.activity).toBeUndefined();
    expect(without(asked)).toEqual(without(plain));
    expect(reportSchema.parse(asked)).toEqual(asked);
    expect(asked.activity).toMatchObject({
      from: "2026-03-01",
      to: "2026-05-25",
      earlier: 0,
      sessions: [
        { session_id: "a", hits: [2, 0], others: 0 },
        { session_id: "b", hits: [1, 0], others: 0 },
        { session_id: "old", hits: [0, 1], others: 0 },
      ],
      elsewhere: { hits: [0, 0], others: 0 },
    });
    expect(asked.activity!.patterns.map(({ rule_id, days }) => [rule_id, days.slice(-3)])).toEqual([
      ["r1", [1, 1, 1]],
      ["r2", [0, 0, 0]],
    ]);
  });
}

test("of so many days, patterns and sessions as are asked for", async () => {
  await using mnemonic = await openMnemonic({ home: tempFolder({ "intercept_log.jsonl": LOG }) });
  const limits = { days: 2, patterns: 1, sessions: 1 };
  const { activity } = await mnemonic.scan({ now: NOW, dryRun: true, activity: limits });
  expect(activity).toEqual({
    from: "2026-05-24",
    to: "2026-05-25",
    earlier: 2,
    patterns: [{ pattern: "r1", rule_id: "r1", days: [1, 1] }],
    others: [0, 0],
    sessions: [{ session_id: "a", hits: [2], others: 0 }],
    elsewhere: { hits: [1], others: 1 },
  });
});

test("a limit out of range is wrong usage", async () => {
  await using mnemonic = await openMnemonic({ home: tempFolder({}) });
  await expect(mnemonic.scan({ now: NOW, activity: { days: 0 } })).rejects.toMatchObject({
    code: "USAGE",
    message: "scan: activity.days must be a whole number from 1 to 3660, and is 0",
  });
});
