// Times as records write them, thick around the edges that windows have.
import * as fc from "fast-check";
import { DAY_MS, HOUR_MS } from "../../src/model/options.js";

/** Moments that windows are asked at: on the hour, inside it, at its last millisecond. */
export const NOWS = ["2026-05-25T12:00:00.000Z", "2026-05-25T12:34:56.789Z", "2026-03-01T00:59:59.999Z"].map(
  Date.parse,
);

/** Milliseconds relative to now, thick around the edges of the windows and of their hours. */
export const instants = (nowMs: number): fc.Arbitrary<number> => {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS - nowMs;
  // The last one is no window's edge but an hour long past, where watermarks and hits meet too.
  const edges = [0, -7 * DAY_MS, -14 * DAY_MS, -20 * DAY_MS].flatMap((edge) => [
    edge,
    edge + hour,
    edge + hour + HOUR_MS,
  ]);
  const near = fc
    .tuple(fc.constantFrom(...edges), fc.constantFrom(-1, 0, 1, -60_000, 60_000, 120_000))
    .map(([edge, by]) => nowMs + edge + by);
  const anywhere = fc.integer({ min: -21 * DAY_MS, max: HOUR_MS }).map((ms) => nowMs + ms);
  const repeated = fc.constantFrom(1, 2, 30, 200, 500).map((hours) => nowMs - hours * HOUR_MS);
  return fc.oneof({ weight: 4, arbitrary: near }, { weight: 2, arbitrary: anywhere }, repeated);
};

const timeForms: readonly ((ms: number) => string)[] = [
  (ms) => JSON.stringify(new Date(ms + 2 * HOUR_MS).toISOString().replace("Z", "+02:00")),
  (ms) => JSON.stringify(new Date(ms - 330 * 60_000).toISOString().replace("Z", "-0530")),
  (ms) => JSON.stringify(new Date(ms - HOUR_MS).toISOString().replace("Z", "-01")),
  (ms) => JSON.stringify(new Date(ms).toISOString().replace("T", " ").replace("Z", "")),
  (ms) => JSON.stringify(new Date(ms).toISOString().replace("Z", "999z").replace(".", ",").replace("T", "t")),
  (ms) => JSON.stringify(new Date(ms).toISOString().replace(/\.\d+/, "")),
  (ms) => JSON.stringify(new Date(ms).toISOString().replace(/(\d)Z/, "$1".padEnd(8, "9") + "Z")),
  (ms) => JSON.stringify(new Date(ms).toISOString().slice(0, 10)),
  (ms) => JSON.stringify(new Date(ms).toISOString().replace("T", "\\u0054")).replace("\\\\", "\\"),
  (ms) => String(ms),
  (ms) => String(ms / 1000),
  (ms) => `${ms}999`,
  (ms) => `"${ms}999999"`,
  (ms) => `"${ms / 1000}"`,
  (ms) => `${ms / 1000}e0`,
];
const noTimes = [
  '"build 2026"',
  '""',
  '" "',
  "null",
  "true",
  "{}",
  '["2026-05-25"]',
  '"2026-02-29T00:00:00Z"',
  "1e400",
];

const isoText = (ms: number): string => `"${new Date(ms).toISOString()}"`;
/** The JSON text of a time, or of what looks like one. */
export const timeText = (nowMs: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: instants(nowMs).map(isoText) },
    {
      weight: 2,
      arbitrary: fc.tuple(instants(nowMs), fc.constantFrom(...timeForms)).map(([ms, form]) => form(ms)),
    },
    fc.constantFrom(...noTimes),
  );
