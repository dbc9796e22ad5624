// The package as its users get it: packed, unpacked elsewhere, loaded there. Needs a build (`npm test` makes one) and no network:
// its dependencies are linked from this project, and only those that package.json names as such.
import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};

let elsewhere: string;
let files: string[];

beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "mnemonic-package-"));
  const modules = join(elsewhere, "node_modules");
  const installed = join(modules, "hermes-mnemonic");
  await mkdir(installed, { recursive: true });

  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", elsewhere];
  const [packed] = JSON.parse((await run("npm", pack, { cwd: root })).stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  files = packed.files.map((file) => file.path);
  await run("tar", ["-xzf", join(elsewhere, packed.filename), "-C", installed, "--strip-components=1"]);

  for (const name of Object.keys(manifest.dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, "node_modules", name), join(modules, name), "junction");
  }
});

afterAll(() => rm(elsewhere, { recursive: true, force: true }));

/** Runs Node in the other place, without what the test runner puts into the environment. */
async function node(...args: string[]): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return (await run(process.execPath, args, { cwd: elsewhere, env, timeout: 50_000 })).stdout;
}

// Small logs may be scanned without a worker (src/README.md), so a second one is large enough for any such limit.
test.for([
  { lines: 3, leastWorkers: 0 },
  { lines: 600_000, leastWorkers: 1 },
])("the packed library scans $lines lines and lets the process end", async ({ lines, leastWorkers }) => {
  const record = { ts: "2026-05-25T10:00:00Z", session_id: "s1", interceptor: "Ban", rule_id: "rule_ban_013" };
  await writeFile(join(elsewhere, "log.jsonl"), `${JSON.stringify(record)}\n`.repeat(lines));
  await writeFile(
    join(elsewhere, "consumer.mjs"),
    `import { openMnemonic, recognize, scanArchives } from "hermes-mnemonic";
    let workers = 0;
    process.on("worker", () => workers++);
    const report = await scanArchives({ archives: ["log.jsonl"], now: "2026-05-25T12:00:00Z", threads: 2 });
    const exported = [typeof openMnemonic, typeof recognize];
    console.log(JSON.stringify({ accepted: report.lines.accepted, workers, exported }));`,
  );
  const { workers, ...rest } = JSON.parse(await node("consumer.mjs")) as Record<string, unknown>;
  expect(rest).toEqual({ accepted: lines, exported: ["function", "function"] });
  expect(workers).toBeGreaterThanOrEqual(leastWorkers);
});

test("the packed library refuses a slip before it writes, and reads the rules of a home, however it is loaded", async () => {
  const home = join(elsewhere, "home");
  await mkdir(join(home, "rules", "ban"), { recursive: true });
  await writeFile(join(home, "rules", "ban", "rule_ban_013.md"), "---\nid: rule_ban_013\n---\n不要这样做。\n");
  const body = `const mnemonic = await library.openMnemonic({ home: "home" });
    const { message, hint } = await mnemonic.scan({ dryrun: true }).catch((error) => error);
    const { rules } = await library.readRules("home");
    console.log(JSON.stringify({ message, hint, files: readdirSync("home"), rules: rules.map(({ path }) => path) }));`;
  const expected = {
    message: 'scan knows no option "dryrun"',
    hint: "did you mean dryRun?",
    files: ["rules"],
    rules: ["rules/ban/rule_ban_013.md"],
  };
  const fs = `import { readdirSync } from "node:fs";`;
  await writeFile(join(elsewhere, "a.mjs"), `${fs} import * as library from "hermes-mnemonic"; ${body}`);
  const required = `const library = createRequire(import.meta.url)("hermes-mnemonic");`;
  await writeFile(join(elsewhere, "b.mjs"), `${fs} import { createRequire } from "node:module"; ${required} ${body}`);
  for (const file of ["a.mjs", "b.mjs"]) expect(JSON.parse(await node(file)), file).toEqual(expected);
});

test("the packed command starts", async () => {
  expect(await node("node_modules/hermes-mnemonic/dist/cli.js", "--help")).toContain("backfill");
  // What it ships beside its code is where the code looks for it.
  const command = "node_modules/hermes-mnemonic/dist/cli.js";
  expect(await node(command, "schema", "report")).toContain('"mnemonic.report/1"');
  expect(await node(command, "completion", "bash")).toContain("complete -F");
  expect(await readFile(join(elsewhere, "node_modules/hermes-mnemonic/dist/cli.js"), "utf8")).toMatch(
    /^#!\/usr\/bin\/env node\n/,
  );
});

test("the package holds the build and nothing else", () => {
  const expected =
    /^(package\.json|README(?:\.zh-CN)?\.md|schemas\/[\w-]+\.json|completions\/mnemonic\.(?:ba|z)sh|LICENSE|CHANGELOG\.md|dist\/(?!.*\btest\b).*\.(c?js|c?js\.map|cache|d\.ts|css|wasm|schema\.json))$/;
  expect(files.filter((path) => !expected.test(path))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "dist/cli.js", "dist/index.js", "dist/index.d.ts"]));
  expect(files).toEqual(expect.arrayContaining(["dist/cli/html/client.js", "dist/cli/html/page.css"]));
});

test("installing the package runs no script", () => {
  const atInstall = /^(pre|post)?(install|prepare)$|^prepublish$/;
  expect(Object.keys(manifest.scripts).filter((name) => atInstall.test(name))).toEqual([]);
});

interface Installed {
  readonly name: string;
  readonly license?: string;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** What is installed with the package, dependencies of dependencies too. */
async function installedWith(
  names: readonly string[],
  from: string,
  found = new Map<string, Installed>(),
): Promise<Installed[]> {
  for (const name of names) {
    const folder = await folderOf(name, from);
    if (folder === undefined || found.has(folder)) continue; // what is optional may be for another system
    const one = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Installed;
    found.set(folder, one);
    await installedWith(Object.keys({ ...one.dependencies, ...one.optionalDependencies }), folder, found);
  }
  return [...found.values()];
}

/** As Node finds it: in the nearest `node_modules` upwards that has it. */
async function folderOf(name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    const isThere = await access(join(candidate, "package.json")).then(
      () => true,
      () => false,
    );
    if (isThere) return realpath(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}

test("all that is installed with it may be used freely, and runs nothing when it is installed", async () => {
  const all = await installedWith(Object.keys(manifest.dependencies), root);
  expect(all.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
  const free = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "BlueOak-1.0.0"]);
  expect(all.filter(({ license = "" }) => !free.has(license)).map(({ name, license }) => [name, license])).toEqual([]);
  const scripts = all.flatMap(({ name, scripts: own = {} }) =>
    ["preinstall", "install", "postinstall"].filter((when) => when in own).map((when) => `${name}: ${when}`),
  );
  expect(scripts).toEqual([]);
});

test("every dependency is pinned", () => {
  const { dependencies } = manifest;
  expect(Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
