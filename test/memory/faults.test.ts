// Each single file operation of a scan with overflowing contexts, of a confirmation and of a rejection: the process is killed
// there, or the operation fails. Whatever happens, every file can be read, and the same command repeated ends as if nothing
// had been.
import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { buryLockOwner, withFault, type Fault } from "./faults.js";
import { DAY, hit, Home, HOUR, NOW_MS } from "./home.js";

const FILES = ["mnemonic_state.json", "state.json", "errors.jsonl", "context_archive.jsonl"];
const FAULTS: Fault[] = ["killed before", "killed after", "killed within", "ENOSPC"];

async function prepared(): Promise<{ home: Home; ids: string[] }> {
  const home = new Home();
  home.write("state.json", '{"version": "2.1.0", "errors_since_solidify": 1}\n');
  home.write("errors.jsonl", "# errors\n");
  for (let i = 0; i < 101; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i % 60}`, `s${i % 7}`));
  const { new_drafts } = await (await openMnemonic({ home: home.path })).scan({ now: NOW_MS });
  for (let i = 0; i < 40; i++) home.log(hit(NOW_MS + i, `rule_${i + 30}`, "t"));
  return { home, ids: new_drafts.slice(0, 2) };
}

type Act = (home: Home, ids: string[]) => Promise<unknown>;

const ACTS: [name: string, act: Act][] = [
  ["scan", async (home) => (await openMnemonic({ home: home.path, lockWaitMs: 0 })).scan({ now: NOW_MS + HOUR })],
  [
    "confirm",
    async (home, ids) => (await openMnemonic({ home: home.path, lockWaitMs: 0 })).confirm(ids, { now: NOW_MS + HOUR }),
  ],
  [
    "reject",
    async (home, ids) => (await openMnemonic({ home: home.path, lockWaitMs: 0 })).reject(ids, { now: NOW_MS + HOUR }),
  ],
];

function copyOf(home: Home): Home {
  const copy = new Home();
  cpSync(home.path, copy.path, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function contents(home: Home): Record<string, string> {
  return Object.fromEntries(FILES.filter((name) => home.names().includes(name)).map((name) => [name, home.text(name)]));
}

/** A torn last line is no line yet. */
function expectReadable(home: Home): void {
  for (const [name, text] of Object.entries(contents(home))) {
    if (!name.endsWith("l")) JSON.parse(text);
    else for (const line of text.split("\n").slice(0, -1)) if (!line.startsWith("#")) JSON.parse(line);
  }
}

function expectClearFailure(error: Error, home: Home, where: string): void {
  expect(error, where).toMatchObject({ code: "STATE_UNWRITABLE", hint: expect.stringMatching(/./) });
  expect(
    home.names().filter((name) => name.endsWith(".tmp")),
    where,
  ).toEqual([]);
}

test.for(ACTS)("%s", async ([, act]) => {
  const { home, ids } = await prepared();
  const whole = copyOf(home);
  const { operations, outcome } = await withFault(0, "EIO", () => act(whole, ids));
  expect(outcome).toBe("done");
  expect(operations.length).toBeGreaterThanOrEqual(8);
  const wanted = contents(whole);
  let failures = 0;
  for (const fault of FAULTS) {
    for (const [i, operation] of operations.entries()) {
      if (fault === "killed within" && operation !== "writeSync") continue;
      const at = i + 1;
      const trial = copyOf(home);
      const { outcome: end } = await withFault(at, fault, () => act(trial, ids));
      const where = `${fault}, operation ${at}: ${operation}`;
      expectReadable(trial);
      if (end instanceof Error) {
        failures++;
        expectClearFailure(end, trial, where);
      }
      buryLockOwner(trial.file("mnemonic_state.json.lock"));
      await act(trial, ids);
      expect(contents(trial), where).toEqual(wanted);
      expect(trial.names(), where).toEqual(whole.names());
    }
  }
  expect(failures).toBeGreaterThan(4);
});
