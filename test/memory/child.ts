import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ACT = fileURLToPath(new URL("act.mjs", import.meta.url));

export interface ChildEnd {
  readonly code: number | null;
  readonly killed: boolean;
  readonly errors: string;
}

/** Runs an act on a home in a process of its own; with `killAfterMs`, one that is killed so long after it began to act. */
export async function runAct(args: readonly string[], killAfterMs?: number): Promise<ChildEnd> {
  const child = spawn(process.execPath, [ACT, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  let timer: NodeJS.Timeout | undefined;
  child.stdout.once("data", () => {
    if (killAfterMs !== undefined) timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on("close", (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
  });
  clearTimeout(timer);
  return { code, killed: signal === "SIGKILL", errors };
}
