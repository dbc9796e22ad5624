// The only file that touches the process: arguments, streams, signals, exit code. Everything else gets a Host.
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { run } from "./cli/run.js";
import { EXIT } from "./cli/exit-codes.js";
import type { Host } from "./cli/host.js";
import { packageFile } from "./io/package-files.js";

/** What is left to do when all is said takes less. */
const LAST_MS = 5000;

/** Runs the command of this process, and ends the process with it. */
export async function start(): Promise<void> {
  const exitCode = await main();
  // A thread that hangs in the system itself (on a drive that is gone) can't be ended, and Node would wait for it.
  if (exitCode === EXIT.failed || exitCode === EXIT.stopped)
    setTimeout(() => process.kill(process.pid, "SIGKILL"), LAST_MS).unref();
  // Left alone Node waits for what V8 still compiles beside: a fifth of a short command.
  else process.exit();
}

/** Runs the command of this process, and sets and gives its exit code; all is written then. */
export async function main(openLibrary: Host["openLibrary"] = openOwn): Promise<number> {
  const stop = new AbortController();
  let stoppedBy: "SIGINT" | "SIGTERM" = "SIGINT";
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Once: the second one finds Node's own handler, which ends the process at once.
    process.once(signal, () => {
      stoppedBy = signal;
      stop.abort();
    });
  }
  // A closed pipe is no failure (`| head`); writers that care get the error by their callback (host.ts).
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);

  const exitCode = await run(process.argv.slice(2), hostOf(stop.signal, openLibrary));
  process.exitCode = exitCode === EXIT.stopped ? 128 + constants.signals[stoppedBy] : exitCode;
  return exitCode;
}

function hostOf(signal: AbortSignal, openLibrary: Host["openLibrary"]): Host {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: () => process.stdin,
    edit: async (text) => (await import("./cli/editor.js")).editText(text, process.env),
    env: process.env,
    signal,
    version: () => (JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string }).version,
    openLibrary,
  };
}

async function openOwn(options: Parameters<Host["openLibrary"]>[0]): ReturnType<Host["openLibrary"]> {
  return (await import("./open-mnemonic.js")).openMnemonic(options);
}
