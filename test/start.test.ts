// How the built package starts: its bundle, and V8's code cache beside it. Needs a build (`npm test` makes one).
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const { NODE_OPTIONS: _, ...env } = process.env;
const node = (...args: string[]): string => execFileSync(process.execPath, args, { encoding: "utf8", env });
let version: string;

beforeAll(() => {
  version = node(join(root, "dist/cli.js"), "--version");
});

test("V8 takes the code cache of the build", () => {
  const [bundle, cache] = ["dist/bundle.js", "dist/bundle.cache"].map((path) => JSON.stringify(join(root, path)));
  const script = `const { readFileSync } = require("node:fs");
    const options = { filename: ${bundle}, cachedData: readFileSync(${cache}) };
    console.log(new (require("node:vm").Script)(readFileSync(${bundle}, "latin1"), options).cachedDataRejected);`;
  expect(node("-e", script)).toBe("false\n");
});

test("the bundle is read as Latin-1, so it is ASCII", () => {
  expect(readFileSync(join(root, "dist/bundle.js")).every((byte) => byte < 0x80)).toBe(true);
});

const CACHES: Record<string, (cache: Buffer) => Buffer | undefined> = {
  "no cache": () => undefined,
  "an empty one": () => Buffer.alloc(0),
  "one that was cut": (cache) => cache.subarray(0, cache.length / 2),
  "one of another version of V8": (cache) => Buffer.from(cache).fill(1, 4, 8),
};

test.for(Object.entries(CACHES))("%s costs time alone", ([, change]) => {
  const folder = mkdtempSync(join(tmpdir(), "mnemonic-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["dist", "package.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const cache = join(folder, "dist/bundle.cache");
  const changed = change(readFileSync(cache));
  rmSync(cache);
  if (changed !== undefined) writeFileSync(cache, changed);
  expect(node(join(folder, "dist/cli.js"), "--version")).toBe(version);
});
