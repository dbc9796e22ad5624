// What a shell is told may stand where its cursor stands; and that nothing of a log is run by pressing Tab.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const HOSTILE = [
  "$(touch pwned)",
  "`touch pwned`",
  "a;touch pwned",
  "a b",
  "'q",
  "x\ty",
  "$HOME",
  "-rf",
  "a\u001b[2Jb",
  "~root",
  "*",
];

async function sampleHome(): Promise<Home> {
  const home = new Home();
  home.rule("rule_gap_001");
  for (const rule of ["rule_ban_001", "截图未缩放", ...HOSTILE])
    home.log(hit(NOW_MS - HOUR, rule), hit(NOW_MS - 2 * HOUR, rule));
  home.log({ ...hit(NOW_MS - HOUR, "", "s3"), rule_id: undefined, reason: "关键词匹配: pyautogui" });
  await typed(home, "scan");
  return home;
}

/** Offers for the last of these words, without their descriptions, and what the shell is told of files. */
async function offered(home: Home, ...words: string[]): Promise<{ offers: string[]; files: string | undefined }> {
  const { out } = await typed(home, `complete -- ${words.map((word) => `"${word}"`).join(" ")}`, {
    asIs: true,
    env: { MNEMONIC_HOME: home.path },
  });
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0]!);
  return { offers: lines.slice(0, -1), files: lines.at(-1) };
}

test("commands, options and their values", async () => {
  const home = new Home();
  expect((await offered(home, "")).offers).toEqual(
    expect.arrayContaining(["scan", "backfill", "drafts", "explain", "completion"]),
  );
  expect((await offered(home, "")).offers).not.toContain("complete");
  expect((await offered(home, "dr")).offers).toEqual(["drafts"]);
  expect((await offered(home, "drafts", "re")).offers).toEqual(["reject", "reopen"]);
  expect((await offered(home, "scan", "--th")).offers).toEqual(["--threads"]);
  expect((await offered(home, "drafts", "reject", "--for")).offers).toEqual(["--for-good", "--format"]);
  const formats = ["text", "json", "ndjson"];
  expect((await offered(home, "scan", "--format", "")).offers).toEqual(formats);
  expect((await offered(home, "drafts", "show", "--format", "")).offers).toEqual(formats);
  for (const table of [["patterns"], ["drafts"], ["drafts", "list"]])
    expect((await offered(home, ...table, "--format", "")).offers).toEqual([...formats, "csv", "markdown"]);
  expect((await offered(home, "scan", "--color=a")).offers).toEqual(["auto", "always"]);
  expect((await offered(home, "scan", "--map", "d")).offers).toEqual(["docker"]);
  expect((await offered(home, "scan", "--tz", "Asia/Shang")).offers).toEqual(["Asia/Shanghai"]);
  expect((await offered(home, "completion", "")).offers).toEqual(["bash", "zsh", "fish", "powershell"]);
});

test("files where a file may stand, folders for --home, neither elsewhere", async () => {
  const home = new Home();
  expect((await offered(home, "scan", "")).files).toBe(":0");
  expect((await offered(home, "doctor", "")).files).toBe(":0");
  expect((await offered(home, "report", "--html", "")).files).toBe(":0");
  expect((await offered(home, "scan", "--tz", "")).files).toBe(":4");
  expect((await offered(home, "drafts", "--home", "")).files).toBe(":16");
  expect((await offered(home, "status", "")).files).toBe(":4");
  expect((await offered(home, "sc")).files).toBe(":4");
});

test("ids of the home, and none that a shell could take for more than a word", async () => {
  const home = await sampleHome();
  const { offers } = await offered(home, "explain", "");
  expect(offers).toEqual(expect.arrayContaining(["rule_gap_001", "rule_ban_001", "截图未缩放", "Ban:pyautogui"]));
  expect(offers.filter((offer) => !/^[\p{L}\p{N}_][\p{L}\p{N}_.:-]*$/u.test(offer))).toEqual([]);
  const { drafts } = (await json(home, "drafts")) as { drafts: { draft_id: string }[] };
  const [{ draft_id }] = drafts as [{ draft_id: string }];
  expect((await offered(home, "drafts", "confirm", draft_id.slice(0, 8))).offers).toEqual([draft_id]);
  expect((await offered(home, "feedback", "rule_")).offers).toEqual(["rule_gap_001", "rule_ban_001"]);
  const elsewhere = await typed(home, `complete -- --home ${home.path} drafts show ""`, { asIs: true });
  expect(elsewhere.out).toContain(draft_id);
  // A home that is none is no reason to complain at every key.
  expect(await typed(home, `complete -- --home /nowhere drafts show ""`, { asIs: true })).toMatchObject({
    code: 0,
    err: "",
  });
});

test.for(["bash", "zsh", "fish", "powershell"])("a script for %s, and in JSON", async (shell) => {
  const home = new Home();
  const { out } = await typed(home, `completion ${shell}`);
  expect(out).toContain("mnemonic complete");
  expect(await json(home, `completion ${shell}`)).toMatchObject({ schema: "mnemonic.completion/1", shell });
});

test("of another shell it says which there are", async () => {
  const { code, err } = await typed(new Home(), "completion tcsh");
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('SHELL "tcsh": expected one of bash, zsh, fish, powershell'),
  ]);
});

test("what powershell invokes is quoted whatever it takes for a quote", async () => {
  const { out } = await typed(new Home(), "completion powershell");
  expect(out).toContain(String.raw`-replace "['\u2018-\u201b]", '$0$0'`);
});

/** Lets a shell complete lines with the built command: what it would offer for each. The lines are the script's arguments. */
function inShell(home: Home, shell: string, args: readonly string[], ...lines: string[]): string[][] {
  const bin = home.file("bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "mnemonic"), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(bin, "mnemonic"), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env["PATH"]}`, MNEMONIC_HOME: home.path, HOME: home.path };
  const out = execFileSync(shell, [...args, ...lines], { cwd: home.path, env, encoding: "utf8" });
  return out.split(/^--$/m).map((part) => part.trim().split("\n").filter(Boolean));
}

function inBash(home: Home, ...lines: string[]): string[][] {
  const script = `source <(mnemonic completion bash)
    for COMP_LINE; do
      COMP_POINT=\${#COMP_LINE}
      _mnemonic_completion
      printf '%s\\n' "\${COMPREPLY[@]}" --
    done`;
  return inShell(home, "bash", ["--norc", "-c", script, "bash"], ...lines);
}

/** zsh's own part, the line editor with its widgets, stands in the way of a test: what it calls and sets is done here. */
function inZsh(home: Home, ...lines: string[]): string[][] {
  const script = `compdef() {}; compset() { PREFIX=\${PREFIX#*=} }
    _describe() { print -rl -- "\${(@P)3}" }; _files() { print -r -- "files $*" }
    source <(mnemonic completion zsh)
    for line; do
      words=("\${(@z)line}"); [[ $line == *' ' ]] && words+=('')
      CURRENT=\${#words} PREFIX=\${words[CURRENT]}
      _mnemonic
      print -- --
    done`;
  return inShell(home, "zsh", ["-f", "-c", script, "zsh"], ...lines);
}

function inFish(home: Home, ...lines: string[]): string[][] {
  const script = "mnemonic completion fish | source; for line in $argv; complete -C $line; printf '%s\\n' --; end";
  return inShell(home, "fish", ["--no-config", "-c", script], ...lines);
}

const isThere = (shell: string): boolean =>
  process.platform !== "win32" && spawnSync(shell, ["-c", "exit 0"], { stdio: "ignore" }).status === 0;

/** Values of an option are offered with it by fish, and alone by zsh. */
const SHELLS = [
  ["zsh", inZsh, ["never:"], ["files "], ["files -/"]],
  ["fish", inFish, ["--color=never"], [], []],
] as const;

test.for(SHELLS.filter(([name]) => isThere(name)))(
  "%s offers the same, and runs nothing that was typed or logged",
  async ([, complete, color, files, folders]) => {
    const home = await sampleHome();
    const offers = complete(
      home,
      "mnemonic drafts re",
      "mnemonic scan --color=ne",
      "mnemonic explain ",
      "mnemonic scan nothing-is-called-so",
      "mnemonic scan --home nothing-is-called-so",
      "mnemonic scan --color=$(>pwned)=",
      "mnemonic scan --color=`>pwned`=",
      "mnemonic scan --color=(>pwned)=",
      "mnemonic explain '$(>pwned)' `>pwned` ",
    );
    expect(offers[0]?.map((offer) => offer.split(/[:\t]/)[0])).toEqual(["reject", "reopen"]);
    expect(offers[1]).toEqual(color);
    const names = offers[2]!.map((offer) => offer.replaceAll(String.raw`\:`, ":").replace(/:$/, ""));
    expect(names).toEqual(expect.arrayContaining(["rule_gap_001", "截图未缩放", "Ban:pyautogui"]));
    expect(names.filter((name) => !/^[\p{L}\p{N}_][\p{L}\p{N}_.:-]*$/u.test(name))).toEqual([]);
    expect(offers.slice(3, 5)).toEqual([files, folders].map((said) => said.map((text) => text.trim())));
    expect(existsSync(home.file("pwned"))).toBe(false);
  },
);

test.skipIf(process.platform === "win32")(
  "bash offers the same, and runs nothing that was typed or logged",
  async () => {
    const home = await sampleHome();
    const [drafts, keyword, color, all, ...typedSoFar] = inBash(
      home,
      "mnemonic drafts re",
      "mnemonic explain Ban:py",
      "mnemonic scan --color=ne",
      "mnemonic explain ",
      "mnemonic explain $(touch pwned)",
      "mnemonic explain `touch pwned` ';touch pwned;' ",
    );
    expect(drafts).toEqual(["reject", "reopen"]);
    // What stands behind a colon or an equals sign is a word of its own to readline.
    expect([keyword, color]).toEqual([["pyautogui"], ["never"]]);
    expect(all).toEqual(expect.arrayContaining(["rule_gap_001", "截图未缩放"]));
    expect(typedSoFar.slice(0, 2)).toEqual([[], []]);
    expect(existsSync(home.file("pwned"))).toBe(false);
  },
);
