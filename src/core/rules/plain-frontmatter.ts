import { MAX_HEADER_CHARS, type FieldValue, type Frontmatter } from "./frontmatter.js";

// What every YAML parser reads alike and a rule file mostly consists of: a key at column 0, and one scalar or one flow
// list beside it, or a list of scalars below it. Anything else (`#` behind a value, escapes, block scalars, anchors, tabs)
// is left to the real parser, which takes 200 µs for ten lines: four seconds for 20,000 files, and 70 ms to load.
const UNSAFE = "\\u0000-\\u001f\\u007f-\\u00a0\\u2028\\u2029\\ufeff\"'#\\\\";
const PLAIN = `[\\p{L}\\p{N}_](?:[^${UNSAFE}:,[\\]{}]|:(?=[\\p{L}\\p{N}_]))*`;
const QUOTED = `"([^${UNSAFE}]*)"|'([^${UNSAFE}]*)'`;
const LINE = new RegExp(`^([A-Za-z_][A-Za-z0-9_-]{0,63}):(?: +(?:${QUOTED}|\\[([^[\\]]*)\\]|(${PLAIN}))?)?$`, "u");
const BELOW = new RegExp(`^( *)- +(?:${QUOTED}|(${PLAIN}))$`, "u");
const ITEM = new RegExp(`^${PLAIN}$`, "u");

/** Reads a frontmatter of plain lines; null for one that needs the YAML parser. */
export function readPlain(header: string): Frontmatter | null {
  if (header.length > MAX_HEADER_CHARS) return null;
  const fields = new Map<string, FieldValue>();
  let open: OpenList | undefined;
  for (const whole of header.split("\n")) {
    const line = withoutBlanks(whole);
    if (whole === "") continue;
    if (open !== undefined && open.take(line)) continue;
    const entry = readLine(line);
    // A key that stands twice is worth a warning, which the slow path words.
    if (entry === null || fields.has(entry.key)) return null;
    fields.set(entry.key, entry.value);
    open = isEmpty(entry.value) ? new OpenList(fields, entry.key) : undefined;
  }
  return { fields, problems: [] };
}

/** The list below a key that has nothing beside it, if one begins. */
class OpenList {
  readonly #fields: Map<string, FieldValue>;
  readonly #key: string;
  #indent: string | undefined;
  #items: string[] = [];

  constructor(fields: Map<string, FieldValue>, key: string) {
    this.#fields = fields;
    this.#key = key;
  }

  /** Whether the line is its next item; all stand at the same column. */
  take(line: string): boolean {
    const [match, indent, double, single, plain = ""] = BELOW.exec(line) ?? [];
    if (match === undefined || (this.#indent ??= indent) !== indent) return false;
    this.#items.push(double ?? single ?? plain);
    this.#fields.set(this.#key, { kind: "list", items: this.#items });
    return true;
  }
}

function isEmpty(value: FieldValue): boolean {
  return value.kind === "text" && value.plain && value.text === "";
}

function readLine(line: string): { key: string; value: FieldValue } | null {
  const [match, key, double, single, list, plain = ""] = LINE.exec(line) ?? [];
  if (match === undefined || key === undefined) return null;
  const items = list === undefined ? undefined : readList(list);
  if (items === null) return null;
  if (items !== undefined) return { key, value: { kind: "list", items } };
  const quoted = double ?? single;
  return { key, value: { kind: "text", text: quoted ?? plain, plain: quoted === undefined } };
}

function readList(source: string): string[] | null {
  const items = source.split(",").map((item) => withoutBlanks(item.replace(/^ +/, "")));
  // `[]` and `[a, ]` end in nothing; nothing anywhere else is an error.
  if (items.at(-1) === "") items.pop();
  return items.every((item) => ITEM.test(item)) ? items : null;
}

/** Without the spaces at its end. A pattern would look for that end from each space of a line anew. */
function withoutBlanks(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x20) end--;
  return text.slice(0, end);
}
