// Who takes part, and how each is called. One that is not installed stays in the list and says so.
import { commandFile } from "../../src/io/system-decoder.js";
import { difference } from "./answers.js";
import { installedVersion } from "./machine.js";
import { ROOT, script, type Contender } from "./runs.js";

/** The first is the one to which the others are compared. */
export function contenders(archive: string, now: string, threads: number): Contender[] {
  const differs = difference;
  const job = [archive, now];
  const many = [...job, String(threads)];
  return [
    { name: `mnemonic x${threads}`, command: script("mnemonic", ...many), differs },
    { name: "mnemonic x1", command: script("mnemonic", ...job, "1"), differs },
    {
      name: `mnemonic backfill x${threads}`,
      command: script("backfill", ...many),
      differs: (ours, theirs) => difference(ours, theirs, "counted"),
    },
    { name: `duckdb x${threads}`, command: script("duckdb", ...many), differs, missing: lacks("@duckdb/node-api") },
    { name: `workers + JSON.parse x${threads}`, command: script("json-workers", ...many), differs },
    { name: "readline + JSON.parse", command: script("readline", ...job), differs },
    { name: "ndjson", command: script("ndjson", ...job), differs, missing: lacks("ndjson") },
    { name: "stream-json", command: script("stream-json", ...job), differs, missing: lacks("stream-json") },
    { name: `limit: bare read x${threads}`, command: script("bare-read", ...many) },
    { name: "limit: wc -l", command: ["wc", "-l", archive], missing: lacksCommand("wc") },
  ];
}

function lacks(name: string): string | undefined {
  return installedVersion(ROOT, name) === undefined ? `the package ${name} is not installed` : undefined;
}

/** Why a program of the system can't take part; undefined where it can. */
export function lacksCommand(name: string): string | undefined {
  return commandFile(name) === undefined ? `the program ${name} is not on the PATH` : undefined;
}
