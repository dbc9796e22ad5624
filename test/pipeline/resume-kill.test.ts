// A backfill in a process that is killed, again and again. RESUME_KILLS=50 makes the long run.
import { writeFileSync } from "node:fs";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Report } from "../../src/model/report.js";
import { DAY, hit, Home, NOW_MS } from "../memory/home.js";

const KILLS = Number(process.env["RESUME_KILLS"] ?? 2);
const CHILD = fileURLToPath(new URL("resume-child.ts", import.meta.url));

type Child = ChildProcessByStdio<null, Readable, null>;

function begun(home: Home, archives: Home): Child {
  const args = ["--import", "tsx", CHILD, home.path, archives.path, String(NOW_MS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Resolves when the child has something to go on from, or has ended. */
const kept = async (child: Child): Promise<unknown> =>
  new Promise((resolve) => void child.stdout.once("data", resolve).once("close", resolve));

const ended = async (child: Child): Promise<unknown> => new Promise((resolve) => child.once("close", resolve));

async function reportOf(child: Child): Promise<Report> {
  let out = "";
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  await ended(child);
  return JSON.parse(out.replace("kept\n", "")) as Report;
}

function linesOf(n: number): string {
  const line = (i: number): string =>
    JSON.stringify(hit(NOW_MS - 300 * DAY + i * 60_000, `rule_${(i * n) % 41}`, `s${(i * 7) % 999}`));
  return Array.from({ length: 4000 }, (_, i) => `${line(i)}\n`).join("");
}

const told = ({ timings: _timings, ...report }: Report): unknown => report;
const codes = ({ timings }: Report): string[] => timings.cache_notes.map(({ code }) => code);

test("killed at any point, the same command goes on to the same report", async () => {
  const [home, archives, other] = [new Home(), new Home(), new Home()];
  archives.write("a.jsonl", linesOf(1));
  writeFileSync(archives.file("b.jsonl.gz"), gzipSync(linesOf(3)));
  archives.write("c.jsonl", linesOf(5));
  const whole = await reportOf(begun(other, archives));

  const first = begun(home, archives);
  await kept(first);
  first.kill("SIGSTOP");
  // While its process lives, what is kept is its own.
  const beside = await reportOf(begun(home, archives));
  expect(told(beside)).toEqual(told(whole));
  expect(codes(beside)).toEqual([]);
  first.kill("SIGKILL");
  await ended(first);

  for (let i = 0; i < KILLS; i++) {
    const child = begun(home, archives);
    await kept(child);
    const timer = setTimeout(() => child.kill("SIGKILL"), Math.random() * 100);
    await ended(child);
    clearTimeout(timer);
  }
  const report = await reportOf(begun(home, archives));
  expect(told(report)).toEqual({ ...(told(whole) as Report), new_drafts: [] });
  expect(home.names()).toEqual(["mnemonic_state.json"]);
});
