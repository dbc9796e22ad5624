// Both READMEs: every command block is run on a scratch copy, and both have the same blocks. Needs a build (`npm test` makes one).
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../src/cli/run.js";
import { openMnemonic } from "../src/index.js";
import { answering, keyboardOf, sinkOf } from "./cli/fake-host.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const READMES = ["README.md", "README.zh-CN.md"].map((name) => readFileSync(join(root, name), "utf8"));

/** What is not run here, and why. */
const NOT_RUN: readonly [line: RegExp, why: string][] = [
  [/^npm ci\b/, "it would install the packages anew; .ci/run does it on a clean clone"],
  [/^npm (?:test|start|run|install)\b/, "it builds, or runs this test again; .ci/run does it"],
];

function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block!);
}

/** The commands of a block, one a line; comments and continued lines are understood. */
function commandsOf(block: string): string[] {
  const lines = block.replaceAll("\\\n", " ").split("\n");
  return lines.map((line) => line.replace(/(?:^|\s)#.*/, "").trim()).filter(Boolean);
}

/** A line as a shell takes it apart, as far as READMEs go: quotes, and no variables. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  );
}

let scratch: string;
const before = process.cwd();

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "mnemonic-readme-"));
  cpSync(join(root, "fixtures/home"), join(scratch, "fixtures/home"), { recursive: true });
  for (const folder of ["archives", "old", "tmp"]) mkdirSync(join(scratch, folder));
  for (const name of ["archives/a.jsonl", "old/a.jsonl", "old.jsonl"])
    cpSync(join(root, "fixtures/home/intercept_log.jsonl"), join(scratch, name));
  const other = { "@timestamp": "2026-05-24T10:00:00Z", "rule.id": "r", "session.id": "s", "event.action": "denied" };
  writeFileSync(join(scratch, "other.jsonl"), `${JSON.stringify(other)}\n`.repeat(20));
  const answers = blocksOf(READMES[0]!, "json").find((block) => block.includes('"answers"'));
  writeFileSync(join(scratch, "answers.json"), answers ?? '{ "answers": [] }');
  process.chdir(scratch);
});

afterAll(() => {
  process.chdir(before);
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs one line; resolves to its exit code and what it said to standard error. */
async function ran(line: string): Promise<{ code: number; said: string }> {
  const [words, target] = [wordsOf(line.split(/ (?:>>?|\||<) /)[0]!.replaceAll("/tmp/", "tmp/")), sinkOf()];
  if (words[0] === "npx") words.shift();
  if (words[0] === "cp") {
    cpSync(words.at(-2)!, words.at(-1)!, { recursive: true });
    return { code: 0, said: "" };
  }
  if (words[0] !== "mnemonic") throw new Error(`${line}: teach test/readme.test.ts to run it, or say there why not`);
  const stdout = sinkOf({ isTTY: words.includes("review") && !words.includes("--format") });
  const keyboard = keyboardOf(true);
  // Whoever is asked quits.
  answering(stdout, keyboard, ["q", "n"]);
  const host = {
    stdout,
    stderr: target,
    stdin: () => keyboard,
    edit: async () => undefined,
    env: { NO_COLOR: "1", HERMES_HOME: join(scratch, "fixtures") },
    signal: new AbortController().signal,
    version: () => "1.2.3",
    openLibrary: async (options: Parameters<typeof openMnemonic>[0]) => openMnemonic(options),
  };
  return { code: await run(words.slice(1), host), said: target.text };
}

test("every command of the READMEs is understood and does what it is for", async () => {
  const lines = [...new Set(READMES.flatMap((text) => blocksOf(text, "sh").flatMap(commandsOf)))];
  const runnable = lines.filter((line) => !NOT_RUN.some(([skipped]) => skipped.test(line)));
  expect(runnable.length).toBeGreaterThan(5);
  for (const line of runnable) {
    const { code, said } = await ran(line);
    expect(line.includes("--fail-on") ? [0, 3] : [0], `${line}\n${said}`).toContain(code);
  }
});

test("both languages show the same commands and code", () => {
  const [english, chinese] = READMES.map((text) => ["sh", "js", "json"].map((language) => blocksOf(text, language)));
  expect(chinese).toEqual(english);
});

test("the library example runs as it stands", async () => {
  const modules = join(scratch, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(root, join(modules, "hermes-mnemonic"), "junction");
  const { NODE_OPTIONS: _, ...env } = process.env;
  for (const [i, code] of blocksOf(READMES[0]!, "js").entries()) {
    writeFileSync(join(scratch, `example${i}.mjs`), code);
    const { stdout } = await promisify(execFile)(process.execPath, [`example${i}.mjs`], { cwd: scratch, env });
    expect(stdout).toContain("自动识别: 高频违规");
  }
});

test("what the READMEs link to is there", () => {
  for (const text of READMES)
    for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      expect(() => readFileSync(join(root, target!))).not.toThrow();
});
