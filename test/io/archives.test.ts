import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expandPaths } from "../../src/io/archive-paths.js";
import { closeArchives, openArchives } from "../../src/io/archives.js";
import { reasonText } from "../../src/model/archive-reasons.js";
import { ArchiveNotFoundError } from "../../src/model/errors.js";
import { canCountOpenFiles, openFileCount, openIn } from "./open-files.js";
import { tempFolder } from "./temp-folder.js";

const isWindows = process.platform === "win32";
/** Permissions bind nobody who is root, but the effective user can be another for a while. */
const canLosePermissions = !isWindows && (process.getuid?.() !== 0 || process.seteuid !== undefined);

function withoutPermissions<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

const named = (folder: string, paths: readonly string[] = [folder]): string[] =>
  expandPaths(paths).map(({ path }) => relative(folder, path));

test("a folder named as an archive is walked, sorted, without dot files, leftovers and the home's other files", () => {
  const kept = ["a.jsonl", "b/a.json", "b/c/d.jsonl.gz", "intercept_log.jsonl", "z.jsonl.1"];
  const left = [
    "b.txt",
    ".a.jsonl",
    ".git/a.jsonl",
    "b/.c/a.jsonl",
    "a.jsonl.bak",
    "b/a.json~",
    "errors.jsonl",
    "b/state.json",
  ];
  const folder = tempFolder(Object.fromEntries([...kept, ...left, "rules/ban/a.md"].map((name) => [name, ""])));
  expect(named(folder)).toEqual(kept);
});

test("a file that is named counts whatever its name", () => {
  const folder = tempFolder({ "errors.jsonl": "", "notes.txt": "", ".hidden": "" });
  const paths = ["notes.txt", ".hidden", "errors.jsonl"];
  expect(
    named(
      folder,
      paths.map((path) => join(folder, path)),
    ),
  ).toEqual(paths);
});

test.each(["nowhere.jsonl", "file.jsonl/below", "dangling.jsonl"])(
  "a path that is not there is an error: %s",
  (name) => {
    const folder = tempFolder({ "file.jsonl": "" });
    symlinkSync("gone", join(folder, "dangling.jsonl"));
    const path = join(folder, name);
    expect(() => expandPaths([join(folder, "file.jsonl"), path])).toThrow(ArchiveNotFoundError);
    expect(() => expandPaths([path])).toThrow(expect.objectContaining({ code: "ARCHIVE_NOT_FOUND", path }));
  },
);

test.each(["loop.jsonl", `${"long".repeat(80)}.jsonl`, "nul\0.jsonl"])(
  "a path that can't even be looked at threw what the system threw: %j",
  (name) => {
    const folder = tempFolder();
    symlinkSync("loop.jsonl", join(folder, "loop.jsonl"));
    const { open, skipped } = openArchives(expandPaths([join(folder, name)]));
    expect(open).toEqual([]);
    expect(skipped).toMatchObject([
      { path: join(folder, name), status: "unreadable", reason: { code: expect.any(String) } },
    ]);
  },
);

test("what is in the log's place but no file is named, and does not keep the others from being read", async () => {
  const folder = tempFolder({ "z.jsonl": "{}\n" });
  mkdirSync(join(folder, "folder.jsonl"));
  symlinkSync("loop.jsonl", join(folder, "loop.jsonl"));
  symlinkSync("gone", join(folder, "dangling.jsonl"));
  if (!isWindows) execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
  const server = createServer().listen(join(folder, "socket.jsonl"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const names = ["dangling.jsonl", "folder.jsonl", "loop.jsonl", "pipe.jsonl", "socket.jsonl", "z.jsonl"];
  const { open, skipped } = openIn(folder, names);
  expect(open.map(({ path }) => path)).toEqual(["z.jsonl"]);
  expect(
    Object.fromEntries(skipped.map(({ path, status, reason }) => [path, `${status}: ${reasonText(reason)}`])),
  ).toEqual({
    "dangling.jsonl": "unreadable: the file is gone (a link to nothing?)",
    "folder.jsonl": "unreadable: is a folder, not a file",
    "loop.jsonl": "unreadable: the link leads back to itself",
    "pipe.jsonl": "unreadable: is not a regular file",
    "socket.jsonl": "unreadable: is not a regular file",
  });
});

test.runIf(canLosePermissions)("a file that may not be read is named", () => {
  const folder = tempFolder({ "a.jsonl": "{}\n", "b.jsonl": "{}\n{}\n" });
  chmodSync(join(folder, "a.jsonl"), 0);
  chmodSync(folder, 0o755);
  const { open, skipped } = withoutPermissions(() => openIn(folder, ["a.jsonl", "b.jsonl"]));
  expect(open.map(({ path }) => path)).toEqual(["b.jsonl"]);
  expect(skipped).toEqual([{ path: "a.jsonl", status: "unreadable", reason: { code: "permission" } }]);
});

test.runIf(canLosePermissions)("a folder that may not be read ended the walk of all others", () => {
  const folder = tempFolder({ "a/x.jsonl": "{}\n", "b/y.jsonl": "{}\n" });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "a"), 0);
  onTestFinished(() => chmodSync(join(folder, "a"), 0o755));
  const { open, skipped } = withoutPermissions(() => openArchives(expandPaths([folder])));
  closeArchives(open);
  expect(open.map(({ path }) => relative(folder, path))).toEqual(["b/y.jsonl"]);
  expect(skipped).toEqual([
    {
      path: join(folder, "a"),
      status: "unreadable",
      reason: { code: "folder_unreadable", params: { detail: "permission denied" } },
    },
  ]);
});

test("links to files are followed in a folder; links to folders are named", () => {
  const folder = tempFolder({ "real/x.jsonl": "{}\n", "top/.keep": "" });
  symlinkSync("../real/x.jsonl", join(folder, "top/link.jsonl"));
  symlinkSync("../real", join(folder, "top/year"));
  symlinkSync("..", join(folder, "top/up.jsonl"));
  symlinkSync("gone", join(folder, "top/gone"));
  const { open, skipped } = openArchives(expandPaths([join(folder, "top")]));
  closeArchives(open);
  expect(open.map(({ path }) => relative(folder, path))).toEqual(["top/link.jsonl"]);
  expect(skipped.map(({ path }) => relative(folder, path))).toEqual(["top/up.jsonl", "top/year"]);
  expect(skipped[0]?.reason).toEqual({ code: "folder_link" });
});

test("the same file named twice, or through links, is read once", () => {
  const folder = tempFolder({ "b.jsonl": "{}\n" });
  linkSync(join(folder, "b.jsonl"), join(folder, "a.jsonl"));
  symlinkSync("b.jsonl", join(folder, "c.jsonl"));
  const { open, skipped } = openIn(folder, ["b.jsonl", "a.jsonl", "c.jsonl", "b.jsonl"]);
  expect(open.map(({ path }) => path)).toEqual(["a.jsonl"]);
  expect(skipped.map(({ path, status }) => [path, status])).toEqual([
    ["b.jsonl", "duplicate"],
    ["b.jsonl", "duplicate"],
    ["c.jsonl", "duplicate"],
  ]);
  expect(skipped[0]?.reason).toEqual({ code: "copy", params: { twin: "a.jsonl" } });
});

test("archives are in the order of code points of their paths", () => {
  const names = ["a.jsonl", "\ue000.jsonl", "😀.jsonl"];
  const folder = tempFolder(Object.fromEntries(names.map((name, i) => [name, `${i}\n`])));
  expect(openIn(folder, names.toReversed()).open.map(({ path }) => path)).toEqual(names);
});

test.runIf(canCountOpenFiles)("nothing that is skipped stays open", () => {
  const folder = tempFolder({ "a.jsonl": "{}\n", "b.jsonl": "{}\n{}\n", "c.jsonl": "" });
  mkdirSync(join(folder, "d.jsonl"));
  const before = openFileCount();
  const { open } = openArchives(
    ["a", "b", "d"].map((name) => ({ path: name, file: join(folder, `${name}.jsonl`), role: "intercepts" })),
  );
  expect(openFileCount()).toBe(before + 1);
  closeArchives(open);
});

const UNREADABLE = "/proc/self/mem";
test.runIf(canCountOpenFiles && existsSync(UNREADABLE))("a file that opens but can't be read stayed open", () => {
  const before = openFileCount();
  const { skipped } = openArchives([{ path: "mem", file: UNREADABLE, role: "intercepts" }]);
  expect(skipped).toEqual([
    {
      path: "mem",
      status: "unreadable",
      reason: { code: "io_error", params: { detail: expect.stringContaining("EIO") } },
    },
  ]);
  expect(openFileCount()).toBe(before);
});
