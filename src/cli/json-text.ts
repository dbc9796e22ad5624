import { escaped } from "../core/text/visible-json.js";
import { write, type Sink } from "./host.js";

const CHUNK_LENGTH = 1 << 16;

/**
 * Writes JSON for a person (indented) or a program (one line): the same value either way, safe to show on a terminal.
 * In pieces, since a report of millions of patterns is longer than a string can be.
 */
export async function writeJson(report: object, pretty: boolean, sink: Sink): Promise<void> {
  let chunk = "";
  for (const piece of piecesOf(report, pretty ? 2 : 0)) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    await write(sink, escaped(chunk));
    chunk = "";
  }
  await write(sink, `${escaped(chunk)}\n`);
}

/** JSON.stringify(report, null, indent), member by member, and those that are lists item by item. */
function* piecesOf(report: object, indent: number): Generator<string> {
  const [newline, colon] = indent > 0 ? [`\n${" ".repeat(indent)}`, ": "] : ["", ":"];
  const members = Object.entries(report).filter(([, value]) => value !== undefined);
  for (const [i, [name, value]] of members.entries()) {
    yield `${i === 0 ? "{" : ","}${newline}${JSON.stringify(name)}${colon}`;
    if (Array.isArray(value) && value.length > 0) yield* itemsOf(value, indent, newline);
    else yield nested(value, indent, newline);
  }
  yield members.length === 0 ? "{}" : `${newline.slice(0, 1)}}`;
}

function* itemsOf(items: readonly unknown[], indent: number, newline: string): Generator<string> {
  const deeper = indent > 0 ? newline + " ".repeat(indent) : "";
  for (const [i, item] of items.entries()) yield `${i === 0 ? "[" : ","}${deeper}${nested(item, indent, deeper)}`;
  yield `${newline}]`;
}

/** JSON has no raw line ends within strings: each one is layout. */
function nested(value: unknown, indent: number, newline: string): string {
  const json = JSON.stringify(value, null, indent);
  return indent > 0 ? json.replaceAll("\n", newline) : json;
}
