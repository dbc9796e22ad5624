interface Known {
  readonly text: string;
  bytes: number;
}

const known = new WeakMap<object, Known>();
const parsed = new WeakSet<object>();
const encoder = new TextEncoder();
const ASCII = /^[ -~]*$/;

/*
 * JSON of objects that stand in a state: those are never changed, and most of them stand in it run after run, a thousand
 * of them for one that is new.
 */

/** The object's JSON. */
export function jsonOf(value: object): string {
  return knownOf(value).text;
}

/** How many bytes its JSON is in UTF-8. */
export function jsonBytesOf(value: object): number {
  const one = knownOf(value);
  if (one.bytes < 0) one.bytes = ASCII.test(one.text) ? one.text.length : encoder.encode(one.text).length;
  return one.bytes;
}

/** Whether two values of a state are the same JSON. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSameJson(one, b[i]));
  if (isObject(a) && isObject(b)) return jsonOf(a) === jsonOf(b);
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What comes of writing a value and reading it again: itself, where it has been read. */
export function asParsed<T extends object>(value: T): T {
  if (parsed.has(value)) return value;
  const text = jsonOf(value);
  const copy = JSON.parse(text) as T;
  known.set(copy, { text, bytes: -1 });
  return noteParsed(copy);
}

/** Notes of an object that it was read, as it stands. */
export function noteParsed<T extends object>(value: T): T {
  parsed.add(value);
  return value;
}

function knownOf(value: object): Known {
  let one = known.get(value);
  if (one === undefined) known.set(value, (one = { text: JSON.stringify(value), bytes: -1 }));
  return one;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
