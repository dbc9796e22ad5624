import { setTimeout } from "node:timers/promises";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { progressBar, progressState } from "../../src/cli/progress-line.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import type { Progress } from "../../src/model/options.js";
import { fakeHost, sinkOf, type FakeSink } from "./fake-host.js";
import { SAMPLE } from "./sample-report.js";

const at = (elapsedMs: number, doneBytes: number): Progress => ({ doneBytes, totalBytes: 2 ** 30, elapsedMs });

/** Standard error of a run that reports these. */
async function shown(steps: Progress[], stderr: FakeSink, args: string[] = [], env = {}): Promise<string> {
  const work = async ({ onProgress }: { onProgress?: (progress: Progress) => void }) => {
    for (const step of steps) {
      onProgress?.(step);
      await setTimeout(30);
    }
    return SAMPLE;
  };
  await run(["scan", ...args], fakeHost({ stderr, work, env }));
  return stderr.text;
}

const LONG = [
  at(600, 2 ** 27),
  at(900, 2 ** 28),
  at(1200, 2 ** 29),
  at(5100, 2 ** 29),
  at(6000, 2 ** 29),
  at(11_000, 2 ** 30),
];

test("where there is no terminal a long run writes a line every few seconds", async () => {
  expect((await shown(LONG, sinkOf())).trimEnd().split("\n")).toEqual([
    "512 MiB of 1.0 GiB, 100 MiB/s, 5s left",
    "1.0 GiB of 1.0 GiB, 93 MiB/s",
  ]);
});

test("on a dumb terminal too", async () => {
  const text = await shown(LONG, sinkOf({ isTTY: true, columns: 80 }), [], { TERM: "dumb" });
  expect(text.split("\n")[0]).toBe("512 MiB of 1.0 GiB, 100 MiB/s, 5s left");
  expect(text).not.toContain("\u001b");
});

test("on a terminal there is a bar that is gone in the end", async () => {
  const text = await shown(LONG, sinkOf({ isTTY: true, columns: 80 }));
  expect(text).toContain("[");
  expect(text).toMatch(/\d+%  /);
  expect(text).not.toContain("\n");
  // The cursor back to the first column, and the line cleared.
  // eslint-disable-next-line no-control-regex
  expect(text).toMatch(/\u001b\[1G\u001b\[2K$/);
  // Nothing that a killed run would leave switched off: wrapping, the cursor.
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/\u001b\[\?(7|25)l/);
});

test("a short run shows nothing", async () => {
  const short = [at(10, 5), at(400, 2 ** 20)];
  expect(await shown(short, sinkOf({ isTTY: true, columns: 80 }))).toBe("");
  expect(await shown(short, sinkOf())).toBe("");
});

test.for(["--no-progress", "--quiet"])("%s", async (flag) => {
  expect(await shown(LONG, sinkOf({ isTTY: true, columns: 80 }), [flag])).toBe("");
});

test.for(["en", "zh"] as const)("the bar fits any terminal, in %s", (language) => {
  for (let columns = 20; columns < 200; columns += 1) {
    for (const step of [at(0, 0), at(700, 1), at(1e9, 2 ** 29), at(5000, 2 ** 30), { ...at(5, 5), totalBytes: 0 }]) {
      const bar = progressBar(step, columns, textsOf(language));
      expect(stringWidth(bar)).toBeLessThan(columns);
      // cli-progress cuts by characters, not columns.
      expect(bar.length).toBeLessThan(columns);
    }
  }
});

test("before anything was read there is no rate to divide by", () => {
  expect(progressState(at(1000, 0), textsOf("en"))).toBe("reading …");
});
