// More archives than are held open at once: those beyond are opened by their path for each use, and must be what they were.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { NamedFile } from "../../src/io/archives.js";
import { canCountOpenFiles, openFileCount } from "../io/open-files.js";
import { tempFolder } from "../io/temp-folder.js";
import type { Report } from "../../src/model/report.js";
import { betweenChunks } from "./between-chunks.js";
import { countFiles, scanPrecision } from "./scan-files.js";

const NOW = Date.parse("2026-05-25T12:00:00Z");
const MANY = 530;
const OPTIONS = { nowMs: NOW, precision: scanPrecision(NOW), scanner: "plain" as const };

const name = (i: number): string => `log-${String(i).padStart(4, "0")}.jsonl`;
const line = (i: number, rule = "r"): string =>
  `${JSON.stringify({ ts: new Date(NOW - i * 60_000), session_id: `s${i}`, rule_id: rule, interceptor: "Ban", reason: "keyword match: k" })}\n`;

/** One line each; every seventh is compressed. */
function manyFiles(): NamedFile[] {
  const folder = tempFolder(
    Object.fromEntries(
      Array.from({ length: MANY }, (_, i) => [name(i), i % 7 === 0 ? gzipSync(line(i)) : Buffer.from(line(i))]),
    ),
  );
  return Array.from({ length: MANY }, (_, i) => ({ path: name(i), file: join(folder, name(i)), role: "intercepts" }));
}

test("each of them is read once, and no file stays open", async () => {
  const files = manyFiles();
  const openNow = (): number => (canCountOpenFiles ? openFileCount() : 0);
  const before = openNow();
  const { counts, archives } = await countFiles(files, OPTIONS);
  expect(counts.lines.accepted).toBe(MANY);
  expect(counts.patterns[0]?.newest.map(({ archive }) => archive)).toEqual(Array.from({ length: 16 }, (_, i) => i));
  expect(archives.map(({ path, status }) => [path, status])).toEqual(files.map(({ path }) => [path, "complete"]));
  expect(openNow()).toBe(before);
});

test("what changed under the scan is named: of what is held what was there is read, of others what is still there", async () => {
  const files = manyFiles();
  const at = (number: number): string => files[number]?.file as string;
  betweenChunks((chunks) => {
    if (chunks !== 1) return;
    rmSync(at(3));
    rmSync(at(515));
    renameSync(at(516), `${at(516)}.1`);
    writeFileSync(`${at(519)}.new`, line(519, "new"));
    renameSync(`${at(519)}.new`, at(519));
    truncateSync(at(520), 0);
    appendFileSync(at(521), line(521, "new"));
  });
  const { counts, archives } = await countFiles(files, OPTIONS);
  expect(counts.patterns.map(({ key, total }) => [key, total])).toEqual([["r", MANY - 4]]);
  const others = archives.filter(({ status }) => status !== "complete");
  expect(others.map(({ path, status, code, bytes }) => [path, status, code, bytes])).toEqual([
    [name(515), "unreadable", "lost", 0],
    [name(516), "unreadable", "lost", 0],
    [name(519), "replaced", "supplanted", 0],
    [name(520), "truncated", "shortened", 0],
  ]);
});

const root = fileURLToPath(new URL("../..", import.meta.url));

test.runIf(process.platform !== "win32")("a limit of 120 open files suffices for 300 archives", () => {
  const folder = tempFolder();
  const archives = join(folder, "archives");
  mkdirSync(archives);
  for (let i = 0; i < 300; i++) writeFileSync(join(archives, `${name(i)}.gz`), gzipSync(line(i)));
  const scan = [join(root, "dist/cli.js"), "backfill", archives, "--home", folder, "--dry-run", "--format", "json"];
  const command = ["-c", 'ulimit -n 120; exec "$@"', "sh", process.execPath, ...scan, "--now", String(NOW)];
  const text = execFileSync("sh", command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const report = JSON.parse(text) as Report;
  expect(report).toMatchObject({ status: "ok", records: { hits: 300, sessions: 300 } });
  expect(report.patterns[0]?.label).toBe("k");
});
