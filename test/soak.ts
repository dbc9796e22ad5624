// npm run soak -- [--minutes 20] [--rate 5000] [--rotate 60]
// A watch under a writer: lines come at a steady rate, the log is rotated every so often and the oldest are taken away, and now
// and then a rule is broken that nobody has broken before, which the watch must tell, once. At the end a scan that knows nothing
// must count what was written. Prints a line a minute: resident memory, heap, descriptors, how late drafts were told.
// NODE_OPTIONS=--expose-gc tells what the heap holds.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openMnemonic } from "../src/index.js";

const LOG = "intercept_log.jsonl";
const TICK_MS = 100;
const KEPT = 5;
const MARK_EVERY_MS = 5000;
/** The watch itself looks at files every so often; telling takes a scan. */
const WATCH_MS = 1000;

/** What the log is full of is covered from the start. */
const RULES = 40;

function writeRules(home: string): void {
  mkdirSync(join(home, "rules/ban"), { recursive: true });
  for (let i = 0; i < RULES; i++)
    writeFileSync(join(home, `rules/ban/rule_${i}.md`), `---\nid: rule_${i}\nlevel: hard\n---\n不要这样做。\n`);
}

interface Options {
  readonly minutes: number;
  readonly rate: number;
  readonly rotateMs: number;
}

/** What Guard does: appends whole lines, and rotates. */
class Writer {
  lines = 0;
  rotations = 0;
  readonly #home: string;
  readonly #marks = new Map<string, number>();

  constructor(home: string) {
    this.#home = home;
  }

  write(count: number): void {
    const now = Date.now();
    const lines = Array.from({ length: count }, () => this.#line(now));
    appendFileSync(join(this.#home, LOG), lines.join(""));
  }

  /** Breaks a new rule twice in one session: from now on its draft is due. */
  mark(): void {
    const rule = `mark_${this.#marks.size}`;
    const record = {
      ts: new Date().toISOString(),
      session_id: rule,
      rule_id: rule,
      interceptor: "Ban",
      action: "block",
    };
    const line = `${JSON.stringify(record)}\n`;
    appendFileSync(join(this.#home, LOG), line + line);
    this.lines += 2;
    this.#marks.set(rule, performance.now());
  }

  markedAt(rule: string): number | undefined {
    return this.#marks.get(rule);
  }

  get marks(): readonly string[] {
    return [...this.#marks.keys()];
  }

  rotate(): void {
    const path = (i: number): string => join(this.#home, i === 0 ? LOG : `${LOG}.${i}`);
    rmSync(path(KEPT), { force: true });
    for (let i = KEPT - 1; i >= 0; i--)
      if (readdirSync(this.#home).includes(i === 0 ? LOG : `${LOG}.${i}`)) renameSync(path(i), path(i + 1));
    this.rotations++;
  }

  #line(now: number): string {
    const i = this.lines++;
    const ts = new Date(now).toISOString();
    return `{"ts":"${ts}","session_id":"s${i >> 6}","interceptor":"Ban","rule_id":"rule_${i % RULES}","action":"block","reason":"关键词匹配: ${i % 7}"}\n`;
  }
}

async function soak({ minutes, rate, rotateMs }: Options): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "mnemonic-soak-"));
  const writer = new Writer(home);
  const stop = new AbortController();
  const told: string[] = [];
  const lateMs: number[] = [];
  const problems: string[] = [];
  let [scans, scanMs] = [0, 0];
  const mnemonic = await openMnemonic({ home });
  writer.write(1);
  writeRules(home);
  const watch = (async () => {
    const drafts = mnemonic.watch({
      intervalMs: WATCH_MS,
      signal: stop.signal,
      onReport: ({ timings }) => ((scans += 1), (scanMs = timings.total_ms)),
      onProblem: ({ message }) => problems.push(message),
    });
    for await (const { pattern, draft_id } of drafts) {
      const at = writer.markedAt(pattern);
      if (at === undefined) continue;
      told.push(pattern);
      lateMs.push(performance.now() - at);
      await mnemonic.reject(draft_id); // so that there is always room in the queue
    }
  })();
  const started = performance.now();
  let [rotated, marked, shown, written] = [started, started, started, 0];
  while (performance.now() - started < minutes * 60_000) {
    const due = Math.floor(((performance.now() - started) / 1000) * rate);
    writer.write(due - written);
    written = due;
    const now = performance.now();
    if (now - marked > MARK_EVERY_MS) {
      writer.mark();
      marked = now;
    }
    if (now - rotated > rotateMs) {
      writer.rotate();
      rotated = now;
    }
    if (now - shown > 60_000) {
      shown = now;
      show((now - started) / 60_000, writer, scans, scanMs, lateMs.splice(0), told.length);
    }
    await setTimeout(TICK_MS);
  }
  // What was marked last is still to be told.
  for (let i = 0; i < 300 && told.length < writer.marks.length; i++) await setTimeout(TICK_MS);
  const known = await mnemonic.scan({ dryRun: true });
  const anew = await mnemonic.scan({ dryRun: true, noCache: true, now: Date.parse(known.now) });
  stop.abort();
  await watch;
  await mnemonic.close();
  rmSync(home, { recursive: true, force: true });
  const missed = writer.marks.filter((rule) => !told.includes(rule));
  const doubled = told.length - new Set(told).size;
  const isSame = JSON.stringify([known.lines, known.records]) === JSON.stringify([anew.lines, anew.records]);
  console.log(
    `${writer.lines} lines, ${writer.rotations} rotations, ${scans} scans, ${writer.marks.length} drafts due: ` +
      `${missed.length} missed, ${doubled} doubled, ${problems.length} problems; ` +
      `what is known ${isSame ? "is" : "is NOT"} what a whole scan counts (${anew.lines.total} lines)`,
  );
  for (const problem of new Set(problems)) console.log(`problem: ${problem}`);
  return missed.length + doubled + (isSame ? 0 : 1);
}

function show(
  minute: number,
  writer: Writer,
  scans: number,
  scanMs: number,
  lateMs: readonly number[],
  told: number,
): void {
  globalThis.gc?.(); // with --expose-gc the heap is what is held
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const sorted = lateMs.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  console.log(
    `${minute.toFixed(0)} min: ${writer.lines} lines, ${scans} scans (last ${scanMs.toFixed(0)} ms), ${told} drafts told, ` +
      `late by p50 ${at(0.5)} ms, most ${at(1)} ms; rss ${(rss / 2 ** 20).toFixed(0)} MiB, heap ${(heapUsed / 2 ** 20).toFixed(0)} MiB, ` +
      `buffers ${(arrayBuffers / 2 ** 20).toFixed(0)} MiB, ${descriptors()}`,
  );
}

/** How many are open, and of what: a scan may be at work, and holds its logs then. */
function descriptors(): string {
  const targets = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ""; // closed by now
    }
  });
  const of = (pattern: RegExp): number => targets.filter((target) => pattern.test(target)).length;
  return `${targets.length} descriptors (${of(/\/intercept_log/)} logs, ${of(/mnemonic_cache/)} of the cache)`;
}

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    rate: { type: "string", default: "5000" },
    rotate: { type: "string", default: "60" },
  },
});
const wrong = await soak({
  minutes: Number(values.minutes),
  rate: Number(values.rate),
  rotateMs: Number(values.rotate) * 1000,
});
process.exitCode = wrong === 0 ? 0 : 1;
