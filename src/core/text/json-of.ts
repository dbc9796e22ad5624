interface Known {
  readonly text: string;
  bytes: number;
}

const known = new WeakMap<object, Known>();
const parsed = new WeakSet<object>();
const encoder = new TextEncoder();
/** What is only measured is written here: to make bytes of each text takes twice as long. */
const scratch = new Uint8Array(16_384);

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
  if (one.bytes < 0) one.bytes = utf8Bytes(one.text);
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

/** Whether it is as it would be read. */
export function isParsed(value: object): boolean {
  return parsed.has(value);
}

/** Notes of an object that it was read, or is as it would be, as it stands. */
export function noteParsed<T extends object>(value: T): T {
  parsed.add(value);
  return value;
}

function utf8Bytes(text: string): number {
  return text.length * 3 > scratch.length ? encoder.encode(text).length : encoder.encodeInto(text, scratch).written;
}

function knownOf(value: object): Known {
  let one = known.get(value);
  if (one === undefined) known.set(value, (one = { text: JSON.stringify(value), bytes: -1 }));
  return one;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
