import type { Stored } from "../../model/state.js";
import { isHistory } from "./state-guards.js";
import { keyName } from "./stored-key.js";

/** Entries are never changed, and thousands of them stand in a state run after run: each is looked at once. */
const names = new WeakMap<Stored, string | null>();

/** The name (`nameOf`) of the pattern that an entry of the history is of; null: it is another program's, or of the seed's form. */
export function historyName(entry: Stored): string | null {
  let name = names.get(entry);
  if (name === undefined) names.set(entry, (name = isHistory(entry) ? keyName(entry.kind, entry.pattern) : null));
  return name;
}
