// The command as it is installed: what it loads, and how it takes signals, pipes and disks. Needs a build (`npm test` makes one).
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { reportSchema } from "../../src/model/schemas.js";
import type { Report } from "../../src/model/report.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cli = join(root, "dist/cli.js");

let folder: string;
let home: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mnemonic-command-"));
  home = join(folder, "home");
  await mkdir(home);
  const record = { session_id: "s1", interceptor: "Ban", rule_id: "rule_ban_013", action: "block" };
  const lines = [10, 11].map((hour) => `${JSON.stringify({ ts: `2026-05-25T${hour}:00:00Z`, ...record })}\n`);
  await writeFile(join(home, "intercept_log.jsonl"), lines.join(""));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const SCAN = ["scan", "--now", "2026-05-25T12:00:00Z", "--lang", "en"];

function start(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const { NODE_OPTIONS: _, ...clean } = process.env;
  return spawn(command, args, { env: { ...clean, ...env }, stdio: ["ignore", "pipe", "pipe"], timeout: 50_000 });
}

async function ended(child: ChildProcess) {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (data) => (out += String(data)));
  child.stderr?.on("data", (data) => (err += String(data)));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on("close", (...how) => resolve(how));
  });
  return { code, signal, out, err };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** What a run loads: modules in the bundle by their path in src, packages by their name, other files by their path. */
async function loadedBy(args: readonly string[]): Promise<string[]> {
  const coverage = await mkdtemp(join(folder, "coverage-"));
  // V8 lists every script that was run, whichever way it was loaded. Worker threads write files of their own.
  await ended(start(process.execPath, [cli, ...args], { NODE_V8_COVERAGE: coverage }));
  const texts = await Promise.all((await readdir(coverage)).map((name) => readFile(join(coverage, name), "utf8")));
  const scripts = texts
    .flatMap((text) => (JSON.parse(text) as Coverage).result)
    .filter(({ url }) => url.startsWith("file:"));
  // In the bundle a module is run by a function of its name.
  const ran = scripts.flatMap(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  const modules = ran.flatMap(({ functionName }) => /^src\/(.*\.ts)$/.exec(functionName)?.[1] ?? []);
  const files = scripts.map(({ url }) => relative(root, fileURLToPath(url)));
  const names = files.map((file) => /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file);
  return [...new Set([...modules, ...names])].toSorted();
}

/** Those of them that are packages. */
const packagesOf = (loaded: readonly string[]) => loaded.filter((name) => !/\.(ts|c?js)$/.test(name));

const shell = (line: string) =>
  ended(
    start("bash", [
      "-c",
      line.replace("MNEMONIC", `'${process.execPath}' '${cli}' ${SCAN.join(" ")} --home '${home}'`),
    ]),
  );

/** The built command with a library in place of its own that works until it is stopped; `stubborn` ones do not stop. */
async function endless(stubborn: boolean): Promise<ChildProcess> {
  const onStop = stubborn
    ? ""
    : `signal.addEventListener("abort", () => { clearInterval(timer); reject(signal.reason); });`;
  const command = join(folder, `endless-${stubborn}.cjs`);
  await writeFile(
    command,
    `require(${JSON.stringify(join(root, "dist/load.cjs"))}).load("cli").main(async () => ({
      home: "x",
      close: async () => console.error("closed"),
      scan: ({ signal, onProgress }) => new Promise((resolve, reject) => {
        onProgress({ doneBytes: 1024, totalBytes: 4096, elapsedMs: 10 });
        const timer = setInterval(() => {}, 1000);
        ${onStop}
        console.error("started");
      }),
    }));`,
  );
  const child = start(process.execPath, [command, ...SCAN]);
  await new Promise((resolve) => child.stderr?.once("data", resolve));
  return child;
}

function inCli(name: string): string {
  return `cli/${name}.ts`;
}

const ENTRY = [
  "commander",
  ...["command-errors", "exit-codes", "help-layout", "host", "plain-width", "program", "run"].map(inCli),
  ...["cache-commands", "command-parts", "memory-commands"].map((name) => inCli(`commands/${name}`)),
  ...["english", "invocation", "language", "load-texts", "quantities"].map((name) => inCli(`texts/${name}`)),
  ...["", "-cache", "-config", "-doctor", "-explain", "-failures", "-help", "-memory"].map((part) =>
    inCli(`texts/texts-en${part}`),
  ),
  "cli.ts",
  "io/package-files.ts",
  "model/errors.ts",
  ...["bundle.js", "cli.js", "load.cjs"].map((name) => `dist/${name}`),
];

test.for([["--help"], ["scan", "--help"], ["--version"]])(
  "%s loads commander and the entry's own files alone",
  async (args) => {
    expect(await loadedBy(args)).toEqual(ENTRY.toSorted());
  },
);

test("wrong usage is told without loading the library", async () => {
  const loaded = await loadedBy(["scan", "--threads", "x"]);
  expect(packagesOf(loaded)).toEqual(["commander"]);
  expect(loaded).not.toContain("mnemonic.ts");
});

test("a scan of a small log loads no package but those its output needs", async () => {
  const packages = async (format: string) => packagesOf(await loadedBy([...SCAN, "--home", home, "--format", format]));
  const machine = await packages("json");
  for (const name of ["zod", "cli-progress", "cli-table3", "string-width", "ndjson", "piscina"])
    expect(machine).not.toContain(name);
  expect(machine).toContain("commander");
  expect(await packages("ndjson")).toEqual(expect.arrayContaining(["ndjson"]));
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  expect(await ended(start(process.execPath, [cli, "--version"]))).toMatchObject({
    code: 0,
    out: `${version}\n`,
    err: "",
  });
});

test.for(["the little home", "fixtures/home"])(
  "a scan gives a report that has the published shape: %s",
  async (name) => {
    const folderOfHome = name === "fixtures/home" ? join(root, name) : home;
    const args = [...SCAN, "--dry-run", "--home", folderOfHome, "--format", "json"];
    const { code, out, err } = await ended(start(process.execPath, [cli, ...args]));
    expect(code).toBe(0);
    const report = JSON.parse(out) as Report;
    // Nothing is missing, and nothing is there that the schema does not know.
    expect(reportSchema.parse(report)).toEqual(report);
    expect(report.drafts.map((draft) => draft.pattern)).toContain("rule_ban_013");
    expect(err).toContain(`数据源=Guard拦截日志（${report.records.in_7d}条/7天）`);
  },
);

test("a draft is handed to Canon once: confirm, errors.jsonl, confirm again", async () => {
  const own = await mkdtemp(join(folder, "confirm-"));
  await writeFile(join(own, "intercept_log.jsonl"), await readFile(join(home, "intercept_log.jsonl")));
  const mnemonic = (...args: string[]) =>
    ended(start(process.execPath, [cli, ...args, "--home", own, "--now", "2026-05-25T12:00:00Z", "--lang", "en"]));
  const scan = await mnemonic("scan", "--format", "ndjson", "--quiet");
  const { draft_id: id } = JSON.parse(scan.out) as { draft_id: string };

  expect(await mnemonic("drafts", "confirm", id)).toMatchObject({
    code: 0,
    out: `confirmed ${id}, rule_ban_013\n1 record for Canon since it last solidified\n`,
    err: "",
  });
  const handed = await readFile(join(own, "errors.jsonl"), "utf8");
  expect(handed.split("\n")).toEqual([expect.stringContaining(`"draft_id":"${id}"`), ""]);

  expect(await mnemonic("drafts", "confirm", id.slice(0, 8))).toMatchObject({
    code: 0,
    out: `${id} was confirmed before; Canon has it already, rule_ban_013\n1 record for Canon since it last solidified\n`,
  });
  expect(await readFile(join(own, "errors.jsonl"), "utf8")).toBe(handed);
  expect((await mnemonic("drafts", "show", id)).out).toContain("confirmed at 2026-05-25 12:00:00Z");
});

test("the tables and the queue load no package but those their output needs", async () => {
  for (const command of [["patterns"], ["drafts"], ["doctor"]]) {
    const packages = packagesOf(await loadedBy([...command, "--home", home]));
    for (const name of ["zod", "cli-progress", "ndjson", "piscina", "yaml"]) expect(packages).not.toContain(name);
  }
});

test("a path that does not exist is one clear line, exit 1", async () => {
  const { code, out, err } = await ended(
    start(process.execPath, [cli, ...SCAN, "--home", home, join(folder, "nothing.jsonl")]),
  );
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^mnemonic: archive ".*nothing\.jsonl": .+\n  .+\n$/);
});

describe.skipIf(process.platform === "win32")("where there are pipes and signals", () => {
  test.for(["text", "json", "ndjson"])("a reader that leaves early ends it quietly: %s", async (format) => {
    const { out, err } = await shell(`MNEMONIC --quiet --format ${format} | true; echo "\${PIPESTATUS[0]}"`);
    expect({ out, err }).toEqual({ out: "0\n", err: "" });
  });

  test("a disk that is full is told, without a stack", async () => {
    const { code, err } = await shell("MNEMONIC --quiet --format json > /dev/full");
    expect(code).toBe(1);
    expect(err).toMatch(/^mnemonic: the result could not be written: .*ENOSPC.*\n  .+\n$/);
  });

  test("standard error that is closed or full costs nothing", async () => {
    const { code, out } = await shell("MNEMONIC --format json 2> /dev/full");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ schema: "mnemonic.report/1" });
  });

  test.for([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s stops cleanly and says how far it came", async ([signal, expected]) => {
    const child = await endless(false);
    const end = ended(child);
    child.kill(signal);
    const { code, out, err } = await end;
    expect({ code, out }).toEqual({ code: expected, out: "" });
    expect(err).toBe(
      "closed\nmnemonic: stopped after 1.0 KiB of 4.0 KiB; nothing was written\n  run the same command again\n",
    );
  });

  test("the second Ctrl-C ends it at once", async () => {
    const child = await endless(true);
    const end = ended(child);
    child.kill("SIGINT");
    // It is still there: the first one only asks.
    const first = await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 500, "running"))]);
    expect(first).toBe("running");
    child.kill("SIGINT");
    expect(await end).toMatchObject({ code: null, signal: "SIGINT" });
  });
});
