// Each call of each function of the file system that a scan, a backfill or a decision makes fails once, and from then on for good:
// there is the same result, or one that says what is missing, or an error that says what to do; never another answer. No file of a
// user is touched, no descriptor and no temporary file is left, and the same command repeated ends as if nothing had been.
// MEMORY_FAULTS=1 tries all of them, 7 one in seven.
import { expect, test } from "vitest";
import type { Home } from "../memory/home.js";
import { ACTS, interrupt, longActs, prepared, type Act } from "./acts.js";
import { FAILURES, OPERATIONS, withFailingCall, type FailingCall, type Operation } from "./failing-call.js";
import { copyOf, tried, wantedOf } from "./trial.js";

const FEW = 97;
/** One in so many is tried. */
const STRIDE = Number(process.env["MEMORY_FAULTS"] ?? FEW);

test.for(Object.entries(ACTS))("%s", { timeout: 0 }, async ([, act]) => {
  const { home, ids } = await prepared();
  expect(await wrongsOf(act, home, ids)).toEqual([]);
});

test.for(["backfill that spills", "backfill that is gone on with"])("%s", { timeout: 0 }, async (name) => {
  const { home } = await prepared();
  await interrupt(home);
  expect(await wrongsOf(longActs(home)[name] as Act, home, [])).toEqual([]);
});

/** What is wrong about how the act ends where its calls fail. */
async function wrongsOf(act: Act, home: Home, ids: readonly string[]): Promise<string[]> {
  await act(copyOf(home), ids); // so that all modules are loaded
  const whole = copyOf(home);
  const ended = await withFailingCall(undefined, async () => act(whole, ids));
  expect(ended.error).toBeUndefined();
  const wanted = wantedOf(whole, ended);
  const trials = [...ended.calls].flatMap(([operation, times]) => failuresOf(operation, times));
  const ends = new Map<string, number>();
  const wrongs: string[] = [];
  for (const failing of trials.filter((_, i) => i % STRIDE === 0)) {
    const { end, wrong } = await tried(act, home, ids, failing, wanted);
    wrongs.push(...wrong);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  if (STRIDE < FEW) console.log([...ends].map(([end, times]) => `${end}: ${times}`).join(", "));
  expect(trials.length).toBeGreaterThan(OPERATIONS.length);
  return wrongs;
}

/** Each call once, and one in four so that all after it fail too. */
function failuresOf(operation: Operation, times: number): FailingCall[] {
  const trials: FailingCall[] = [];
  for (let call = 1; call <= times; call++)
    for (const failure of FAILURES[operation]) {
      trials.push({ operation, call, failure, lasts: false });
      if (call % 4 === 1) trials.push({ operation, call, failure, lasts: true });
    }
  return trials;
}
