// Real workers over ranges of a line or a few, most of them with names that no lane has met: all lanes are at the dictionaries
// they share, and at the memory that grows under them, at once. One archive is scanned again and again.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveScan } from "../../src/scan/archive-scan.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { Random } from "../support/odd-lines.js";
import { answerOf, difference, type Answer } from "./answer.js";
import { EXACT, NOW_MS } from "./batch.js";
import type { Disagreement } from "./line-fuzz.js";
import { LineWriter, LONGEST_LINE } from "./line-writer.js";
import { quickReference } from "./quick-reference.js";
import type { Seeds } from "./seeds.js";

const MOST_LANES = 8;
/** How often one archive is scanned: what goes wrong does so once in hundreds of times. */
const REPEATS = 20;

export class RaceFuzz {
  scans = 0;
  lines = 0;
  readonly #seeds: Seeds;
  readonly #pool = new WorkerPool(MOST_LANES);
  readonly #folder = mkdtempSync(join(tmpdir(), "mnemonic-races-"));

  constructor(seeds: Seeds) {
    this.#seeds = seeds;
  }

  async turn(seed: number): Promise<Disagreement | undefined> {
    const random = new Random(seed);
    const bytes = random.oneIn(4) ? this.#odd(random) : manyNames(random);
    const expected = quickReference(bytes, "intercepts", NOW_MS);
    const file = join(this.#folder, "a.jsonl");
    writeFileSync(file, bytes);
    for (let i = 0; i < REPEATS; i++) {
      const threads = random.oneIn(3) ? 2 : 2 + random.below(MOST_LANES - 1);
      const sizes = { threads, rangeBytes: 100 + random.below(5000), chunkBytes: 64 + random.below(8000) };
      // Now and then a lane empties its tables while others enter names.
      const spilling = random.oneIn(10) ? { laneBytes: 1 } : {};
      const what = await wrongScan(file, { ...sizes, ...spilling }, expected, this.#pool);
      this.scans++;
      this.lines += expected.lineCount;
      if (what !== undefined) return { scanner: `wasm, ${JSON.stringify({ ...sizes, ...spilling })}`, what, bytes };
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#pool.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** JSON Lines beyond doubt: of another first line an archive might be framed as one array. */
  #odd(random: Random): Uint8Array {
    const writer = new LineWriter(this.#seeds, random);
    const room = new Uint8Array(4 * LONGEST_LINE);
    const lines = Array.from({ length: 20 + random.below(200) }, () => room.slice(0, writer.write(room, 0)));
    return Buffer.concat([Buffer.from("{}\n"), ...lines]);
  }
}

interface Sizes {
  readonly threads: number;
  readonly rangeBytes: number;
  readonly chunkBytes: number;
  readonly laneBytes?: number;
}

async function wrongScan(file: string, sizes: Sizes, expected: Answer, pool: WorkerPool): Promise<string | undefined> {
  const scan = new ArchiveScan([{ path: "a.jsonl", file, role: "intercepts" }], () => pool);
  try {
    const { counts } = await scan.count({ ...sizes, nowMs: NOW_MS, precision: EXACT, scanner: "wasm" });
    return difference(expected, answerOf(counts, expected.rejected));
  } catch (error) {
    return `it ended with: ${String(error)}`;
  } finally {
    scan.close();
  }
}

/** Hits whose rules, interceptors and keywords come up for the first time all over the archive, some of them long. */
function manyNames(random: Random): Uint8Array {
  const lines = 50 + random.below(400);
  const names = 1 + random.below(random.oneIn(2) ? 40 : lines);
  const length = random.oneIn(6) ? random.below(4000) : random.below(60);
  const name = (kind: string): string => {
    const number = random.below(names);
    return `${kind}${number}${"x".repeat(number % 5 === 0 ? length : 0)}`;
  };
  const records = Array.from({ length: lines }, (_, i) => {
    const ts = new Date(NOW_MS - ((i * 7919) % 1_900_000_000)).toISOString();
    const rule = random.oneIn(5)
      ? { reason: `关键词匹配: ${name("k")}` }
      : { rule_id: random.oneIn(9) ? `é${name("r")}` : name("r") };
    const action = random.oneIn(11) ? { action: "false_positive" } : {};
    return {
      ts,
      session_id: `s${random.below(names)}`,
      interceptor: random.oneIn(3) ? name("I") : "Ban",
      ...rule,
      ...action,
    };
  });
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}
