// A disk that fails while archives are looked at, before and after they are scanned, costs the archive alone that it failed with, and
// names it: what stands in another is neither lost nor counted twice.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openMnemonic, type Report } from "../../src/index.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { writeFiles } from "../io/temp-folder.js";
import { withFailingCall, type FailingCall, type Failure, type Operation } from "./failing-call.js";

const lines = (rule: string, n: number): string =>
  Array.from({ length: n }, (_, i) => `${JSON.stringify(hit(NOW_MS - HOUR + i, rule, `s${i}`))}\n`).join("");

/** How many records each holds, without those that copy another. */
const RECORDS: Readonly<Record<string, number>> = {
  "a.jsonl": 40,
  "array.json": 3,
  "plain.jsonl": 20,
  "z.jsonl.gz": 30,
};

function homeWithArchives(): Home {
  const home = new Home();
  writeFiles(home.file("old"), {
    "a.jsonl": lines("a", 40),
    // How another begins, which is found by reading both.
    "copy.jsonl": lines("a", 30),
    "plain.jsonl": lines("p", 20),
    "plain-copy.jsonl.gz": gzipSync(lines("p", 20)),
    "array.json": JSON.stringify([1, 2, 3].map((i) => hit(NOW_MS - HOUR + i, "r", "s"))),
    "z.jsonl.gz": gzipSync(lines("z", 30)),
  });
  return home;
}

const scan = async (home: Home): Promise<Report> => {
  await using mnemonic = await openMnemonic({ home: home.path });
  return mnemonic.scan({ now: NOW_MS, archives: [home.file("old")], dryRun: true, threads: 1 });
};

/** What is wrong about how a scan ends in which a call fails. */
async function wrongOf(home: Home, failing: FailingCall): Promise<string[]> {
  const { result, error } = await withFailingCall(failing, async () => scan(home));
  const where = `${failing.operation} ${failing.call} ${failing.failure}`;
  if (result === undefined)
    return /"[^"]*\/old\/[^"]+"/.test((error as Error).message) ? [] : [`${where}: ${(error as Error).message}`];
  const copies = new Set(["copy.jsonl", "plain-copy.jsonl.gz"]);
  const statuses = result.archives.map(({ path, status }) => [path.slice(path.lastIndexOf("/") + 1), status] as const);
  const failed = statuses.filter(([, status]) => status !== "complete" && status !== "duplicate");
  const hits = statuses.filter(([name, status]) => status === "complete" && !copies.has(name));
  const least = hits.reduce((sum, [name]) => sum + (RECORDS[name] as number), 0);
  const { accepted } = result.lines;
  return [
    ...(failed.length > 1 ? [`${where}: it cost ${failed.map(([name]) => name).join(", ")}`] : []),
    ...(accepted < least || accepted > 93 ? [`${where}: ${accepted} records of ${JSON.stringify(statuses)}`] : []),
  ];
}

test("a read that fails costs one archive", { timeout: 0 }, async () => {
  const home = homeWithArchives();
  const whole = await withFailingCall(undefined, async () => scan(home));
  expect(whole.result?.lines.accepted).toBe(93);
  const failures: [Operation, Failure][] = [
    ["readSync", "EIO"],
    ["read", "EIO"],
  ];
  const trials = failures.flatMap(([operation, failure]) =>
    Array.from({ length: whole.calls.get(operation) ?? 0 }, (_, i) => ({
      operation,
      failure,
      call: i + 1,
      lasts: false,
    })),
  );
  expect(trials.length).toBeGreaterThan(30);
  const wrongs: string[] = [];
  for (const failing of trials) wrongs.push(...(await wrongOf(home, failing)));
  expect(wrongs).toEqual([]);
});
