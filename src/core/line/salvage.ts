import type { Fields, FieldValue, ReadYaml, SplitRule } from "../rules/frontmatter.js";

const KEY_LINE = /^(["']?)([\p{L}_][\p{L}\p{N}_-]{0,63})\1[ \t]*:(?=[ \t]|$)/u;
const CONTINUATION = /^(?:[ \t]+\S|- |-$)/;
/** An entry is cut here: what is salvaged is an id, a level, some keywords. */
const ENTRY_CHARS = 16_384;

/**
 * The fields of a frontmatter that is no YAML, each read for itself from its key at column 0: with what follows it
 * indented where that is YAML, else from its one line as text. Only the wanted keys; of two, the last counts, or in a
 * file without a closing fence the first, since the body may hold lines of the same look.
 */
export function salvage(split: SplitRule, wanted: ReadonlySet<string>, readYaml: ReadYaml): Fields {
  const lines = (split.header ?? "").split("\n");
  const at = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const key = KEY_LINE.exec(line)?.[2];
    if (key !== undefined && wanted.has(key) && (split.closed || !at.has(key))) at.set(key, i);
  }
  return new Map([...at].map(([key, i]) => [key, readEntry(key, lines, i, readYaml)]));
}

function readEntry(key: string, lines: readonly string[], at: number, readYaml: ReadYaml): FieldValue {
  const line = (lines[at] ?? "").slice(0, ENTRY_CHARS);
  const read = readYaml(withContinuation(line, lines, at));
  const value = "fields" in read ? read.fields.get(key) : undefined;
  return value ?? fromText(line.replace(KEY_LINE, ""));
}

function withContinuation(line: string, lines: readonly string[], at: number): string {
  let entry = line;
  for (let i = at + 1; CONTINUATION.test(lines[i] ?? "") && entry.length < ENTRY_CHARS; i++) entry += `\n${lines[i]}`;
  return entry;
}

/** A value that stands on one line and is no YAML: `[a, b` is a list all the same, quotes and comments go. */
function fromText(source: string): FieldValue {
  const hash = source.search(/[ \t]#/);
  const text = (hash < 0 ? source : source.slice(0, hash)).trim();
  if (!text.startsWith("[")) return { kind: "text", text: unquoted(text), plain: unquoted(text) === text };
  const items = text.slice(1, text.endsWith("]") ? -1 : undefined).split(",");
  return { kind: "list", items: items.map((item) => unquoted(item.trim())) };
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/**
 * What in a broken frontmatter may be the rule's own text: of a file without a closing fence all from the first line on
 * that is not part of a field, otherwise every such line.
 */
export function strayText(split: SplitRule): string {
  const lines = (split.header ?? "").split("\n");
  const isField = (line: string) => KEY_LINE.test(line) || CONTINUATION.test(line);
  if (split.closed) return lines.filter((line) => !isField(line)).join("\n");
  const end = lines.findIndex((line) => !isField(line));
  return end < 0 ? "" : lines.slice(end).join("\n");
}
