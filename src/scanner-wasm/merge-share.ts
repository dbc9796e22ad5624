import { instantiate } from "./wasm-module.js";

/**
 * A share of a merge: whoever has one takes parts of the sessions until none is left, adds up what several lanes have met
 * of them, and answers the question. Addresses are of the shared memory. Structured-cloneable.
 */
export interface MergeShare {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly maxBytes: number;
  /** Address of the next part's number, a word that all shares have in common. */
  readonly next: number;
  readonly parts: number;
  /** Address of where the lanes saved their states, a word each. */
  readonly lanes: number;
  readonly laneCount: number;
  /** Address of this share's own answers. */
  readonly answers: number;
  readonly nowMs: number;
  /** Address of the current session, or 0. */
  readonly currentEntry: number;
}

/** Takes parts, at most `most`; gives how many sessions they have. */
export function answerShare(share: MergeShare, most = Infinity): number {
  const { module, memory, maxBytes, parts, lanes, laneCount } = share;
  const exports = instantiate(module, memory, maxBytes, {});
  exports.openMerge();
  exports.ask(share.answers, share.nowMs, share.currentEntry);
  const next = new Int32Array(memory.buffer, share.next, 1);
  let sessions = 0;
  for (let taken = 0; taken < most; taken++) {
    const part = Atomics.add(next, 0, 1);
    if (part >= parts) break;
    exports.mergePart(lanes, laneCount, part, parts);
    sessions += exports.answerPart(lanes, laneCount, part, parts);
  }
  return sessions;
}
