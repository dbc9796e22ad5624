// How often a lane keeps what its tables hold: as seldom as it must to cost next to nothing.
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import type { SegmentScanner } from "../../src/core/line/scanner.js";
import { precisionFor } from "../../src/core/count/precision.js";
import { KEY_BYTES } from "../../src/io/segment-file.js";
import { LaneCheckpoints } from "../../src/workers/lane-checkpoints.js";
import { tempFolder } from "../io/temp-folder.js";

const SEED = { k0: 1, k1: 2 };
const PARTIAL = (() => {
  const scanner = new PlainScanner(SEED, precisionFor(0));
  scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
  scanner.endRange();
  return scanner;
})();

/** A lane that scans a megabyte a millisecond into tables that grow, and takes so long to write each of their megabytes. */
function lane(msPerMegabyte: number): { checkpoints: LaneCheckpoints; scanner: SegmentScanner; folder: string } {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = tempFolder();
  const header = { archives: 1, seed: SEED, key: new Uint8Array(KEY_BYTES) };
  const scanner = Object.create(PARTIAL, {
    tableBytes: { get: () => Math.floor(performance.now()) * 1024 },
    snapshot: {
      value: (write: Parameters<SegmentScanner["snapshot"]>[0]) => {
        vi.advanceTimersByTime(Math.ceil((performance.now() / 1024) * msPerMegabyte));
        PARTIAL.snapshot(write);
      },
    },
  }) as SegmentScanner;
  return { checkpoints: new LaneCheckpoints({ folder, header, paths: ["a"] }), scanner, folder };
}

/** Scans for so long. Returns when what was kept, and how long that took. */
function scanned(ms: number, { checkpoints, scanner }: ReturnType<typeof lane>): { at: number[]; tookMs: number } {
  const at: number[] = [];
  let tookMs = 0;
  for (let from = 0; performance.now() < ms; from++) {
    vi.advanceTimersByTime(10);
    checkpoints.add({ archive: 0, from, to: from + 1, readBytes: 1 });
    if (!checkpoints.isDue(1 << 20, scanner)) continue;
    const began = performance.now();
    checkpoints.save(scanner);
    at.push(began);
    tookMs += performance.now() - began;
  }
  return { at, tookMs };
}

test.each([
  [1, 8],
  [10, 3],
  [100, 1],
])("where a megabyte takes %i ms to keep, keeping takes next to nothing of the time", (ms, times) => {
  const made = lane(ms);
  const { at, tookMs } = scanned(120_000, made);
  // But for the first one, whose cost is guessed, a fortieth of the time.
  expect(tookMs).toBeLessThan(120_000 / 40 + 6 * ms);
  expect(at.length).toBeGreaterThanOrEqual(times);
  expect(Math.min(...at.map((one, i) => one - (at[i - 1] ?? 0)))).toBeGreaterThan(4999);
  expect(readdirSync(made.folder)).toHaveLength(1);
});

test("what can't be written is not tried again, and it is said", () => {
  const made = lane(1);
  const { at } = scanned(20_000, {
    ...made,
    checkpoints: new LaneCheckpoints({ ...planOf(made), folder: "/nowhere" }),
  });
  expect(at).toHaveLength(1);
});

function planOf({ folder }: { folder: string }): ConstructorParameters<typeof LaneCheckpoints>[0] {
  return { folder, header: { archives: 1, seed: SEED, key: new Uint8Array(KEY_BYTES) }, paths: ["a"] };
}
