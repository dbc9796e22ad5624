// Worker threads that each read a range of the file, split it into lines and JSON.parse them: the usual way to be fast.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { printAnswer } from "./answer.js";
import { answersOf, countLine, merge, type Groups } from "./groups.js";

interface Range {
  archive: string;
  nowMs: number;
  start: number;
  end: number;
}

if (isMainThread) await main();
else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
  parentPort?.postMessage(scan(workerData as Range));
}

async function main(): Promise<void> {
  const [archive = "", now = "", threads = "2"] = process.argv.slice(2);
  const fd = openSync(archive, "r");
  const size = fstatSync(fd).size;
  closeSync(fd);
  const parts = Array.from({ length: Number(threads) }, async (_, i) => {
    const range = { archive, nowMs: Date.parse(now), start: share(size, i), end: share(size, i + 1) };
    return new Promise<Groups>((resolve, reject) => {
      new Worker(new URL(import.meta.url), { workerData: range }).on("message", resolve).on("error", reject);
    });
  });
  printAnswer(answersOf((await Promise.all(parts)).reduce(merge)));

  function share(bytes: number, i: number): number {
    return Math.floor((bytes * i) / Number(threads));
  }
}

/** A line belongs to the range that its first byte lies in. */
function scan({ archive, nowMs, start, end }: Range): Groups {
  const groups: Groups = new Map();
  const fd = openSync(archive, "r");
  const buffer = Buffer.allocUnsafe(4 << 20);
  let carry = 0;
  let skipping = start > 0;
  for (let at = Math.max(0, start - 1); ;) {
    const bytes = readSync(fd, buffer, carry, buffer.length - carry, at);
    const base = at - carry; // place of buffer[0]
    at += bytes;
    const filled = carry + bytes;
    let p = 0;
    for (;;) {
      const newline = buffer.subarray(p, filled).indexOf(10);
      if (newline < 0) break;
      if (skipping) skipping = false;
      else if (base + p >= end) return groups;
      else countLine(groups, buffer.toString("utf8", p, p + newline), nowMs);
      p += newline + 1;
    }
    if (bytes === 0) {
      if (!skipping && filled > p && base + p < end) countLine(groups, buffer.toString("utf8", p, filled), nowMs);
      return groups;
    }
    buffer.copyWithin(0, p, filled);
    carry = filled - p;
  }
}
