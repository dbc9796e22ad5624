// Patterns, standard input, and one log kept in two forms.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, fstatSync, mkdirSync, readdirSync, readSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { whileOpen } from "../../src/io/archive-file.js";
import { openArchives } from "../../src/io/archives.js";
import { expandPaths } from "../../src/io/archive-paths.js";
import { logNames } from "../../src/io/home.js";
import { spool } from "../../src/io/standard-input.js";
import { AbortedError, ArchiveNotFoundError } from "../../src/model/errors.js";
import { scanArchives } from "../../src/scan/scan-archives.js";
import { tempFolder } from "../io/temp-folder.js";
import { countsOf } from "./counting.js";
import { COMPRESSIONS, ENCODINGS, FRAMINGS, GZIP } from "./documents.js";

const RECORDS = Array.from({ length: 50 }, (_, i) =>
  JSON.stringify({ ts: "2026-05-25T07:00:00Z", rule_id: `r${i % 3}`, i }),
);
const LINES = Buffer.from(FRAMINGS["JSON Lines"]!(RECORDS));

test("a pattern names files, sorted by code point, without dot files and folders", () => {
  const names = [
    "old/b.jsonl.gz",
    "old/a.jsonl.gz",
    "old/x/z.jsonl.gz",
    "old/\uffee.jsonl.gz",
    "old/😀.jsonl.gz",
    "old/.c.jsonl.gz",
    "old/.d/e.jsonl.gz",
    "old/notes.txt",
  ];
  const folder = tempFolder(Object.fromEntries(names.map((name) => [name, "{}"])));
  mkdirSync(join(folder, "old/folder.jsonl.gz"));
  const found = (pattern: string) => expandPaths([join(folder, pattern)]).map(({ path }) => relative(folder, path));
  expect(found("old/**/*.jsonl.gz")).toEqual([
    "old/a.jsonl.gz",
    "old/b.jsonl.gz",
    "old/x/z.jsonl.gz",
    "old/\uffee.jsonl.gz",
    "old/😀.jsonl.gz",
  ]);
  expect(found("old/{a,b}.jsonl.*")).toEqual(["old/a.jsonl.gz", "old/b.jsonl.gz"]);
  expect(() => found("old/*.zst")).toThrow(ArchiveNotFoundError);
  expect(() => found("old/gone.jsonl")).toThrow(ArchiveNotFoundError);
});

test("a pattern leaves out what is no archive, unless it is named; where nothing else matches, it is told so", () => {
  const names = [
    "errors.jsonl",
    "state.json",
    "a.jsonl",
    "a.jsonl.bak",
    "a.jsonl~",
    "b.jsonl.orig.gz",
    "errors.jsonl.1",
  ];
  const folder = tempFolder(Object.fromEntries(names.map((name) => [name, "{}"])));
  const found = (name: string) => expandPaths([join(folder, name)]).map(({ path }) => relative(folder, path));
  expect(found("*")).toEqual(["a.jsonl"]);
  expect(() => found("e*")).toThrow("no archives");
  for (const name of names) expect(found(name)).toEqual([name]);
});

test("the home's log is found where it is compressed as a whole", () => {
  const names = ["intercept_log.jsonl.gz", "intercept_log.jsonl.zst.bak", "intercept_log.gz", "other.jsonl.gz"];
  expect(logNames(tempFolder(Object.fromEntries(names.map((name) => [name, ""]))))).toEqual(["intercept_log.jsonl.gz"]);
});

test.each(["utf16le", "utf-16be"])("UTF-16 without a mark is named, and how to convert it: %s", async (form) => {
  const text = Buffer.from(`${RECORDS.join("\n")}\n`, "utf16le");
  const bytes = form === "utf16le" ? text : Buffer.from(text).swap16();
  const { archives, lines } = await countsOf({ "a.jsonl": bytes });
  expect(archives).toMatchObject([
    { status: "unsupported", code: "utf16_unmarked", reason: expect.stringContaining("iconv") as string },
  ]);
  expect(lines.rejected).toBe(0);
});

test("a relative pattern keeps its form, and what it finds twice is one archive", () => {
  const folder = tempFolder({ "b.jsonl": "{}", "a.jsonl": "{}" });
  const cwd = process.cwd();
  process.chdir(folder);
  try {
    expect(expandPaths(["*.jsonl", "a.jsonl", "./*.jsonl"]).map(({ path }) => path)).toEqual(["a.jsonl", "b.jsonl"]);
  } finally {
    process.chdir(cwd);
  }
});

test("a path that is there is no pattern", () => {
  const folder = tempFolder({ "log[1].jsonl": "{}", "log1.jsonl": "{}" });
  expect(expandPaths([join(folder, "log[1].jsonl")]).map(({ path }) => relative(folder, path))).toEqual([
    "log[1].jsonl",
  ]);
});

test("standard input is kept in a file that nobody can find, and in full", async () => {
  const folder = tempFolder();
  const chunks = Array.from({ length: 300 }, (_, i) => Buffer.alloc(10_000, i));
  const fd = await spool(Readable.from(chunks), { tempDir: folder });
  expect(readdirSync(folder)).toEqual([]);
  const { size, mode, nlink } = fstatSync(fd);
  expect([size, mode & 0o777, nlink]).toEqual([3_000_000, 0o600, 0]);
  const bytes = Buffer.alloc(size);
  readSync(fd, bytes, 0, size, 0);
  closeSync(fd);
  expect(bytes.equals(Buffer.concat(chunks))).toBe(true);
  const stop = new AbortController();
  const endless = new Readable({ read: () => setTimeout(() => stop.abort(), 10) });
  await expect(spool(endless, { signal: stop.signal, tempDir: folder })).rejects.toThrow(AbortedError);
  expect(readdirSync(folder)).toEqual([]);
});

const SCAN = `import { scanArchives } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
const { lines, archives, patterns } = await scanArchives({ archives: process.argv.slice(1), now: "2026-05-25T12:00:00Z" });
console.log(JSON.stringify({ lines, archives, total: patterns.map(({ total }) => total) }));`;

async function scanned(
  input: Uint8Array,
  ...archives: string[]
): Promise<{ lines: { accepted: number }; archives: unknown[] }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SCAN, ...archives], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(input);
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk as string;
  return JSON.parse(text) as never;
}

test("`-` is an archive like any other, in whatever form it comes", async () => {
  const folder = tempFolder({ "a.jsonl": `${RECORDS[0]}\n{"other":1}\n` });
  for (const input of [
    LINES,
    GZIP(LINES),
    Buffer.from(FRAMINGS["a pretty-printed array"]!(RECORDS)),
    Buffer.alloc(0),
  ]) {
    const { lines, archives } = await scanned(input, "-", join(folder, "a.jsonl"));
    expect(lines.accepted).toBe(2 + (input.length === 0 ? 0 : RECORDS.length));
    expect(archives[0]).toEqual({ path: "-", bytes: input.length, status: "complete" });
  }
});

test.each(Object.entries(ENCODINGS).filter(([name]) => name !== "plain"))(
  "a log kept plain and as %s is read once",
  async (_name, encode) => {
    const other = Buffer.from(FRAMINGS["JSON Lines"]!(RECORDS.toReversed()));
    const files = { "app.1": LINES, "app.1.gz": encode(LINES), "app.2.gz": encode(other) };
    const { lines, archives } = await countsOf(files);
    expect(lines.accepted).toBe(2 * RECORDS.length);
    const status = archives.map(({ path, status: word }) => [path.split("/").at(-1), word]);
    expect(status).toEqual([
      ["app.1", "complete"],
      ["app.2.gz", "complete"],
      ["app.1.gz", "duplicate"],
    ]);
    expect(archives[2]!.reason).toContain("app.1");
  },
);

test("of copies that go differently far, the longest is read", async () => {
  const short = LINES.subarray(0, LINES.indexOf("\n", 1000) + 1);
  const longer = await countsOf({ a: short, b: GZIP(LINES) });
  expect(longer.lines.accepted).toBe(RECORDS.length);
  expect(longer.archives.map(({ status }) => status)).toEqual(["complete", "duplicate"]);
  const cut = await countsOf({ a: LINES, b: GZIP(LINES).subarray(0, -20) });
  expect(cut.lines.accepted).toBe(RECORDS.length);
  expect(cut.archives.map(({ status }) => status)).toEqual(["complete", "duplicate"]);
  const all = await countsOf({
    a: GZIP(LINES),
    b: GZIP(GZIP(LINES)),
    c: LINES,
    d: ENCODINGS["UTF-16"]!(LINES),
    e: short,
  });
  expect(all.lines.accepted).toBe(RECORDS.length);
  expect(all.archives.filter(({ status }) => status === "duplicate")).toHaveLength(4);
});

/** Room for Node, for the longest line, which is a megabyte here, and for what a decoder has in flight. */
const MOST_MB = 190;

test.each(Object.entries({ gzip: GZIP, ...COMPRESSIONS }))(
  "a bomb of %s passes in little memory",
  { timeout: 120_000 },
  async (name, encode) => {
    const bomb = join(tempFolder(), "bomb.jsonl");
    writeFileSync(bomb, Buffer.concat([encode(Buffer.alloc(64 << 20)), encode(Buffer.from(`\n${RECORDS[0]}\n`))]));
    const script = `${SCAN.replace("now:", "maxLineBytes: 1 << 20, now:")}console.log(process.resourceUsage().maxRSS >> 10);`;
    for (const PATH of name === "gzip" ? [process.env["PATH"]] : [process.env["PATH"], ""]) {
      const argv = ["--input-type=module", "-e", script, bomb];
      const [line, mb] = execFileSync(process.execPath, argv, { env: { ...process.env, PATH } })
        .toString()
        .split("\n");
      const { lines } = JSON.parse(line!) as { lines: object };
      expect(lines).toMatchObject({ accepted: 1, reasons: { too_long: 1 } });
      expect(Number(mb)).toBeLessThan(MOST_MB);
    }
  },
);

test.skipIf(process.platform === "win32")("where hardly a file may be open, nothing is read in part", () => {
  const folder = tempFolder(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.jsonl`, `{"i":${i}}\n`])));
  const scan = (most: number): void => {
    const command = `ulimit -n ${most}; exec "${process.execPath}" dist/cli.js backfill "${folder}" --home "${folder}" --dry-run`;
    execFileSync("sh", ["-c", command], { stdio: "pipe" });
  };
  // With so few the program itself can't be loaded, or can, and then has none left for its work.
  for (const most of [40, 70]) expect(() => scan(most)).toThrow(/few(?:er)? files may be open at once/);
});

test.skipIf(process.platform !== "linux")(
  "names that are no UTF-8 are read by their bytes, in whatever way",
  async () => {
    const folder = tempFolder();
    const inner = Buffer.from(`${folder}/\xe9t\xe9`, "latin1");
    mkdirSync(inner);
    const line = (i: number): string => `{"ts":"2026-05-25T07:00:00Z","rule_id":"r","i":${i}}\n`;
    writeFileSync(Buffer.from(`${folder}/\xff.jsonl`, "latin1"), line(1));
    writeFileSync(Buffer.from(`${folder}/\xfe.jsonl`, "latin1"), line(2));
    writeFileSync(Buffer.concat([inner, Buffer.from("/a\nb.jsonl.gz")]), GZIP(Buffer.from(line(3))));
    const files = expandPaths([folder]);
    expect(files.map(({ path }) => relative(folder, path))).toEqual([
      "\\xe9t\\xe9/a\nb.jsonl.gz",
      "\\xfe.jsonl",
      "\\xff.jsonl",
    ]);
    const { lines, archives } = await scanArchives({ archives: [folder], now: "2026-05-25T12:00:00Z", threads: 1 });
    expect(archives.map(({ status }) => status)).toEqual(["complete", "complete", "complete"]);
    expect(lines.accepted).toBe(3);
    const { open } = openArchives(files, 0);
    expect(open.map(({ file }) => whileOpen(file, (fd) => fstatSync(fd).isFile()))).toEqual([true, true, true]);
  },
);
