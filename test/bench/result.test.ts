import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CANDIDATE, judgeStored, remarksOn, YARDSTICK } from "../../bench/gate.js";
import { addResults } from "../../bench/harness/add.js";
import { gateLines } from "../../bench/harness/gate-text.js";
import { githubFigures } from "../../bench/harness/github.js";
import { latencyOf } from "../../bench/harness/histogram.js";
import { parseArguments, USAGE } from "../../bench/harness/options.js";
import { jsonSchema, parseResult, SCHEMA, type BenchResult, type Row } from "../../bench/harness/result.js";
import { ROOT } from "../../bench/harness/runs.js";
import { costs } from "../../bench/harness/cpu-profile.js";
import { heading, table } from "../../bench/harness/table.js";

function row(name: string, seconds: number[], more: Partial<Row> = {}): Row {
  return {
    corpus: "clean",
    name,
    status: "measured",
    reason: "",
    bytes: 2e6,
    samples: { seconds },
    ratios: [],
    ...more,
  };
}

const interval = { estimate: 2, low: 1.9, high: 2.1, confidence: 0.97, pairs: 2 };
const ours = row("mnemonic x2", [1, 1]);
const theirs = row("other", [2, 2], { ratios: [{ of: "seconds", to: "mnemonic x2", ...interval }] });
const refused = row("liar", [], { status: "refused", reason: "answers otherwise: 1 rule", samples: {} });

function result(rows: Row[], more: Partial<BenchResult> = {}): BenchResult {
  return {
    schema: SCHEMA,
    bench: "throughput",
    started: "2026-05-31T00:00:00.000Z",
    machine: { cpu: "Some CPU", cores: 2, memoryMiB: 4096, platform: "linux x64", load: 0.5 },
    versions: { mnemonic: "abc", node: "v20.20.0", v8: "11" },
    options: { bytes: 2e6, seed: 7 },
    corpora: [{ name: "clean", bytes: 2e6, sha256: "0123456789" }],
    rows,
    ...more,
  };
}

test("what is written is read again, and what is something else is refused with its place", () => {
  const written = result([ours, theirs, refused]);
  expect(parseResult("out.json", JSON.stringify(written))).toEqual(written);
  expect(() => parseResult("out.json", "{")).toThrow(/^out\.json is not JSON/);
  const other = JSON.stringify({ ...written, rows: [{ ...ours, bytes: "many" }] });
  expect(() => parseResult("out.json", other)).toThrow(/^out\.json is no mnemonic\.bench\/1, at rows\.0\.bytes: /);
  expect(jsonSchema()).toMatchObject({ type: "object", properties: { schema: { const: SCHEMA } } });
});

const later = "2026-06-01T00:00:00.000Z";

test("two runs are added up: samples, histograms, and ratios over all pairs", () => {
  const one = result([ours, { ...theirs, latency: latencyOf([1, 2, 3]) }, refused]);
  const other = result(
    [row("other", [3, 3], { ratios: theirs.ratios, latency: latencyOf([100]) }), row("mnemonic x2", [1, 1]), refused],
    { started: later },
  );
  const [base, added, liar] = addResults(one, other).rows;
  expect(base?.samples.seconds).toEqual([1, 1, 1, 1]);
  expect(added?.samples.seconds).toEqual([2, 2, 3, 3]);
  expect(added?.ratios[0]).toMatchObject({ to: "mnemonic x2", pairs: 4, low: 2, high: expect.closeTo(3) as number });
  expect(added?.latency).toMatchObject({ count: 4, p50Ms: 2 });
  expect(added?.latency?.maxMs).toBeCloseTo(100, 0);
  expect(liar).toEqual(refused);
});

test("a run is not added to itself", () => {
  expect(() => addResults(result([ours]), result([ours]))).toThrow(/one and the same/);
});

test.for([
  ["benches", { bench: "memory" }],
  ["corpora", { corpora: [{ name: "clean", bytes: 2e6, sha256: "another" }] }],
  ["revisions", { versions: { mnemonic: "def", node: "v20.20.0" } }],
  ["machines", { machine: { ...result([]).machine, cpu: "Another CPU" } }],
] as const)("runs of different %s are not added up", ([, more]) => {
  expect(() =>
    addResults(result([ours]), result([ours], { started: later, ...(more as Partial<BenchResult>) })),
  ).toThrow(/can't be added/);
});

test("the table has a column for what there is, and a row for who got no figure", () => {
  expect(table([ours, theirs, refused])).toEqual([
    "| corpus |  | time | MB/s | time by that of mnemonic x2 (95 %) | n | note |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    "| clean | mnemonic x2 | 1.00 s | 2.00 | – | 2 | – |",
    "| clean | other | 2.00 s | 1.00 | 2.00 (1.90–2.10) | 2 | – |",
    "| clean | liar | – | – | – | – | answers otherwise: 1 rule |",
  ]);
  expect(heading(result([ours])).join("\n")).toContain("2 × Some CPU, load 0.5");
});

test("for GitHub's action all figures are turned so that bigger is better", () => {
  const slower = row("mnemonic x2", [2, 2.2, 1.8]);
  const [figure, ...others] = githubFigures(result([slower, refused]));
  expect(others).toEqual([]);
  expect(figure).toMatchObject({ name: "throughput: clean: mnemonic x2", unit: "MB/s", value: 1, range: "± 9.1 %" });
  const memory = githubFigures(
    result([row("x", [1], { samples: { seconds: [1], peakMiB: [4] } })], { bench: "memory" }),
  );
  expect(memory).toMatchObject([{ unit: "MB per peak MiB", value: 0.5 }]);
  const latency = githubFigures(result([row("x", [1], { latency: latencyOf([10]) })]));
  expect(latency[0]?.value).toBeCloseTo(100, 0);
  expect(githubFigures(result([row("x", [0.25], { bytes: 0 })]))).toMatchObject([{ unit: "1/s", value: 4 }]);
});

test("a gate says its figures, its verdict and what to do", () => {
  const judged = { of: "cpuSeconds", ...interval, noise: { ...interval, estimate: 1, low: 0.99, high: 1.01 } } as const;
  const say = (verdict: "fine" | "slower" | "inconclusive"): string =>
    gateLines({
      base: "main",
      tolerance: 0.05,
      verdict,
      figures: [{ ...judged, verdict }],
      remarks: ["a remark"],
    }).join("\n");
  expect(say("slower")).toContain(
    "CPU time of the scan by that of main: 2.00 (1.90–2.10), 2 rounds; the base by itself 1.00",
  );
  expect(say("slower")).toContain(
    "a remark\nslower: the scan takes 100.0 % more CPU time than the base; tolerated are 5.0 %",
  );
  expect(say("fine")).toContain("fine: no slow-down beyond the tolerance of 5.0 %");
  expect(say("inconclusive")).toContain("This is no alarm, and no all-clear; run it for longer (--seconds)");
});

test("a stored run is compared by the yardstick, so that another machine's speed does not count", () => {
  const wobble = [1, 1.01, 0.99, 1, 1.02, 0.98, 1, 1.01];
  const rows = (scale: number, slower: number): Row[] =>
    [YARDSTICK, CANDIDATE].map((name, i) => {
      const times = wobble.map((each, round) => scale * (i === 0 ? 3 : slower * (wobble[7 - round] ?? 1)) * each);
      return row(name, times, { samples: { seconds: times, cpuSeconds: times } });
    });
  const stored = result(rows(1, 1), { versions: { mnemonic: "abc", node: "v18.0.0" } });
  const args = parseArguments(["--against", "base.json"]);
  const verdicts = (now: Row[]): string[] => judgeStored(stored, now, args).map(({ verdict }) => verdict);
  expect(verdicts(rows(5, 1))).toEqual(["fine", "fine"]);
  expect(verdicts(rows(0.3, 1.1))).toEqual(["slower", "slower"]);
  expect(() => judgeStored(result([ours]), rows(1, 1), args)).toThrow(/no figures of yardstick 1: record it with/);
  expect(remarksOn(stored).join("\n")).toMatch(/another processor \(Some CPU\).*\n.*with Node v18\.0\.0, this is/);
});

test("options are checked, and each is told in the help", () => {
  expect(parseArguments(["--bytes", "1.5K", "--tolerance", "2.5%"])).toMatchObject({ bytes: 1536, tolerance: 0.025 });
  const wrong = [
    ["--bytes", "10X"],
    ["--tolerance", "5"],
    ["--runs", "many"],
    ["--seed", ""],
    ["--base", "a", "--against", "b"],
  ];
  for (const argv of wrong) expect(() => parseArguments(argv), argv.join(" ")).toThrow(argv[0]);
  const source = readFileSync(join(ROOT, "bench", "harness", "options.ts"), "utf8");
  const names = [...source.matchAll(/^ {6}"?([a-z-]+)"?: \{ type:/gm)].map(([, name]) => `--${name}`);
  expect(names).toContain("--tolerance");
  expect(names.filter((name) => !USAGE.includes(name))).toEqual([]);
});

test("a profile's self times are summed by function, without idling", () => {
  const node = (id: number, functionName: string, url = ""): object => ({
    id,
    callFrame: { functionName, url, lineNumber: 4 },
  });
  const nodes = [
    node(1, "(idle)"),
    node(2, "scan", "file:///x/dist/a.js"),
    node(3, "scan", "file:///x/dist/a.js"),
    node(4, ""),
  ];
  const profile = { nodes, samples: [1, 2, 3, 4, 2], timeDeltas: [9000, 1000, 2000, 500, 1000] };
  expect(costs(profile as Parameters<typeof costs>[0])).toEqual({
    busyMs: 4.5,
    costs: [
      { name: "scan", place: "dist/a.js:5", selfMs: 4 },
      { name: "(anonymous)", place: "", selfMs: 0.5 },
    ],
  });
});
