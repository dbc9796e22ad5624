// A backfill that is interrupted anywhere, any number of times, by a stop or a kill: the counts are those of one that was not.
import { gzipSync } from "node:zlib";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { CountOptions } from "../../src/scan/count-options.js";
import { Checkpoint } from "../../src/scan/checkpoint.js";
import { RejectsFile } from "../../src/io/rejects-file.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { AbortedError } from "../../src/model/errors.js";
import type { ReferenceArchive } from "../reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { meaningOf } from "../support/meaning.js";
import { instants, NOWS } from "../support/time-in-record.js";
import { tempFolder } from "../io/temp-folder.js";
import { interruptedPool, Killed } from "./interrupted-pool.js";
import { asLines, countFiles, exactly, writeArchives } from "./scan-files.js";

const pool = new WorkerPool(2);
afterAll(async () => pool.close());

const names = fc.constantFrom("0 r1", "0 r2", "1 Ban:虚构");
const interruptions = fc.array(fc.record({ after: fc.integer({ min: 0, max: 12 }), isKill: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});
const FORMS = {
  plain: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  utf16: (bytes: Uint8Array) => Buffer.from(`\ufeff${Buffer.from(bytes).toString("utf8")}`, "utf16le"),
  array: (bytes: Uint8Array) => `[${Buffer.from(bytes).toString("latin1").trim().replaceAll("\n", ",\n")}]`,
};

const cases = fc.constantFrom(...NOWS).chain((nowMs) =>
  fc.record({
    nowMs: fc.constant(nowMs),
    archives: fc.oneof(archivesArbitrary(nowMs, 20), denseArchivesArbitrary(nowMs)),
    forms: fc.array(fc.constantFrom("plain", "plain", "gzip", "utf16", "array"), { minLength: 3, maxLength: 3 }),
    lanes: fc.constantFrom(1, 2, 3),
    scanner: fc.constantFrom("plain", "wasm"),
    chunkBytes: fc.constantFrom(100, 300, 1000),
    rangeBytes: fc.constantFrom(300, 1000, 1 << 20),
    laneBytes: fc.constantFrom(1, 3_000, Infinity, Infinity),
    maxLineBytes: fc.constantFrom(1 << 20, 150),
    everyBytes: fc.constantFrom(400, 1500),
    interruptions,
    judged: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
    folded: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
  }),
);

function inForms(archives: readonly ReferenceArchive[], forms: readonly (keyof typeof FORMS)[]): ReferenceArchive[] {
  return archives.map(({ bytes, ...archive }, i) => ({ ...archive, bytes: Buffer.from(FORMS[forms[i % 3]!](bytes)) }));
}

function opened(home: string, everyBytes: number): Checkpoint {
  const checkpoint = Checkpoint.open(home, false, { archives: [], options: {}, settings: null })!;
  checkpoint.everyBytes = everyBytes;
  return checkpoint;
}

/** The same with a file of rejected lines; what it holds at the end. */
async function withRejects<T>(count: (rejects: RejectsFile) => Promise<T>): Promise<{ counted: T; rejected: string }> {
  const file = join(tempFolder({}), "rejects");
  const rejects = new RejectsFile(file, false, "/");
  try {
    const counted = await count(rejects);
    rejects.write();
    rejects.publish();
    return { counted, rejected: readFileSync(file, "utf8") };
  } finally {
    rejects.close();
  }
}

test("wherever it is interrupted, the counts are those of a scan that was not", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ nowMs, archives, forms, lanes, judged, folded, everyBytes, ...chosen }) => {
      const files = writeArchives(inForms(asLines(archives), forms));
      const home = tempFolder({});
      const watermarksMs = new Map(Object.entries(judged));
      const foldedUntilMs = new Map(Object.entries(folded));
      const options: CountOptions = {
        ...chosen,
        threads: lanes,
        nowMs,
        precision: { ...exactly(nowMs), foldedUntilMs },
        sliding: { sameSessionHits: 2, d7Hits: 2, d14Hits: 3, watermarksMs },
        judgedUntilMs: (kind, key) => watermarksMs.get(`${kind} ${key}`) ?? -Infinity,
      };
      const { counted: whole, rejected } = await withRejects(async (rejects) =>
        countFiles(files, { ...options, rejects, laneBytes: Infinity }, () => pool),
      );
      for (const { after, isKill } of chosen.interruptions) {
        const checkpoint = opened(home, everyBytes);
        checkpoint.tell({ nowMs, watermarksMs, foldedUntilMs });
        const controller = new AbortController();
        let scans = 0;
        const interrupt = interruptedPool(() => {
          if (scans++ < after) return;
          if (isKill) throw new Killed();
          controller.abort();
        });
        const work = withRejects(async (rejects) =>
          countFiles(files, { ...options, rejects, checkpoint, signal: controller.signal }, interrupt),
        );
        const end = await work.catch((error: unknown) => error);
        expect(end instanceof Error ? [Killed, AbortedError] : [Object]).toContain((end as object).constructor);
      }
      const checkpoint = opened(home, everyBytes);
      checkpoint.tell({ nowMs, watermarksMs, foldedUntilMs });
      const last = await withRejects(async (rejects) =>
        countFiles(
          files,
          { ...options, rejects, checkpoint },
          interruptedPool(() => {}),
        ),
      );
      const { counts, archives: reports, notes } = last.counted;
      expect(last.rejected).toBe(rejected);
      expect(meaningOf(counts)).toEqual(meaningOf(whole.counts));
      expect(reports).toEqual(whole.archives);
      expect(notes.filter(({ code }) => code !== "resumed" && code !== "progress_damaged")).toEqual([]);
      checkpoint.remove();
      expect(readdirSync(home)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
