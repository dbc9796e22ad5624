import { Memory } from "../core/memory/memory.js";
import { rebuiltState } from "../core/memory/decisions.js";
import { ruleIndex } from "../core/rules/rule-index.js";
import { isoTime } from "../core/line/time.js";
import { confirmedRecords } from "../io/canon.js";
import { sha256 } from "../io/evidence.js";
import { CORRUPT_UNTOUCHED, readState, STATE_NAME, type ReadState } from "../io/state-store.js";
import { EMPTY_STATE } from "../core/memory/state-shape.js";
import { MnemonicError } from "../model/errors.js";
import type { Warning } from "../model/report.js";
import type { Rule } from "../model/rule.js";
import type { State } from "../model/state.js";

/** The state as it was read; one that is lost is rebuilt as far as `errors.jsonl` tells. */
export function knownState(home: string, read: ReadState, nowMs: number): State {
  if (read.text !== null && !read.corrupt) return read.state;
  return rebuiltState(read.state, confirmedRecords(home).values(), isoTime(nowMs) as string);
}

export function memoryOf(state: State, rules: readonly Rule[], nowMs: number): Memory {
  return new Memory(state, ruleIndex(rules, nowMs), nowMs, sha256);
}

/** The state for those who only look. */
export function lookAtState(home: string, nowMs: number): State {
  return knownState(home, readState(home), nowMs);
}

/** The state for a run. One that writes nothing goes on without a state that can't be read, and says so. */
export function readForRun(home: string, isDry: boolean, warnings: Warning[], last?: ReadState): ReadState {
  try {
    const read = readState(home, last);
    if (read.corrupt && isDry) warnings.push(CORRUPT_UNTOUCHED);
    return read;
  } catch (error) {
    if (!isDry || !(error instanceof MnemonicError)) throw error;
    warnings.push({ code: "state_unreadable", path: STATE_NAME, message: error.message });
    return { ...EMPTY_STATE, text: null, corrupt: false };
  }
}
