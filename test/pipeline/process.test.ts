// A process that used the library ends by itself, and a worker that dies is an error, never a wait without end.
import { expect, test } from "vitest";
import { runChild } from "./child.js";

const ENDED = { code: 0, error: "" };
/** Of a scan: a worker beside the main thread, though there is little to scan, and in small pieces. */
const SHARED = "threads: 2, inlineBytes: 0, rangeBytes: 1 << 20, chunkBytes: 4096";

test.concurrent("the process ends by itself, though nobody closed the pool", async () => {
  const body = `
    const { lines } = await mnemonic.scanArchives({ archives: [log], ${SHARED} });
    const m = await mnemonic.openMnemonic({ threads: 2 });
    console.log(lines.accepted, (await m.scan({ archives: [log], ${SHARED}, dryRun: true })).lines.accepted);`;
  expect(await runChild(body)).toEqual({ ...ENDED, out: "50000 50000\n" });
});

test.concurrent("the process ends by itself after a scan that was stopped", async () => {
  const slow = `
    const fs = require("node:fs");
    const { readSync } = fs;
    const turn = new Int32Array(new SharedArrayBuffer(4));
    fs.readSync = (...args) => (Atomics.wait(turn, 0, 0, 20), readSync(...args));
    require("node:module").syncBuiltinESMExports();`;
  const body = `
    const controller = new AbortController();
    const onProgress = ({ doneBytes }) => doneBytes > 0 && controller.abort();
    const scan = mnemonic.scanArchives({ archives: [log], ${SHARED}, signal: controller.signal, onProgress });
    await scan.catch((error) => console.log(error.code, error instanceof mnemonic.AbortedError));`;
  expect(await runChild(body, slow)).toEqual({ ...ENDED, out: "ABORTED true\n" });
});

/** A file that is there when a worker is about to fail. */
const BEGUN = 'process.env.HERMES_HOME + "/begun"';

/** What happens in a worker when it reads behind the first megabyte. Until it does so the main thread is slow. */
const poisoned = (what: string): string => `
  const fs = require("node:fs");
  const { isMainThread } = require("node:worker_threads");
  const { readSync } = fs;
  const begun = ${BEGUN};
  const turn = new Int32Array(new SharedArrayBuffer(4));
  fs.readSync = (...args) => {
    if (isMainThread) {
      if (!fs.existsSync(begun)) Atomics.wait(turn, 0, 0, 20);
    } else if (args[4] > 1e6) {
      fs.writeFileSync(begun, "");
      ${what}
    }
    return readSync(...args);
  };
  require("node:module").syncBuiltinESMExports();`;
const inWorkers = (what: string): string => `if (!require("node:worker_threads").isMainThread) { ${what} }`;

const DYING = {
  "ends itself at work": poisoned("process.exit(3)"),
  "runs out of memory": poisoned("const all = []; for (;;) all.push(new Array(1e5).fill(0))"),
  "ends itself while it starts, for which the scan waited for ever": inWorkers("process.exit(3)"),
  "throws while it starts, which ended the caller's process": inWorkers('throw new Error("no start")'),
};

test.concurrent.each(Object.entries(DYING))(
  "a worker that %s is a WorkerError, and leaves nothing behind",
  async (_name, preload) => {
    const body = `
    const { rmSync } = await import("node:fs");
    const m = await mnemonic.openMnemonic({ threads: 2 });
    for (let i = 0; i < 2; i++) {
      rmSync(${BEGUN}, { force: true });
      await m.scan({ archives: [log], ${SHARED}, dryRun: true })
        .then(() => console.log("no error"), (error) => console.log(error.code, error instanceof mnemonic.WorkerError));
    }
    console.log((await m.scan({ archives: [log], threads: 1, dryRun: true })).lines.accepted);
    await m.close();`;
    const { code, out, error } = await runChild(body, preload, ["--max-old-space-size=64"]);
    expect({ code, out }, error).toEqual({ code: 0, out: "WORKER_FAILED true\nWORKER_FAILED true\n50000\n" });
  },
);

test.concurrent("a worker that dies when its work is done ended the caller's process", async () => {
  const body = `
    const m = await mnemonic.openMnemonic({ threads: 2 });
    await m.scan({ archives: [log], ${SHARED}, dryRun: true }).catch(() => {});
    console.log((await m.scan({ archives: [log], threads: 1, dryRun: true })).lines.accepted);
    await m.close();`;
  const dyingLater = poisoned('setImmediate(() => { throw new Error("out of turn") })');
  expect(await runChild(body, dyingLater)).toEqual({ ...ENDED, out: "50000\n" });
});

test.concurrent("what a worker can't read is told, and the rest is counted", async () => {
  const body = `
    const { lines, archives } = await mnemonic.scanArchives({ archives: [log], ${SHARED} });
    console.log(lines.accepted > 10000, lines.accepted < 50000, archives[0].status, archives[0].reason);`;
  const broken = poisoned('throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" })');
  expect(await runChild(body, broken)).toEqual({ ...ENDED, out: "true true partial EIO: i/o error, read\n" });
});
