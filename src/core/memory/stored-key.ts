import type { KeyKind } from "../../model/state.js";
import type { PatternKind } from "../line/record.js";

const MAX_KEY = 200;
const HEAD = 100;
const KIND_NAMES = ["rule", "keyword", "unattributed", "error"] as const;

export function kindName(kind: PatternKind): (typeof KIND_NAMES)[number] {
  return KIND_NAMES[kind];
}

export function kindNumber(kind: KeyKind): number {
  return (KIND_NAMES as readonly string[]).indexOf(kind);
}

export type Sha256 = (text: string) => string;

/** A key as it stands in the state: one that is long (a log may hold ids of megabytes) by its beginning and its hash. */
export function storedKey(key: string, sha256: Sha256): string {
  if (key.length <= MAX_KEY) return key;
  return `${key.slice(0, HEAD)}…#${sha256(key).slice(0, 32)}`;
}

/** Kind and stored key as one text, for maps and for `pushed_this_session`: a rule id stands there as it is. */
export function keyName(kind: KeyKind, stored: string): string {
  return kind === "rule" && !/^(?:rule|keyword|unattributed|error|user):/.test(stored) ? stored : `${kind}:${stored}`;
}
