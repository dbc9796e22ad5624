// Imports go one way: start → cli → scan → workers → io → core → model (src/README.md). Type-only imports follow the same rule:
// what a file cannot be read without, it depends on.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** The layers that each layer may import, besides itself. */
const BELOW = {
  model: [],
  core: ["model"],
  io: ["core", "model"],
  "scanner-wasm": ["io", "core", "model"],
  workers: ["io", "scanner-wasm", "core", "model"],
  scan: ["workers", "io", "scanner-wasm", "core", "model"],
  index: ["scan", "workers", "io", "scanner-wasm", "core", "model"],
  cli: ["index", "scan", "workers", "io", "scanner-wasm", "core", "model"],
  start: ["cli", "index", "scan", "workers", "io", "scanner-wasm", "core", "model"],
} satisfies Record<string, string[]>;
type Layer = keyof typeof BELOW;

const WORKER_ENTRY = "workers/worker.ts";
const POOL = "workers/pool.ts";

/** The layer of a file by its path in src; files and folders at the top that have no layer of their own are the scan. */
function layerOf(path: string): Layer {
  const top = path.split("/")[0]!.replace(/\.ts$/, "");
  return top in BELOW ? (top as Layer) : "scan";
}

interface SourceFile {
  /** What it imports, dynamically and as types too: a path in src, or the name of a package or built-in module. */
  imports: string[];
  /** Every `name.property` in its code, `console.log` and `process.exit` among them. */
  members: string[];
}

/** What is looked at in a node of the syntax tree, of whatever type. */
interface AnyNode {
  type: string;
  source: { value?: unknown } | null;
  object: { name?: string };
  property: { name?: string };
}

function read(path: string, source: string): SourceFile {
  const file: SourceFile = { imports: [], members: [] };
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, source: from, object, property } = node as Partial<AnyNode>;
    // `source` is where every form of import, re-export and import type has its specifier.
    if (typeof from?.value === "string") file.imports.push(resolve(path, from.value));
    if (type === "MemberExpression") file.members.push(`${object?.name}.${property?.name}`);
    for (const child of Object.values(node)) visit(child);
  };
  const { program, errors } = parseSync(path, source);
  expect(errors, path).toEqual([]);
  visit(program);
  return file;
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, ".ts");
}

/** Everything in src that a file loads, itself included. */
function reach(start: string, files: Map<string, SourceFile>, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const target of files.get(start)?.imports ?? []) if (files.has(target)) reach(target, files, seen);
  return seen;
}

const isPackage = (target: string, name: string) => target === name || target.startsWith(`${name}/`);

/** Whether `path` may import `target`, which is no file of src. */
function mayLoad(path: string, target: string): boolean {
  if (isPackage(target, "piscina")) return path === POOL;
  if (isPackage(target, "zod") && path.startsWith("model/")) return path.startsWith("model/schemas");
  return layerOf(path) !== "core" && layerOf(path) !== "model";
}

/** Only the command prints, reads arguments and sets the exit code, and only it listens to the process. */
const COMMAND_ONLY = /^(console\..*|process\.(exit|exitCode|argv|stdout|stderr|on|once))$/;

function violations(sources: Record<string, string>): string[] {
  const files = new Map(Object.entries(sources).map(([path, source]) => [path, read(path, source)]));
  const found: string[] = [];
  for (const [path, { imports, members }] of files) {
    const layer = layerOf(path);
    for (const target of imports) {
      const allowed = files.has(target)
        ? layerOf(target) === layer || (BELOW[layer] as string[]).includes(layerOf(target))
        : mayLoad(path, target);
      if (!allowed) found.push(`${path} imports ${target}`);
    }
    if (layer !== "cli") for (const name of members) if (COMMAND_ONLY.test(name)) found.push(`${path} uses ${name}`);
  }
  if (reach(WORKER_ENTRY, files).has(POOL)) found.push(`${WORKER_ENTRY} loads ${POOL}`);
  return found;
}

const src = fileURLToPath(new URL("../src", import.meta.url));

test("the sources keep to their layers", () => {
  const entries = readdirSync(src, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const paths = entries.filter((path) => path.endsWith(".ts") && !path.startsWith("scanner-wasm/assembly/"));
  expect(paths).toContain(WORKER_ENTRY);
  expect(paths).toContain(POOL);
  expect(violations(Object.fromEntries(paths.map((path) => [path, readFileSync(`${src}/${path}`, "utf8")])))).toEqual(
    [],
  );
});

const FORBIDDEN: [path: string, source: string, violation: string][] = [
  ["model/options.ts", `import { x } from "../core/x.js";`, "model/options.ts imports core/x.ts"],
  ["model/options.ts", `import { z } from "zod";`, "model/options.ts imports zod"],
  ["core/line.ts", `import { readFileSync } from "node:fs";`, "core/line.ts imports node:fs"],
  ["core/line.ts", `import type { X } from "../io/x.js";`, "core/line.ts imports io/x.ts"],
  ["core/line.ts", `let x: import("../io/x.js").X;`, "core/line.ts imports io/x.ts"],
  ["io/x.ts", `export * from "../mnemonic.js";`, "io/x.ts imports mnemonic.ts"],
  ["io/x.ts", `await import("piscina");`, "io/x.ts imports piscina"],
  ["mnemonic.ts", `import "./cli/x.js";`, "mnemonic.ts imports cli/x.ts"],
  ["mnemonic.ts", `console.log(1);`, "mnemonic.ts uses console.log"],
  ["index.ts", `process.exit(1);`, "index.ts uses process.exit"],
  ["io/x.ts", `import "../workers/pool.js";`, "workers/worker.ts loads workers/pool.ts"],
];

test.for(FORBIDDEN)("%s with %s is found", ([path, source, violation]) => {
  const stubs = {
    "core/x.ts": "",
    "cli/x.ts": "",
    "mnemonic.ts": "",
    [POOL]: "",
    [WORKER_ENTRY]: `import "../io/x.js";`,
  };
  expect(violations({ ...stubs, "io/x.ts": "", [path]: source })).toContain(violation);
});

test("what the layers allow is not found", () => {
  expect(
    violations({
      "model/schemas.ts": `import { z } from "zod";`,
      "core/line.ts": `import type { X } from "../model/schemas.js"; import "./record.js"; // console.log`,
      "core/record.ts": "",
      "io/x.ts": `import "node:fs"; import "../core/line.js";`,
      [POOL]: `import { Piscina } from "piscina";`,
      "mnemonic.ts": `await import("./workers/pool.js"); import "./io/x.js";`,
      "cli.ts": `console.log(process.argv); await import("./cli/scan.js");`,
      "cli/scan.ts": `import "../mnemonic.js"; process.exit(1);`,
    }),
  ).toEqual([]);
});
