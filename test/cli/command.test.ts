// The whole command in process, on a library that does what it is told.
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { AbortedError, ArchiveNotFoundError, MnemonicError, UsageError } from "../../src/model/errors.js";
import type { Report } from "../../src/model/report.js";
import { fakeHost, sinkOf, type FakeHost } from "./fake-host.js";
import { EMPTY, ERRORS, SAMPLE } from "./sample-report.js";

async function outcome(args: string[], host: FakeHost = fakeHost()) {
  const code = await run(args, host);
  return { code, out: host.stdout.text, err: host.stderr.text, calls: host.calls };
}

const returning = (report: Report) => fakeHost({ work: async () => report });
const failing = (error: unknown) =>
  fakeHost({
    work: async () => {
      throw error;
    },
  });

const PROTOCOL = [
  "Mnemonic v3.5.3: 数据源=Guard拦截日志（142条/7天）",
  "Mnemonic v3.5.3 已激活。数据源: guard_intercept。近7天拦截142次。P2加速就绪(同会话2次→推送)。上下文保留: 就绪。模式识别: on。",
];

test("text: the protocol lines come first on standard output, and nothing on standard error", async () => {
  const { code, out, err } = await outcome(["scan"]);
  expect(code).toBe(0);
  expect(out.split("\n").slice(0, 2)).toEqual(PROTOCOL);
  expect(err).toBe("");
});

test("json: the report alone on standard output, the protocol lines and what was skipped on standard error", async () => {
  const { code, out, err } = await outcome(["scan", "--format", "json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(SAMPLE);
  expect(out.split("\n")).toEqual([expect.stringMatching(/^\{"schema":/), ""]);
  const skipped = "degraded: 5 lines rejected, 2 archives not read in full, 3 warnings";
  expect(err.split("\n")).toEqual([...PROTOCOL, skipped, ""]);
});

test("json is indented on a terminal", async () => {
  const host = fakeHost({ stdout: sinkOf({ isTTY: true, columns: 80 }) });
  const { out } = await outcome(["scan", "--format", "json"], host);
  expect(JSON.parse(out)).toEqual(SAMPLE);
  expect(out).toMatch(/^\{\n  "schema": /);
});

test.for([true, false])("json says nothing to a terminal by itself, indented: %s", async (isTTY) => {
  const hostile: Report = { ...SAMPLE, warnings: [{ code: "x", message: "\u009b31m\u202e\u{e0041}\u2028" }] };
  const host = fakeHost({ stdout: sinkOf({ isTTY }), work: async () => hostile });
  const { out } = await outcome(["scan", "--format", "json"], host);
  expect(JSON.parse(out)).toEqual(hostile);
  expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
});

test("ndjson: one draft a line and nothing else", async () => {
  const { out, err } = await outcome(["scan", "--format", "ndjson"]);
  expect(out.endsWith("\n")).toBe(true);
  expect(out).not.toContain("\r");
  const drafts = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(drafts).toEqual(SAMPLE.drafts);
  expect(err.split("\n").slice(0, 2)).toEqual(PROTOCOL);
});

test("ndjson without drafts is empty", async () => {
  expect((await outcome(["scan", "--format", "ndjson"], returning(EMPTY))).out).toBe("");
});

test.for(["json", "ndjson", "text"])("with --quiet there are results alone, %s", async (format) => {
  const { out, err } = await outcome(["scan", "--quiet", "--format", format]);
  expect(err).toBe("");
  expect(out).not.toBe("");
});

test.for([
  [
    EMPTY,
    "Mnemonic v3.5.3: 数据源=等待中（无拦截日志，无错误记录）。模式识别暂停。",
    "none。近7天拦截0次。P2加速就绪(同会话2次→推送)。上下文保留: 就绪。模式识别: off。",
  ],
  [
    ERRORS,
    "Mnemonic v3.5.3: 数据源=Canon错误记录（降级，6条总计）。等待 Guard 拦截日志积累后自动切换。",
    "canon_errors。近7天拦截0次。P2加速就绪(同会话2次→推送)。上下文保留: 就绪。模式识别: degraded。",
  ],
] as const)("the protocol lines of every source", async ([report, source, activation]) => {
  for (const lang of ["en", "zh"]) {
    const { code, err } = await outcome(["scan", "--format", "json", "--lang", lang], returning(report));
    expect(code).toBe(0);
    expect(err.split("\n")).toEqual([source, `Mnemonic v3.5.3 已激活。数据源: ${activation}`, ""]);
  }
});

test("the return to Guard's log is a third line; any other switch is none", async () => {
  const at = "2026-05-25T12:00:00.000Z";
  const back = returning({ ...SAMPLE, switched: { at, from: "canon_errors", to: "guard_intercept" } });
  expect((await outcome(["scan"], back)).out.split("\n").slice(0, 3)).toEqual([
    ...PROTOCOL,
    "🔄 Mnemonic 数据源已升级: canon_errors → guard_intercept（检测到 Guard 拦截日志）。",
  ]);
  const first = returning({ ...SAMPLE, switched: { at, from: "none", to: "guard_intercept" } });
  expect((await outcome(["scan"], first)).out.split("\n").slice(0, 3)).toEqual([...PROTOCOL, ""]);
});

test("what was asked reaches the library, and it is closed", async () => {
  const args = "--home h scan a b --now 2026-05-25T12:00:00Z --threads 3 --session s1 --max-line 1M --dry-run".split(
    " ",
  );
  const { calls } = await outcome(args);
  const scan = {
    archives: ["a", "b"],
    now: "2026-05-25T12:00:00Z",
    threads: 3,
    session: "s1",
    maxLineBytes: 1_048_576,
    dryRun: true,
  };
  expect(calls).toEqual([["open", { home: "h", threads: 3 }], ["scan", scan], "close"]);
});

test("options that were not given are absent", async () => {
  const { calls } = await outcome(["backfill", "x"]);
  expect(calls).toEqual([["open", {}], ["backfill", { archives: ["x"], dryRun: false }], "close"]);
});

const FAIL_ON: [args: string, report: Report, code: number][] = [
  ["--fail-on drafts", SAMPLE, 3],
  ["--fail-on drafts", EMPTY, 0],
  ["--fail-on drafts", { ...SAMPLE, drafts: SAMPLE.drafts.map((draft) => ({ ...draft, status: "held" })) }, 0],
  ["--fail-on rejects", SAMPLE, 3],
  ["--fail-on rejects", { ...SAMPLE, lines: EMPTY.lines, archives: [] }, 0],
  ["--fail-on rejects", { ...EMPTY, archives: [{ path: "x", bytes: 0, status: "unreadable" }] }, 3],
  ["--fail-on rejects", { ...EMPTY, archives: [{ path: "x", bytes: 0, status: "duplicate" }] }, 0],
  ["--fail-on rejects,drafts", { ...SAMPLE, lines: EMPTY.lines, archives: [] }, 3],
];

test.for(FAIL_ON)("%s", async ([args, report, expected]) => {
  const { code, out } = await outcome(["scan", ...args.split(" ")], returning(report));
  expect(code).toBe(expected);
  expect(out).not.toBe("");
});

const WRONG: [args: string, message: string][] = [
  ["scna", 'unknown command "scna" (did you mean scan?)'],
  ["frobnicate", 'unknown command "frobnicate"'],
  ["help scna", 'unknown command "scna" (did you mean scan?)'],
  ["help drafts confrm", 'unknown command "confrm" (did you mean confirm?)'],
  ["help scan twice", 'unknown command "twice"'],
  ["scan --hom x", 'unknown option "--hom" (did you mean --home?)'],
  ["scan --xyz", 'unknown option "--xyz"'],
  ["scan --home", "--home needs a value"],
  ["scan --home --dry-run", "--home needs a value"],
  ["scan --max-line --home x", "--max-line needs a value"],
  ["backfill", "ARCHIVE is missing"],
  ["scan --format=", '--format "": expected one of text, json, ndjson'],
  ["scan --format jsn", '--format "jsn": expected one of text, json, ndjson'],
  ["scan --color blue", '--color "blue": expected one of auto, always, never'],
  ["scan --lang fr", '--lang "fr": expected one of zh, en'],
  ["scan --now yesterday", '--now "yesterday": expected a time such as 2026-05-25T12:00:00Z, or an epoch number'],
  ["scan --now 2026-02-30", '--now "2026-02-30": expected a time such as 2026-05-25T12:00:00Z, or an epoch number'],
  ["scan --threads 0", '--threads "0": expected a whole number from 1 to 512'],
  ["scan --threads 1.5", '--threads "1.5": expected a whole number from 1 to 512'],
  ["scan --threads 513", '--threads "513": expected a whole number from 1 to 512'],
  ["scan --max-line 0", '--max-line "0": expected a size such as 500K or 64M, at most 511M'],
  ["scan --max-line 1G", '--max-line "1G": expected a size such as 500K or 64M, at most 511M'],
  ["scan --max-line 5x", '--max-line "5x": expected a size such as 500K or 64M, at most 511M'],
  ["scan --fail-on everything", '--fail-on "everything": expected one of drafts, rejects'],
  ["scan --session=", '--session "": expected something that is not empty'],
  ["scan --home=", '--home "": expected something that is not empty'],
];

test.for(WRONG)("wrong usage: %s", async ([args, message]) => {
  const { code, out, err, calls } = await outcome(args.split(" "));
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err.split("\n")[0]).toBe(`mnemonic: ${message}`);
  expect(err.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  expect(calls).toEqual([]);
});

test("an empty archive name, as an unset variable leaves it, does not become the current folder", async () => {
  expect(await outcome(["scan", ""])).toMatchObject({ code: 2, calls: [] });
});

test("a bad value can say nothing to the terminal", async () => {
  const { err } = await outcome(["scan", "--now", `\u001b[31m\u202e${"x".repeat(5000)}`]);
  expect(err.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(err.length).toBeLessThan(300);
});

test("without a command there is the help, on standard error", async () => {
  const { code, out, err } = await outcome([]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("Usage: mnemonic [options] <command>");
});

test.for([["--version"], ["-V"], ["scan", "--version"]])("the version: %s", async (args) => {
  expect(await outcome(args)).toEqual({ code: 0, out: "1.2.3\n", err: "", calls: [] });
});

for (const lang of ["en", "zh"]) {
  test.for([["--help"], ["scan", "--help"], ["help", "backfill"]])(`the help in ${lang}: %s`, async (args) => {
    for (const columns of [60, 80, 200]) {
      const host = fakeHost({
        stdout: sinkOf({ isTTY: true, columns }),
        env: { LANG: lang === "zh" ? "zh_CN.UTF-8" : "C" },
      });
      const { code, out, err } = await outcome(args, host);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      await expect(out).toMatchFileSnapshot(
        `golden/help-${args.findLast((arg) => /^[a-z]/.test(arg)) ?? "mnemonic"}-${lang}-${columns}.txt`,
      );
    }
  });
}

const LOCALES: [env: Record<string, string>, args: string[], chinese: boolean][] = [
  [{}, [], false],
  [{ LANG: "zh_CN.UTF-8" }, [], true],
  [{ LANG: "en_US.UTF-8", LC_ALL: "zh_TW" }, [], true],
  [{ LANG: "zh_CN", LC_ALL: "C" }, [], false],
  [{ LANG: "en_US", LC_MESSAGES: "zh" }, [], true],
  [{ LANG: "zha_XX" }, [], false],
  [{ LANG: "zh_CN" }, ["--lang", "en"], false],
  [{}, ["--lang=zh"], true],
  [{}, ["--lang=zh", "--lang", "en"], false],
];

test.for(LOCALES)("the language of %j with %j", async ([env, args, chinese]) => {
  const { out } = await outcome(["scan", ...args], fakeHost({ env }));
  expect(out.includes("下一步：")).toBe(chinese);
});

const FAILURES: [error: unknown, code: number, lines: string[], chinese: string[]][] = [
  [
    new ArchiveNotFoundError("no/such", "no such file or folder"),
    1,
    [
      'archive "no/such": no such file or folder',
      "  check the path; a pattern such as 'old/*.jsonl.gz' must match a file",
    ],
    ['归档 "no/such" 不存在或无法打开', "  请检查路径；通配模式须至少匹配一个文件"],
  ],
  [
    new MnemonicError("LOCKED", "locked by 12", "wait"),
    1,
    ["locked by 12", "  wait"],
    ["另一个进程正在使用该主目录（原文：locked by 12）", "  请等它结束后重试"],
  ],
  [new UsageError("bad"), 2, ["bad"], ["用法有误（原文：bad）", "  加 --help 查看用法"]],
  [
    new TypeError("x is not a function"),
    1,
    ["internal error: x is not a function", "  this is a fault of Mnemonic: please report it, with what --debug shows"],
    ["内部错误（原文：x is not a function）", "  这是 Mnemonic 的缺陷：请报告，并附上 --debug 的输出"],
  ],
];

test.for(FAILURES)("a failure is told in two lines: %s", async ([error, expected, [first, ...rest], chinese]) => {
  const english = await outcome(["scan"], failing(error));
  expect(english).toMatchObject({ code: expected, out: "", err: [`mnemonic: ${first}`, ...rest, ""].join("\n") });
  expect(english.calls.at(-1)).toBe("close");
  const { err } = await outcome(["scan", "--lang", "zh"], failing(error));
  expect(err).toBe([`mnemonic: ${chinese[0]}`, ...chinese.slice(1), ""].join("\n"));
});

test("a home that can't be opened is told, too", async () => {
  const host = fakeHost({
    open: async () => {
      throw new MnemonicError("HOME_NOT_FOUND", 'home "x": no such folder', "name another");
    },
  });
  expect(await outcome(["scan"], host)).toMatchObject({
    code: 1,
    err: 'mnemonic: home "x": no such folder\n  name another\n',
  });
});

test("the stack, with its causes, is shown with --debug alone", async () => {
  const error = new Error("outer", { cause: new Error("inner \u001b[31m") });
  expect((await outcome(["scan"], failing(error))).err).not.toMatch(/^\s+at /m);
  const { err } = await outcome(["scan", "--debug"], failing(error));
  expect(err).toMatch(/^\s+at /m);
  expect(err).toContain("Error: inner");
  expect(err).not.toContain("\u001b");
});

test("an error's text can say nothing to the terminal", async () => {
  const { err } = await outcome(["scan"], failing(new MnemonicError("INTERNAL", "a\u001b[2J\u202eb\nc")));
  expect(err).toBe("mnemonic: a\\u{1b}[2J\\u{202e}b\\nc\n");
});

test("Ctrl-C says how far it came", async () => {
  const stop = new AbortController();
  const host = fakeHost({
    signal: stop.signal,
    work: async ({ onProgress, signal }) => {
      onProgress?.({ doneBytes: 1_500_000, totalBytes: 3_000_000_000, elapsedMs: 100 });
      stop.abort();
      expect(signal?.aborted).toBe(true);
      throw new AbortedError("the scan");
    },
  });
  const { code, out, err } = await outcome(["scan"], host);
  expect({ code, out }).toEqual({ code: 130, out: "" });
  expect(err).toBe("mnemonic: stopped after 1.4 MiB of 2.8 GiB; nothing was written\n  run the same command again\n");
});

test("after Ctrl-C on a dry run nothing is there to go on from", async () => {
  const stop = new AbortController();
  const work = async (): Promise<never> => {
    stop.abort();
    throw new AbortedError("the backfill");
  };
  const { err } = await outcome(["backfill", "--dry-run", "a"], fakeHost({ signal: stop.signal, work }));
  expect(err).toContain("\n  a dry run keeps nothing: the same command begins anew\n");
});

test.each([
  [
    "onwards",
    "no draft was queued; progress is kept\n  run the same command again: it goes on from there",
    "没有草稿进入队列；进度已保留\n  重新运行同一命令即可从中断处继续",
  ],
  [
    "input",
    "nothing was written\n  run it again from the beginning: only files can be gone on with, not standard input",
    "未写入任何内容\n  请从头重新运行：只有文件可以接着读，标准输入不行",
  ],
] as const)("Ctrl-C, and what the same command will do then: %s", async (next, en, zh) => {
  for (const [lang, hint] of Object.entries({ en, zh })) {
    const signal = AbortSignal.abort();
    const host = fakeHost({ signal, work: async () => Promise.reject(new AbortedError("the scan", next)) });
    const { code, err } = await outcome(["backfill", "a.jsonl", "--lang", lang], host);
    expect(code).toBe(130);
    expect(err).toContain(hint);
  }
});

test("Ctrl-C before anything was read", async () => {
  const host = fakeHost({
    signal: AbortSignal.abort(),
    work: async ({ signal }) => Promise.reject(signal?.reason as Error),
  });
  const { code, err } = await outcome(["scan", "--lang", "zh"], host);
  expect(code).toBe(130);
  expect(err).toBe("mnemonic: 未完成即中止；未写入任何内容\n  重新运行同一命令即可\n");
});

const errno = (code: string, message: string) => Object.assign(new Error(message), { code });

test.for(["text", "json", "ndjson"])("a reader that has gone is no failure: %s", async (format) => {
  const host = fakeHost({ stdout: sinkOf({ fails: errno("EPIPE", "write EPIPE") }) });
  const { code, err } = await outcome(["scan", "--quiet", "--format", format], host);
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

test.for(["text", "json", "ndjson"])("a full disk is a failure: %s", async (format) => {
  const host = fakeHost({ stdout: sinkOf({ fails: errno("ENOSPC", "no space left on device") }) });
  const { code, err } = await outcome(["scan", "--quiet", "--format", format], host);
  expect(code).toBe(1);
  expect(err).toMatch(/^mnemonic: the result could not be written: no space left on device\n/);
});

test("without standard error the result is still written", async () => {
  const host = fakeHost({ stderr: sinkOf({ fails: errno("EPIPE", "write EPIPE") }) });
  const { code, out } = await outcome(["scan", "--format", "json"], host);
  expect({ code, report: JSON.parse(out) as unknown }).toEqual({ code: 0, report: SAMPLE });
});

const COLORS: [args: string, env: Record<string, string>, isTTY: boolean, coloured: boolean][] = [
  ["", {}, true, true],
  ["", {}, false, false],
  ["", { NO_COLOR: "1" }, true, false],
  ["", { NO_COLOR: "" }, true, true],
  ["", { TERM: "dumb" }, true, false],
  ["--color never", {}, true, false],
  ["--color always", { NO_COLOR: "1" }, false, true],
];

test.for(COLORS)("colour: %s, %j, terminal %s", async ([args, env, isTTY, coloured]) => {
  const host = fakeHost({ stdout: sinkOf({ isTTY, columns: 80 }), env });
  const { out } = await outcome(["scan", ...args.split(" ").filter(Boolean)], host);
  expect(out.includes("\u001b[")).toBe(coloured);
});
