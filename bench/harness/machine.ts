import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import type { BenchResult } from "./result.js";

export function machine(): BenchResult["machine"] {
  return {
    cpu: (cpus()[0]?.model ?? "unknown").trim(),
    cores: cpus().length,
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    platform: `${process.platform} ${process.arch}`,
    load: loadavg()[0] ?? 0,
  };
}

/** Contenders and what the kernels are timed with. */
const PACKAGES = ["@duckdb/node-api", "ndjson", "stream-json", "benchmark", "hdr-histogram-js"];

export function versions(root: string): Record<string, string> {
  const found = PACKAGES.map((name) => [name, installedVersion(root, name)] as const);
  return {
    mnemonic: revision(root),
    node: process.version,
    v8: process.versions.v8,
    ...Object.fromEntries(found.filter(([, version]) => version !== undefined)),
  };
}

/** Undefined where the package is not installed. */
export function installedVersion(root: string, name: string): string | undefined {
  try {
    const manifest = readFileSync(`${root}/node_modules/${name}/package.json`, "utf8");
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** As git describes it; outside of a repository the package's version. */
function revision(root: string): string {
  try {
    const args = ["describe", "--always", "--dirty"];
    return execFileSync("git", args, { encoding: "utf8", cwd: root, stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return (JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as { version: string }).version;
  }
}
