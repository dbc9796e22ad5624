import { isSameJson, jsonOf } from "../text/json-of.js";
import { skipSpace, stringEnd, valueEnd } from "../text/json-text.js";

/**
 * The members of a JSON object as source text, so that a rewrite leaves what it does not name byte for byte as it was:
 * numbers beyond double precision, the owner's spacing, members of programs yet to come.
 */
export interface JsonMember {
  readonly key: string;
  /** The value as it stands in the file, without the space around it. */
  readonly source: string;
}

/** Members in the order of the file; of a key that stands twice, the last counts. `text` must be a JSON object. */
export function splitMembers(text: string): JsonMember[] {
  const members = new Map<string, string>();
  let p = skipSpace(text, text.indexOf("{") + 1);
  while (text[p] === '"') {
    const keyEnd = stringEnd(text, p);
    const key = JSON.parse(text.slice(p, keyEnd)) as string;
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    members.set(key, text.slice(start, end));
    p = skipSpace(text, skipSpace(text, end) + 1);
  }
  return [...members].map(([key, source]) => ({ key, source }));
}

/** The object again: one member a line. */
export function joinMembers(members: readonly JsonMember[]): string {
  const lines = members.map(({ key, source }) => `  ${JSON.stringify(key)}: ${source}`);
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

/**
 * Sets members where they stand, new ones at the end; `undefined` takes a member out. A value that says the same as the
 * source keeps the source. `read` are values that were read from the sources, as far as they are at hand.
 */
export function withMembers(
  members: readonly JsonMember[],
  values: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>> = {},
): JsonMember[] {
  const left = new Map(Object.entries(values));
  const kept = members.flatMap((member) => {
    if (!left.has(member.key)) return [member];
    const value = left.get(member.key);
    left.delete(member.key);
    if (value === undefined) return [];
    const source = read[member.key] ?? JSON.parse(member.source);
    return [isSameJson(source, value) ? member : { key: member.key, source: valueSource(value) }];
  });
  const added = [...left].flatMap(([key, value]) => (value === undefined ? [] : [{ key, source: valueSource(value) }]));
  return [...kept, ...added];
}

/** A list has one element a line: short enough to be read, and a change of one is a change of one line. */
function valueSource(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return elementSource(value);
  const elements = value as readonly unknown[];
  let source = listSources.get(elements);
  if (source === undefined) {
    source = `[\n${elements.map((element) => `    ${elementSource(element)}`).join(",\n")}\n  ]`;
    listSources.set(elements, source);
  }
  return source;
}

/** Lists of a state are never changed, and a run asks more than once what they say. */
const listSources = new WeakMap<readonly unknown[], string>();

function elementSource(element: unknown): string {
  return typeof element === "object" && element !== null ? jsonOf(element) : JSON.stringify(element);
}
