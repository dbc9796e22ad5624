// A worker that hangs, dies or runs out of memory with each of the messages it may have (workers/wire.ts): a clear error, the same
// process goes on, and it ends by itself. MEMORY_FAULTS=1 tries all.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../io/temp-folder.js";
import { runChild } from "../pipeline/child.js";

const COMMAND = new URL("../../dist/cli.js", import.meta.url).pathname;

/** Ten minutes of silence go by in less than one second; a main thread that waits for a lock gives up soon. */
const QUICK = `
  for (const name of ["setInterval", "setTimeout"]) {
    const timer = globalThis[name];
    globalThis[name] = (run, ms, ...args) => timer(run, ms / 1000, ...args);
  }`;

/** What happens to a worker while it opens its `nth` instance of the scanner: with the first it scans, with the next it merges. */
const atInstance = (nth: number, what: string): string => `
  const { Instance } = WebAssembly;
  let instances = 0;
  WebAssembly.Instance = function (module, imports) {
    const instance = new Instance(module, imports);
    const { memory } = imports.env;
    if (++instances === ${nth}) { ${what} }
    return instance;
  };`;

const preload = (inWorker: string, inMain = ""): string => `
  if (require("node:worker_threads").isMainThread) { ${QUICK} ${inMain} } else { ${inWorker} }`;

const FAULTS = {
  "never answers": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
  "turns in a circle": "for (;;);",
  dies: "process.exit(3);",
  "runs out of memory": "const all = []; for (;;) all.push(new Array(1e5).fill(0));",
};

/** As in assembly/root.ts. */
const ROOT = { limit: 1024 + 8, patience: 1024 + 120, patterns: 1024 + 256 + 4096 };
const HOLD_LOCK = `
  new BigUint64Array(memory.buffer, ${ROOT.patience}, 1)[0] = 100000n;
  const lock = new Int32Array(memory.buffer, ${ROOT.patterns}, 1);
  while (Atomics.compareExchange(lock, 0, 0, 1) !== 0);`;
const NO_MORE_MEMORY = `new BigUint64Array(memory.buffer, ${ROOT.limit}, 1)[0] = 0n;`;

const FAILED = ["WORKER_FAILED true", "WORKER_FAILED true"];
type Trials = Readonly<Record<string, readonly [inWorker: string, ends: readonly string[]]>>;

/** What else happens as it starts or scans: test/pipeline/process.test.ts. */
const TRIALS: Trials = {
  "never answers as it scans": [atInstance(1, FAULTS["never answers"]), FAILED],
  "dies as it merges": [atInstance(2, FAULTS.dies), FAILED],
  "never answers with the lock of the names": [atInstance(1, HOLD_LOCK + FAULTS["never answers"]), FAILED],
  // It lives on, and only the first scan of a thread meets the fault.
  "finds no shared memory": [atInstance(1, NO_MORE_MEMORY), ["OUT_OF_MEMORY true", "no error"]],
};
const MORE: Trials = {
  "never answers while it starts": [FAULTS["never answers"], FAILED],
  "turns in a circle as it scans": [atInstance(1, FAULTS["turns in a circle"]), FAILED],
  "never answers as it merges": [atInstance(2, FAULTS["never answers"]), FAILED],
  "turns in a circle as it merges": [atInstance(2, FAULTS["turns in a circle"]), FAILED],
  "runs out of memory as it merges": [atInstance(2, FAULTS["runs out of memory"]), FAILED],
  "dies with the lock of the names": [atInstance(1, HOLD_LOCK + FAULTS.dies), FAILED],
};
const trials = process.env["MEMORY_FAULTS"] === undefined ? TRIALS : { ...TRIALS, ...MORE };

test.concurrent.each(Object.entries(trials))("a worker that %s", async (_name, [inWorker, ends]) => {
  const body = `
    import { writeFileSync } from "node:fs";
    const lines = Array.from({ length: 40_000 }, (_, i) =>
      JSON.stringify({ ts: "2026-05-25T11:00:00Z", rule_id: "r" + (i >> 4), session_id: "s", interceptor: "Ban" }));
    writeFileSync(log, lines.join("\\n"));
    const m = await mnemonic.openMnemonic({ threads: 2 });
    for (let i = 0; i < 2; i++)
      await m.scan({ archives: [log], threads: 2, inlineBytes: 0, rangeBytes: 1 << 18, chunkBytes: 4096, dryRun: true })
        .then(() => console.log("no error"), (error) => console.log(error.code, error.hint !== ""));
    console.log((await m.scan({ archives: [log], threads: 1, dryRun: true })).lines.accepted);
    await m.close();`;
  const ended = await runChild(body, preload(inWorker), ["--max-old-space-size=128"]);
  expect({ code: ended.code, out: ended.out }, ended.error).toEqual({ code: 0, out: `${ends.join("\n")}\n40000\n` });
});

test("a worker that hangs in the system itself can't be ended: the command says so, and ends", async () => {
  const folder = tempFolder();
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  const hung = `const fs = require("node:fs"); fs.readSync(fs.openSync(${JSON.stringify(pipe)}, "r+"), Buffer.alloc(1));`;
  writeFileSync(join(folder, "preload.cjs"), preload(atInstance(1, hung)));
  const home = join(folder, "home");
  mkdirSync(home);
  const line = '{"ts":"2026-05-25T11:00:00Z","rule_id":"r","session_id":"s","interceptor":"Ban"}\n';
  writeFileSync(join(home, "intercept_log.jsonl"), line.repeat(660_000));
  const args = ["--require", join(folder, "preload.cjs"), COMMAND, "scan", "--home", home, "--threads", "2"];
  const child = spawn(process.execPath, [...args, "--lang", "en"], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, error] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  const signal = await new Promise((resolve) => child.once("close", (_code, by) => resolve(by)));
  expect({ signal, out }).toEqual({ signal: "SIGKILL", out: "" });
  expect(error).toContain("no sign of life");
});
