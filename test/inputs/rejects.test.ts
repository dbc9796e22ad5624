// Every rejected line, in the file that was asked for.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { RejectsFile } from "../../src/io/rejects-file.js";
import { openMnemonic } from "../../src/index.js";
import type { Report } from "../../src/model/report.js";
import type { ScanOptions } from "../../src/model/options.js";
import { tempFolder, type Files } from "../io/temp-folder.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { asLines, countFiles, exactly, writeArchives } from "../pipeline/scan-files.js";
import { referenceLines } from "../reference/lines.js";
import { archivesArbitrary } from "../support/archive-arbitrary.js";
import { NOWS } from "../support/time-in-record.js";

const NOW = "2026-05-25T12:00:00Z";
const HIT = '{"ts":"2026-05-25T11:00:00Z","rule_id":"r","session_id":"s","interceptor":"Ban"}\n';

const pool = new WorkerPool(3);
afterAll(async () => pool.close());

interface Reject {
  readonly path: string;
  readonly offset: number;
  readonly reason: string;
  readonly text?: string;
  readonly base64?: string;
  readonly cut?: true;
}

function read(file: string): Reject[] {
  const lines = readFileSync(file, "latin1").split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line) as Reject);
}

const bytesOf = ({ text, base64 }: Reject): Buffer =>
  base64 === undefined ? Buffer.from(text!, "utf8") : Buffer.from(base64, "base64");

async function scan(files: Files, options: ScanOptions = {}): Promise<{ report: Report; home: string; file: string }> {
  const home = tempFolder(files);
  const file = join(tempFolder(), "rejects.ndjson");
  const mnemonic = await openMnemonic({ home });
  onTestFinished(async () => mnemonic.close());
  return { report: await mnemonic.scan({ now: NOW, rejects: file, dryRun: true, ...options }), home, file };
}

test("all of them, in the order of place and as they stand, whatever the cuts, the lanes and the scanner", async () => {
  const sizes = fc.record({
    chunkBytes: fc.constantFrom(16, 70, 65_536),
    rangeBytes: fc.constantFrom(1, 200, 1 << 20),
    maxLineBytes: fc.constantFrom(1 << 20, 150, 60, 1),
    scanner: fc.constantFrom("plain" as const, "wasm" as const),
    threads: fc.constantFrom(1, 3),
  });
  const nowMs = NOWS[0]!;
  await fc.assert(
    fc.asyncProperty(archivesArbitrary(nowMs), sizes, fc.boolean(), async (odd, chosen, isPacked) => {
      const archives = asLines(odd);
      const file = join(tempFolder(), "rejects");
      const rejects = new RejectsFile(file, false, "/");
      const options = { ...chosen, nowMs, precision: exactly(nowMs), rejects };
      const named = writeArchives(
        isPacked ? archives.map((one) => ({ ...one, bytes: gzipSync(one.bytes) })) : archives,
      );
      const { archives: reports } = await countFiles(named, options, () => pool);
      rejects.write();
      rejects.publish();
      rejects.close();
      const read_ = new Set(reports.filter(({ status }) => status === "complete").map(({ path }) => path));
      const expected = archives
        .filter(({ path }) => read_.has(path))
        .flatMap(({ path, bytes }) =>
          referenceLines(bytes, chosen.maxLineBytes)
            .filter(({ outcome }) => outcome === "rejected")
            .map(({ offset, reason }) => {
              const newline = bytes.indexOf(0x0a, offset);
              return [
                path,
                offset,
                reason,
                Buffer.from(bytes.slice(offset, newline < 0 ? undefined : newline)).toString("hex"),
              ];
            }),
        );
      const found = read(file).map((one) => {
        const whole = expected.find(([path, offset]) => path === one.path && offset === one.offset)?.[3] as string;
        const hex = bytesOf(one).toString("hex");
        // Of a line that is too long there is how it begins.
        return [one.path, one.offset, one.reason, one.cut === true && whole.startsWith(hex) ? whole : hex];
      });
      expect(found).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test("text is text, other bytes are base64, and nothing in it acts on a terminal", async () => {
  const lines = ["{torn", '["\u202eevil\u009b"]', "\uD83D\uDE00 关"];
  const { report, file } = await scan({
    "intercept_log.jsonl": Buffer.concat([
      Buffer.from(HIT),
      Buffer.from(`${lines.join("\n")}\n`),
      Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
    ]),
  });
  expect(read(file)).toEqual([
    { path: "intercept_log.jsonl", offset: HIT.length, reason: "invalid_json", text: lines[0] },
    { path: "intercept_log.jsonl", offset: HIT.length + 6, reason: "not_object", text: lines[1] },
    { path: "intercept_log.jsonl", offset: expect.any(Number), reason: "invalid_json", text: lines[2] },
    { path: "intercept_log.jsonl", offset: expect.any(Number), reason: "invalid_json", base64: "e//+" },
  ]);
  expect(readFileSync(file).every((byte) => byte < 0x7f)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(report.lines.rejected).toBe(4);
});

test("of a long line the beginning, whole characters; compressed logs, documents and the fallback too", async () => {
  const long = `{${"é".repeat(40_000)}`;
  const document = '[{"rule_id":"r"},{"rule_id":"x" y},\n{"rule_id":"r"}]';
  const { file } = await scan(
    {
      "intercept_log.1.jsonl.gz": gzipSync(`${HIT}${"x".repeat(200_000)}\n${HIT}oops\n`),
      "intercept_log.2.json": document,
      "intercept_log.3.jsonl": `${long}\n${HIT}`,
    },
    { maxLineBytes: 100_000 },
  );
  const found = read(file);
  expect(found.map(({ path, reason, cut }) => [path, reason, cut])).toEqual([
    ["intercept_log.1.jsonl.gz", "too_long", true],
    ["intercept_log.1.jsonl.gz", "invalid_json", undefined],
    ["intercept_log.3.jsonl", "invalid_json", true],
  ]);
  expect(found[0]!.text).toBe("x".repeat(65_536));
  expect(found[2]!.text).toBe(long.slice(0, 1 + 32_767));

  const other = await scan({ "intercept_log.jsonl": "no\n", "errors.jsonl": "neither\n" });
  expect(read(other.file).map(({ path, text }) => [path, text])).toEqual([
    ["intercept_log.jsonl", "no"],
    ["errors.jsonl", "neither"],
  ]);
});

test("of an element that breaks, what came before the break", async () => {
  const folder = tempFolder({ "a.json": '[{"rule_id":"r"},\n{"rule_id":"x" y},\n{"rule_id":"r"}]' });
  const { report, file } = await scan({}, { archives: [join(folder, "a.json")] });
  expect(report.lines).toMatchObject({ accepted: 2, rejected: 1 });
  expect(read(file)).toEqual([
    { path: join(folder, "a.json"), offset: 18, reason: "invalid_json", text: '{"rule_id":"x" ', cut: true },
  ]);
});

test("without a reject the file is there and empty", async () => {
  const { file } = await scan({ "intercept_log.jsonl": HIT });
  expect(readFileSync(file, "utf8")).toBe("");
});

describe("a file of the user's is never damaged", () => {
  const refused = async (home: string, options: ScanOptions): Promise<unknown> => {
    const mnemonic = await openMnemonic({ home });
    onTestFinished(async () => mnemonic.close());
    return mnemonic.scan({ now: NOW, ...options }).then(
      () => "done",
      ({ code }: { code: string }) => code,
    );
  };

  test("one that is there is kept, unless it is to be replaced", async () => {
    const home = tempFolder({ "intercept_log.jsonl": "no\n" });
    const folder = tempFolder({ "mine.txt": "mine" });
    const rejects = join(folder, "mine.txt");
    for (const overwrite of [false, true]) expect(await refused(home, { rejects, overwrite })).toBe("OUTPUT_EXISTS");
    expect(readFileSync(rejects, "utf8")).toBe("mine");
    expect(existsSync(join(home, "mnemonic_state.json"))).toBe(false);
    // An empty one, and what stands there then.
    writeFileSync(rejects, "");
    expect(await refused(home, { rejects, overwrite: true })).toBe("done");
    expect(read(rejects)).toHaveLength(1);
    expect(await refused(home, { rejects })).toBe("OUTPUT_EXISTS");
    symlinkSync(rejects, join(folder, "link"));
    expect(await refused(home, { rejects: join(folder, "link"), overwrite: true })).toBe("done");
    expect(read(rejects)).toHaveLength(1);
    expect(readdirSync(folder).toSorted()).toEqual(["link", "mine.txt"]);
  });

  test("one that appears meanwhile is kept too", () => {
    const file = join(tempFolder(), "r");
    const rejects = new RejectsFile(file, false, "/");
    rejects.write();
    writeFileSync(file, "theirs");
    expect(() => rejects.publish()).toThrow("already");
    rejects.close();
    expect(readFileSync(file, "utf8")).toBe("theirs");
    expect(readdirSync(join(file, ".."))).toEqual(["r"]);
  });

  test("nor a log, a file of the home, a folder, a device, or one that the next run would read", async () => {
    const rule = "---\nid: r\n---\n";
    const logs = { "intercept_log.jsonl": HIT, "errors.jsonl": "", "a/x.jsonl": HIT, "a/b/y.jsonl": HIT };
    const home = tempFolder({ ...logs, "rules/ban/r.md": rule });
    const a = join(home, "a");
    const all = { overwrite: true, archives: [a] };
    for (const [rejects, options, code] of [
      [join(home, "errors.jsonl"), { overwrite: true }, "USAGE"],
      [join(home, "intercept_log.jsonl"), { overwrite: true }, "USAGE"],
      [join(home, "intercept_log.jsonl.7"), {}, "USAGE"],
      [join(home, "rules", "ban", "r.md"), { overwrite: true }, "USAGE"],
      [join(home, "rules", "new.md"), {}, "USAGE"],
      [join(a, "x.jsonl"), { overwrite: true, archives: [join(a, "x.jsonl")] }, "USAGE"],
      [join(a, "b", "new.ndjson.json"), all, "USAGE"],
      [join(a, "new.txt"), { archives: [join(a, "*")] }, "USAGE"],
      [a, { overwrite: true }, "OUTPUT_EXISTS"],
      ["/dev/null", { overwrite: true }, "OUTPUT_EXISTS"],
      [join(home, "none", "r"), {}, "OUTPUT_UNWRITABLE"],
      [join(a, "new.txt"), { archives: [a] }, "done"],
      [join(home, "new.txt"), {}, "done"],
    ] as const)
      expect([rejects, await refused(home, { rejects, ...options })]).toEqual([rejects, code]);
    expect(readFileSync(join(a, "x.jsonl"), "utf8")).toBe(HIT);
    expect(readFileSync(join(home, "rules", "ban", "r.md"), "utf8")).toBe(rule);
  });

  test("a scan that fails leaves nothing", async () => {
    const folder = tempFolder();
    const home = tempFolder({ "intercept_log.jsonl": "no\n" });
    expect(await refused(home, { rejects: join(folder, "r"), signal: AbortSignal.abort() })).toBe("ABORTED");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("what a process that is dead has left goes; what another may still write to, and other files, stay", () => {
    const folder = tempFolder();
    const file = join(folder, "r");
    const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
    const left = (name: string, ageSeconds: number): void => {
      const path = join(folder, name);
      writeFileSync(path, "");
      const atSeconds = Date.now() / 1000 - ageSeconds;
      utimesSync(path, atSeconds, atSeconds);
    };
    left(`r.${dead}-0123456789ab.tmp`, 3600);
    const others = [
      `r.${dead}-0123456789ac.tmp`,
      `r.${process.pid}-0123456789ab.tmp`,
      `s.${dead}-0123456789ab.tmp`,
      `r.${dead}.tmp`,
    ];
    others.forEach((name, i) => left(name, i === 0 ? 1 : 3600));
    new RejectsFile(file, false, "/").close();
    expect(readdirSync(folder).toSorted()).toEqual(others.toSorted());
  });
});
