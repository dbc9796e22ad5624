// Every bench, at tiny size, so that none rots. No figure of these runs means anything.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gate } from "../../bench/gate.js";
import { BENCHES, type BenchName, type BenchOptions, type Outcome } from "../../bench/harness/bench.js";
import { parseArguments } from "../../bench/harness/options.js";
import { parseResult } from "../../bench/harness/result.js";
import { buildContenders, measure, ROOT, type Contender } from "../../bench/harness/runs.js";
import { table } from "../../bench/harness/table.js";
import { profile } from "../../bench/profile.js";

let folder: string;
const tiny: Omit<BenchOptions, "folder"> = {
  bytes: 100_000,
  seed: 7,
  runs: 0, // Each runs once all the same, for its answer.
  threads: 2,
  corpora: [],
  archive: undefined,
  now: "2026-05-31T00:00:00Z",
  only: [],
  allowDifferent: false,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mnemonic-bench-test-"));
  buildContenders();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(name: BenchName, options: Partial<BenchOptions> = {}): Promise<Outcome> {
  const own = mkdtempSync(join(folder, `${name}-`));
  const { bench } = await BENCHES[name]();
  return bench.run({ ...tiny, folder: own, ...options });
}

/** One line a row: its name, and why it has no figure if it has none. */
function told({ rows }: Outcome): string[] {
  return rows.map(({ name, status, reason, samples, latency }) => {
    const figures = [...(samples.seconds ?? []), ...(samples.peakMiB ?? []), latency?.p50Ms ?? 1];
    return status === "measured" && figures.every((value) => value > 0) ? name : `${name}: ${status}: ${reason}`;
  });
}

test("throughput: all contenders give Mnemonic's answer", async () => {
  const all = [
    "mnemonic x2",
    "mnemonic x1",
    "mnemonic backfill x2",
    "duckdb x2",
    "workers + JSON.parse x2",
    "readline + JSON.parse",
  ];
  const rest = ["ndjson", "stream-json", "limit: bare read x2", "limit: wc -l"];
  expect(told(await run("throughput", { corpora: ["clean"] }))).toEqual([...all, ...rest]);
});

test("throughput: on an archive of one's own, whoever answers otherwise gets no figure", async () => {
  const archive = join(folder, "own.jsonl");
  const record = { ts: "2026-05-30T10:00:00Z", session_id: "s", rule_id: "r", interceptor: "Ban" };
  // The others take ids as they stand: with blanks around it, one is another rule.
  writeFileSync(archive, `${JSON.stringify(record)}\n${JSON.stringify({ ...record, rule_id: " r " })}\n`);
  const [ours, theirs] = told(await run("throughput", { archive, only: ["readline"] }));
  expect(ours).toBe("mnemonic x2");
  expect(theirs).toMatch(
    /^readline \+ JSON\.parse: refused: answers otherwise: 2 rules with 2 hits .*; ours 1 rules with 2 hits/,
  );
});

test("memory: a row for each size", async () => {
  const { rows } = await run("memory", { only: ["nobody"], runs: 1 });
  expect(rows.map(({ corpus }) => corpus)).toEqual(["clean 6K", "clean 24K", "clean 98K"]);
  expect(rows.every(({ samples }) => (samples.peakMiB?.[0] ?? 0) > 10)).toBe(true);
});

test("formats: all are read alike", async () => {
  const only = ["array", "pretty", "utf-16", "gzip"];
  const result = await run("formats", { only, runs: 1 });
  expect(told(result)).toEqual(["plain", ...only, "limit: gzip alone"]);
  const gzip = result.rows.find(({ name }) => name === "gzip");
  expect(gzip?.ratios.map(({ to }) => to)).toEqual(["plain", "limit: gzip alone"]);
  expect(table(result.rows)[0]).toContain("time by that of its limit");
});

test("rescan, kernels and start-up", async () => {
  const rescan = await run("rescan", { runs: 2, threads: 1 });
  const commands = ["node -e 0", "command, nothing new", "command, 1 KB new"];
  expect(told(rescan)).toEqual(["rescan, nothing new", "rescan, 1 KB new", ...commands]);
  expect(rescan.rows.map(({ latency }) => latency?.count)).toEqual([100, 40, 2, 2, 2]);
  const kernels = await run("kernels", { runs: 0.05 });
  expect(told(kernels)).toHaveLength(8);
  expect(kernels.rows.every(({ samples }) => (samples.seconds?.length ?? 0) > 0)).toBe(true);
  expect(told(await run("start-up"))).toEqual(["node -e 0", "--help", "patterns", "scan"]);
});

test("one that is not installed is named, one that answers otherwise is refused or said to differ", async () => {
  const print = (text: string): string[] => [process.execPath, "-e", `console.log(${text})`];
  const differs = (one: string, other: string): string => (one === other ? "" : `says ${other.trim()}`);
  const contenders: Contender[] = [
    { name: "ours", command: print("1"), differs },
    { name: "liar", command: print("2"), differs },
    { name: "absent", command: [], missing: "the package absent is not installed" },
  ];
  const options = { corpus: "", bytes: 0, runs: 1, ratios: ["seconds"] as const };
  const strict = await measure(contenders, { ...options, allowDifferent: false });
  expect(strict.map(({ status, reason }) => [status, reason])).toEqual([
    ["measured", ""],
    ["refused", "says 2"],
    ["missing", "the package absent is not installed"],
  ]);
  const [, liar] = await measure(contenders.slice(0, 2), { ...options, allowDifferent: true });
  expect(liar).toMatchObject({ status: "measured", reason: "says 2", ratios: [{ to: "ours" }] });
  const broken = { name: "broken", command: [process.execPath, "-e", "console.error('no'); process.exit(4)"] };
  await expect(measure([broken], { ...options, allowDifferent: false })).rejects.toThrow("broken ended with 4: no");
});

test("the command writes its files", () => {
  const [json, github] = [join(folder, "out.json"), join(folder, "github.json")];
  const args = ["start-up", "--runs", "1", "--only", "nobody", "--json", json, "--github", github];
  const command = ["--import", "tsx", "bench/index.ts", ...args];
  const output = execFileSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
  expect(output).toContain("| node -e 0 |");
  const { rows, machine } = parseResult(json, readFileSync(json, "utf8"));
  expect(rows).toMatchObject([{ name: "node -e 0", status: "measured" }]);
  expect(machine.cores).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(github, "utf8"))).toMatchObject([{ name: "start-up: node -e 0", unit: "1/s" }]);
});

// So little is scanned by the main thread alone.
test("profile: a file for each thread, and what costs most", () => {
  const out = join(folder, "profiles");
  const lines = profile({ bytes: 3_000_000, threads: 2, out, top: 3 }, () => {});
  expect(readdirSync(out).sort()).toEqual(["main.cpuprofile"]);
  expect(lines.filter((line) => line.includes("busy for"))).toHaveLength(1);
});

// Trees that take as much CPU time for a scan as the file says; and a repository of them.
test("gate: a slower tree is found, an answer that changed is refused", async () => {
  const root = join(folder, "repository");
  const git = (...args: string[]): void => {
    const identity = ["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...identity, ...args], { cwd: root, stdio: "ignore" });
  };
  const write = (milliseconds: number, hits: number): void => {
    const source = `export async function scanArchives() {
      const before = process.cpuUsage();
      for (let used = 0; used < ${milliseconds * 1000};) {
        const { user, system } = process.cpuUsage(before);
        used = user + system;
      }
      return { patterns: [{ kind: 0, key: "r", total: ${hits}, interceptors: [], d7: 0, d14: 0, sessions: 1, sameSessionD7: 0, lastMs: 0 }] };
    }`;
    for (const file of ["source.js", "dist/index.js"]) writeFileSync(join(root, file), source);
  };
  for (const name of ["dist", "node_modules"]) mkdirSync(join(root, name), { recursive: true });
  const build = "node -e \"fs.mkdirSync('dist', { recursive: true }); fs.copyFileSync('source.js', 'dist/index.js')\"";
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "x", type: "module", scripts: { build } }));
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, ".gitignore"), "node_modules\ndist\n");
  write(3, 1);
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "base");

  const judge = async (...more: string[]): Promise<Awaited<ReturnType<typeof gate>>> => {
    const args = parseArguments(["--base", "HEAD", "--seconds", "0", "--bytes", "1K", ...more]);
    return gate(args, mkdtempSync(join(folder, "gate-")), root);
  };
  write(6, 1);
  const { gate: slower, rows } = await judge();
  expect(slower).toMatchObject({ verdict: "slower", base: "HEAD" });
  expect(rows.map(({ name }) => name)).toEqual(["base", "base again", "candidate"]);
  write(3, 2);
  await expect(judge()).rejects.toThrow("the base answers otherwise: 1 rules with 1 hits");
  await expect(judge("--base", "no-such-thing")).rejects.toThrow("--base no-such-thing: git knows no such revision");
});
