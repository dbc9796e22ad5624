// The rules folder on a real disk, with everything that does not belong there.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRules } from "../src/io/rules-directory.js";
import { AbortedError } from "../src/model/errors.js";

const POSIX = process.platform !== "win32";
const LINUX = process.platform === "linux";
const ROOT = process.getuid?.() === 0;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "rules-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const rule = (id: string, rest = "body") => `---\nid: ${id}\nlevel: hard\n---\n${rest}\n`;

function write(path: string, content: string | Buffer = rule(`id of ${path}`), base = home): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), content);
}

async function read(base = home) {
  const { rules, warnings } = await readRules(base);
  return { paths: rules.map((each) => each.path), ids: rules.map((each) => each.id), rules, warnings };
}

/** What is wrong, as `code path`. */
const wrong = (warnings: readonly { code: string; path: string }[]) =>
  warnings.map((each) => `${each.code} ${each.path}`);

test("all folders, deeper ones and rules/ itself, by path in code point order", async () => {
  const paths = [
    "rules/a.md",
    "rules/ban/2026/x.md",
    "rules/ban/x.md",
    "rules/gap/-rf.md",
    "rules/gap/禁止 (1).MD",
    "rules/lazy/\uff5e.md",
    "rules/lazy/\u{1f6ab}.md",
    "rules/meta/x.md",
    "rules/own/x.md",
  ];
  for (const path of paths.toReversed()) write(path);
  const found = await read();
  expect(found.paths).toEqual(paths);
  expect(found.ids).toEqual(paths.map((path) => `id of ${path}`));
  expect(found.rules.map((each) => each.type)).toEqual([
    null,
    "ban",
    "ban",
    "gap",
    "gap",
    "lazy",
    "lazy",
    "meta",
    null,
  ]);
  expect(found.warnings).toEqual([]);
});

test("what is no rule is not read", async () => {
  const names = [
    "_index.md",
    "ban/_index.md",
    "ban/.hidden.md",
    ".expired/x.md",
    "ban/.expired/x.md",
    "ban/x.md~",
    "old~/x.md",
  ];
  for (const name of [...names, "ban/x.txt", "ban/x.md.bak", "ban/md", "ban/x.mdx"]) write(`rules/${name}`);
  write("rules/ban/x.md");
  expect(await read()).toMatchObject({ paths: ["rules/ban/x.md"], warnings: [] });
});

test("no rules folder, an empty one, no home", async () => {
  expect(await readRules(home)).toEqual({ rules: [], warnings: [] });
  mkdirSync(join(home, "rules/ban"), { recursive: true });
  expect(await readRules(home)).toEqual({ rules: [], warnings: [] });
  expect(await readRules(join(home, "none"))).toEqual({ rules: [], warnings: [] });
});

test("rules is a file, or the home is", async () => {
  write("rules", "oops");
  expect(wrong((await read()).warnings)).toEqual(["rules_unreadable rules"]);
  expect(wrong((await read(join(home, "rules"))).warnings)).toContain("rules_unreadable rules");
});

test("a legacy file is a warning and no rule", async () => {
  write("rules.permanent.md", rule("old"));
  expect(wrong((await read()).warnings)).toEqual(["rules_legacy rules.permanent.md"]);
  write("rules/rules.permanent.md", rule("old"));
  write("rules/ban/x.md", rule("x"));
  expect(await read()).toMatchObject({ ids: ["x"] });
  expect(wrong((await read()).warnings)).toEqual([
    "rules_legacy rules.permanent.md",
    "rules_legacy rules/rules.permanent.md",
  ]);
});

test("a folder called something.md is a folder; an empty file and NULs are rules by name", async () => {
  write("rules/ban/folder.md/x.md", rule("x"));
  write("rules/ban/empty.md", "");
  write("rules/ban/nul.md", Buffer.alloc(200));
  const found = await read();
  expect(found.ids).toEqual(["empty", "x", "nul"]);
  expect(wrong(found.warnings)).toEqual(["rule_encoding rules/ban/nul.md"]);
});

test("two files with one id are two rules", async () => {
  write("rules/ban/a.md", "---\nid: x\nlevel: monitor\n---\n");
  write("rules/ban/b.md", rule("x"));
  const { rules } = await readRules(home);
  expect(rules.map((each) => [each.id, each.placeholder])).toEqual([
    ["x", true],
    ["x", false],
  ]);
});

test("the order in which files were made does not matter", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `rules/${["ban", "gap", "lazy"][i % 3]}/${(i * 37) % 60}.md`);
  const other = join(home, "other");
  for (const name of names) write(name);
  for (const name of names.toReversed()) write(name, undefined, other);
  expect((await readRules(home)).rules).toEqual((await readRules(other)).rules);
});

test("a broken file does not keep the others from being read", async () => {
  write("rules/ban/a.md", rule("a"));
  write("rules/ban/b.md", "---\nid: b\nlevel: hard\nnote: c: d\n---\nbody");
  write("rules/ban/c.md", "---\nid: c\n");
  write("rules/ban/d.md", rule("d # d"));
  const found = await read();
  expect(found.ids).toEqual(["a", "b", "c", "d"]);
  expect(wrong(found.warnings)).toEqual(["rule_frontmatter rules/ban/b.md", "rule_frontmatter rules/ban/c.md"]);
});

test("of a long file the beginning is read, and it is no placeholder", async () => {
  write("rules/ban/long.md", `---\nid: x\nlevel: monitor\n---\n${"# 禁\n".repeat(400_000)}`);
  write("rules/ban/whole.md", `---\nid: y\nlevel: monitor\n---\n${"\n".repeat(1_048_576 - 29)}`);
  expect(statSync(join(home, "rules/ban/whole.md")).size).toBe(1_048_576);
  const { rules, warnings } = await readRules(home);
  expect(rules.map((each) => [each.id, each.placeholder])).toEqual([
    ["x", false],
    ["y", true],
  ]);
  expect(wrong(warnings)).toEqual(["rule_too_large rules/ban/long.md"]);
});

test.skipIf(!POSIX)("pipes and sockets are named and never opened", async () => {
  write("rules/ban/x.md", rule("x"));
  execFileSync("mkfifo", [join(home, "rules/ban/pipe.md"), join(home, "rules/ban/pipe.txt")]);
  symlinkSync("pipe.md", join(home, "rules/ban/link.md"));
  symlinkSync("/dev/zero", join(home, "rules/ban/zero.md"));
  const server = createServer().listen(join(home, "rules/ban/socket.md"));
  const found = await read();
  server.close();
  expect(found.ids).toEqual(["x"]);
  expect(wrong(found.warnings)).toEqual(
    ["link", "pipe", "socket", "zero"].map((name) => `rule_unreadable rules/ban/${name}.md`),
  );
});

test.skipIf(!POSIX)("links to files are followed, out of the home too; broken and looping ones are named", async () => {
  const outside = mkdtempSync(join(tmpdir(), "outside-"));
  write("x.md", rule("outside"), outside);
  write("rules/ban/a.md", rule("a"));
  symlinkSync(join(outside, "x.md"), join(home, "rules/ban/out.md"));
  symlinkSync("a.md", join(home, "rules/ban/in.md"));
  symlinkSync("nowhere.md", join(home, "rules/ban/dangling.md"));
  symlinkSync("nowhere", join(home, "rules/folder"));
  symlinkSync("self.md", join(home, "rules/ban/self.md"));
  symlinkSync("nowhere.txt", join(home, "rules/ban/note.txt"));
  const found = await read();
  rmSync(outside, { recursive: true });
  expect(found.ids).toEqual(["a", "a", "outside"]);
  expect(wrong(found.warnings)).toEqual([
    "rule_unreadable rules/ban/dangling.md",
    "rule_unreadable rules/ban/self.md",
    "rule_unreadable rules/folder",
  ]);
});

test.skipIf(!POSIX)("links to folders are followed once, and a folder keeps its own name", async () => {
  const outside = mkdtempSync(join(tmpdir(), "outside-"));
  write("deep/x.md", rule("outside"), outside);
  symlinkSync("..", join(outside, "deep/up"));
  write("rules/gap/x.md", rule("x"));
  mkdirSync(join(home, "rules/ban"));
  symlinkSync("../gap", join(home, "rules/ban/a"));
  symlinkSync("..", join(home, "rules/ban/loop"));
  symlinkSync(outside, join(home, "rules/ban/out"));
  symlinkSync(outside, join(home, "rules/ban/out again"));
  const found = await read();
  rmSync(outside, { recursive: true });
  expect(found.paths).toEqual(["rules/ban/out/deep/x.md", "rules/gap/x.md"]);
  expect(found.warnings).toEqual([]);
});

test("a tree without end is read up to a limit", async () => {
  write("rules/ban/x.md", rule("x"));
  for (let i = 0; i < 2001; i++) mkdirSync(join(home, "rules/ban", String(i)));
  const { ids, warnings } = await read();
  expect(ids).toEqual(["x"]);
  expect(wrong(warnings)).toEqual(["rules_too_many rules"]);
});

test.skipIf(!POSIX)("rules may be a link, not a broken one", async () => {
  write("elsewhere/ban/x.md", rule("x"));
  symlinkSync("elsewhere", join(home, "rules"));
  expect(await read()).toMatchObject({ paths: ["rules/ban/x.md"], warnings: [] });
  rmSync(join(home, "elsewhere"), { recursive: true });
  expect(wrong((await read()).warnings)).toEqual(["rules_unreadable rules"]);
});

test.skipIf(!LINUX)("a file that can't be read covers by its name, with a warning", async () => {
  write("rules/ban/x.md", rule("x"));
  // A regular file whose every read fails, for root too.
  symlinkSync("/proc/self/mem", join(home, "rules/ban/rule_7.md"));
  const found = await read();
  expect(found.ids).toEqual(["rule_7", "x"]);
  expect(wrong(found.warnings)).toEqual(["rule_unreadable rules/ban/rule_7.md"]);
  expect(found.warnings[0]!.message).toMatch(/"rules\/ban\/rule_7\.md".*\(E[A-Z]+\)/);
});

test.skipIf(!POSIX || ROOT)("no permission for a file, a folder", async () => {
  write("rules/ban/x.md", rule("x"));
  write("rules/ban/locked.md", rule("y"));
  write("rules/gap/z.md", rule("z"));
  chmodSync(join(home, "rules/ban/locked.md"), 0);
  chmodSync(join(home, "rules/gap"), 0);
  const found = await read();
  chmodSync(join(home, "rules/gap"), 0o755);
  expect(found.ids).toEqual(["locked", "x"]);
  expect(wrong(found.warnings)).toEqual(["rule_unreadable rules/ban/locked.md", "rules_unreadable rules/gap"]);
});

test.skipIf(!LINUX)("a name that is not UTF-8 is found by its bytes", async () => {
  mkdirSync(join(home, "rules/ban"), { recursive: true });
  const folder = Buffer.concat([Buffer.from(join(home, "rules/ban/")), Buffer.from([0xbd, 0xfb])]);
  mkdirSync(folder);
  writeFileSync(Buffer.concat([folder, Buffer.from("/"), Buffer.from([0xd6, 0xb9, 0x2e, 0x6d, 0x64])]), rule("gbk"));
  expect(await read()).toMatchObject({ ids: ["gbk"], warnings: [] });
});

test.skipIf(!POSIX)("names can't reach the terminal", async () => {
  write("rules/ban/\u001b]0;x\u0007\n$(touch pwned).md", "---\nid: x\n");
  const [warning] = (await readRules(home)).warnings;
  expect(warning!.path).toBe("rules/ban/\u001b]0;x\u0007\n$(touch pwned).md");
  expect(warning!.message).not.toMatch(/\p{Cc}/u);
});

test("nothing in the home is changed, and no code is run", async () => {
  write("rules/ban/js.md", "---js\nrequire('fs').writeFileSync('pwned', '')\n---\nbody");
  write("rules/ban/tag.md", "---\nid: x\nf: !!js/function 'function () { process.exit(1) }'\n---\n");
  const before = readdirSync(home, { recursive: true });
  const found = await read();
  expect(found.ids).toEqual(["js", "x"]);
  expect(readdirSync(home, { recursive: true })).toEqual(before);
  expect(readFileSync(join(home, "rules/ban/js.md"), "utf8")).toContain("---js");
});

test("thousands of files: one descriptor at a time, others get their turn, an abort is noticed", async () => {
  for (let i = 0; i < 2000; i++) write(`rules/ban/${i}.md`, rule(`rule_${i}`));
  const descriptors = () => (LINUX ? readdirSync("/proc/self/fd").length : 0);
  const before = descriptors();
  let most = 0;
  let turns = 0;
  const timer = setInterval(() => {
    turns++;
    most = Math.max(most, descriptors());
  }, 1);
  expect((await readRules(home)).rules).toHaveLength(2000);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  expect(most).toBeLessThan(before + 8);
  expect(descriptors()).toBeLessThan(before + 8);

  const controller = new AbortController();
  setTimeout(() => controller.abort(), 1);
  await expect(readRules(home, { signal: controller.signal })).rejects.toThrow(AbortedError);
  await expect(readRules(home, { signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
});
