// A limit: worker threads that read the file, each a range of it, and look at nothing.
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

interface Range {
  archive: string;
  start: number;
  end: number;
}

if (isMainThread) main();
else read(workerData as Range);

function main(): void {
  const [archive = "", , threads = "2"] = process.argv.slice(2);
  const { size } = statSync(archive);
  const share = (i: number): number => Math.floor((size * i) / Number(threads));
  for (let i = 0; i < Number(threads); i++) {
    const range: Range = { archive, start: share(i), end: share(i + 1) };
    new Worker(new URL(import.meta.url), { workerData: range }).on("error", fail);
  }
}

/** Else a read that failed would pass for a very fast one. */
function fail(error: Error): never {
  throw error;
}

function read({ archive, start, end }: Range): void {
  const fd = openSync(archive, "r");
  const chunk = Buffer.allocUnsafe(256 << 10);
  for (let at = start; at < end;) {
    const bytes = readSync(fd, chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytes === 0) break;
    at += bytes;
  }
  closeSync(fd);
}
