// Preloaded into measured Node processes: at their end it writes, to descriptor 3, what they used. Exact to the microsecond, on
// every platform; the CPU time of processes that they started (decoders) comes from the kernel where it tells.
import { readFileSync, writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

export interface Usage {
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

if (isMainThread) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6 + childSeconds();
    const usage: Usage = { cpuSeconds, peakMiB: maxRSS / 1024 };
    writeSync(3, JSON.stringify(usage));
  });
}

/** User and system time of ended children, counted in hundredths of a second. */
function childSeconds(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The second field is a name in brackets that may hold anything; cutime and cstime are the 16th and 17th.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
