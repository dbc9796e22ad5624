import { Memory } from "../core/memory/memory.js";
import { rebuiltState } from "../core/memory/decisions.js";
import { ruleIndex } from "../core/rules/rule-index.js";
import { isoTime } from "../core/line/time.js";
import { unusableCounters } from "../core/memory/counters.js";
import { counterWarnings, readableRecords } from "../io/canon.js";
import { sha256 } from "../io/evidence.js";
import { CORRUPT_UNTOUCHED, readState, STATE_NAME, type ReadState } from "../io/state-store.js";
import { EMPTY_STATE } from "../core/memory/state-shape.js";
import { MnemonicError } from "../model/errors.js";
import type { Warning } from "../model/report.js";
import { warningOf, type WarningReason } from "../model/warning-reasons.js";
import type { Rule } from "../model/rule.js";
import type { State } from "../model/state.js";

/** The state as it was read; one that is lost is rebuilt as far as `errors.jsonl` tells. */
export function knownState(home: string, read: ReadState, nowMs: number): State {
  if (read.bytes !== null && !read.corrupt) return read.state;
  return rebuiltState(read.state, readableRecords(home), isoTime(nowMs) as string);
}

export function memoryOf(state: State, rules: readonly Rule[], nowMs: number): Memory {
  return new Memory(state, ruleIndex(rules, nowMs), nowMs, sha256);
}

/** The state for those who only look. */
export function lookAtState(home: string, nowMs: number): State {
  return knownState(home, readState(home), nowMs);
}

/** What of a state can't be counted on from. */
export function stateCounters(state: State): Warning[] {
  return counterWarnings(unusableCounters(state), STATE_NAME);
}

/** The state for a run. One that writes nothing goes on without a state that can't be read, and says so. */
export function readForRun(home: string, isDry: boolean, warnings: Warning[], last?: ReadState): ReadState {
  try {
    const read = readState(home, last);
    if (read.corrupt && isDry) warnings.push(CORRUPT_UNTOUCHED);
    warnings.push(...stateCounters(read.state));
    return read;
  } catch (error) {
    if (!isDry || !(error instanceof MnemonicError)) throw error;
    warnings.push(warningOf("state_unreadable", STATE_NAME, unreadReason(error)));
    return { ...EMPTY_STATE, bytes: null, corrupt: false };
  }
}

/** What has a cause of the system's can't be read; what has none was written by a newer version. */
function unreadReason({ cause }: MnemonicError): WarningReason {
  const { code, message } = (cause ?? {}) as NodeJS.ErrnoException;
  return cause === undefined ? { code: "state_newer" } : { code: "state_unread", params: { detail: code ?? message } };
}
