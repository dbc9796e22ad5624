// What was written is known without being read: it is what reading it would give.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asRead, parseState, saysMore, stateSource, type StateText } from "../../src/core/memory/state-shape.js";
import type { State, Stored } from "../../src/model/state.js";

const entry = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
const loose = fc.oneof(
  entry,
  fc.record({ a: fc.constantFrom(undefined, NaN, -0, Infinity, "\ud800", new Date(0)), b: fc.constant(1) }),
);
const list = fc.array(entry, { maxLength: 4 });
const file = fc.record(
  {
    pattern_history: list,
    draft_queue: list,
    session_tracking: entry,
    contexts_until: fc.string(),
    data_source: fc.constantFrom("none", "guard_intercept", "other"),
    state_version: fc.constant(1),
    theirs: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

function changed({ state }: StateText, fresh: readonly unknown[], tracking: unknown, isKept: boolean): State {
  const history = isKept ? state.pattern_history : [...state.pattern_history.slice(1), ...(fresh as Stored[])];
  return {
    ...state,
    pattern_history: history,
    draft_queue: [...state.draft_queue],
    session_tracking: tracking === undefined ? state.session_tracking : (tracking as Stored),
    contexts_until: isKept ? state.contexts_until : "now",
  };
}

test("a state that was written is as it would be read, and what has not changed is the same object", () => {
  fc.assert(
    fc.property(
      file,
      fc.constantFrom(0, 2),
      fc.array(loose, { maxLength: 3 }),
      fc.option(loose, { nil: undefined }),
      fc.boolean(),
      (value, spacing, fresh, tracking, isKept) => {
        const before = parseState(JSON.stringify(value, null, spacing)) as StateText;
        const state = changed(before, fresh, tracking, isKept);
        const known = asRead(before, state);
        const source = stateSource(before, state);
        expect(known).toEqual(parseState(source));
        known.state.draft_queue.forEach((one, i) => expect(one).toBe(before.state.draft_queue[i]));
        expect(saysMore(before, before.state)).toBe(false);
        expect(stateSource(known, known.state)).toBe(source);
        // Against a reader that knows nothing of what was read before.
        const isMore = stateSource(before, before.state) !== source;
        expect(saysMore(before, state)).toBe(isMore);
      },
    ),
    { numRuns: 200 },
  );
});
