import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** What tells one process from any other: a pid alone is given to others after its owner's death. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The boot and the clock tick within it at which the process began; empty where the system does not tell. */
  readonly started: string;
}

let self: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  return (self ??= { pid: process.pid, host: hostname(), started: startOf(process.pid) });
}

/** Whether the process is alive; undefined: it runs (or ran) on another host, and can't be asked after. */
export function isAlive({ pid, host, started }: ProcessIdentity): boolean | undefined {
  if (host !== hostname()) return undefined;
  const now = startOf(pid);
  if (now !== "" && started !== "") return now === started;
  try {
    process.kill(pid, 0); // sends nothing; asks whether it could
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function startOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in the second field may hold blanks and brackets; the fields behind it hold none.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie is dead: only its parent has not asked yet. Its start is no running process's.
    return fields[0] === "Z" || fields[0] === "X" ? "dead" : `${boot}/${fields[19] ?? ""}`;
  } catch {
    return "";
  }
}
