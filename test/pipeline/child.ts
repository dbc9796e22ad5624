// Programs that use the built package, each in a process of its own: how one ends is what is looked at.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFiles } from "../io/temp-folder.js";

const PACKAGE = new URL("../../dist/index.js", import.meta.url).href;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/**
 * Runs a module that has the package's exports as `mnemonic` and `log`, an archive of a few megabytes. It must end by
 * itself: nobody kills it but the test's own end. `preload` runs first, in the worker threads too.
 */
export async function runChild(body: string, preload = "", nodeArgs: readonly string[] = []): Promise<Ended> {
  const line = '{"ts":"2026-05-25T11:00:00Z","rule_id":"r","session_id":"s","interceptor":"Ban"}\n';
  const script = `import * as mnemonic from ${JSON.stringify(PACKAGE)};\nconst log = process.argv[2];\n${body}`;
  const folder = mkdtempSync(join(tmpdir(), "mnemonic-test-"));
  writeFiles(folder, { "log.jsonl": line.repeat(50_000), "script.mjs": script, "preload.cjs": preload });
  const args = [
    ...nodeArgs,
    "--require",
    join(folder, "preload.cjs"),
    join(folder, "script.mjs"),
    join(folder, "log.jsonl"),
  ];
  try {
    return await ended(args, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(args: readonly string[], home: string): Promise<Ended> {
  const env = { ...process.env, HERMES_HOME: home };
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
  let [out, error] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, error };
}
