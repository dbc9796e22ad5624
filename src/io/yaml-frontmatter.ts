import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type YAMLMap,
} from "yaml";
import {
  MAX_HEADER_CHARS,
  type Fields,
  type FieldValue,
  type Frontmatter,
  type NoYaml,
} from "../core/rules/frontmatter.js";
import { quoted } from "../core/text/quoted.js";
import {
  warningReasonText,
  type WarningParams,
  type WarningReason,
  type WarningReasonCode,
} from "../model/warning-reasons.js";

/** The parser recurses: 2,000 levels would overflow its stack. */
const MAX_FLOW_DEPTH = 64;
const MAX_BLOCK_COLUMN = 200;
/** As many are followed in one file, nested ones too: a rule that a person wrote has one or two, a bomb has dozens. */
const MAX_ALIASES = 10;
const MAX_VALUE_DEPTH = 8;

const INDENT = /^(?: |[-?:] )*/gm;

/** What is being read: the document finds an alias's anchor, the source a value's own text. */
interface Reading {
  readonly source: string;
  readonly doc: Document;
  readonly problems: WarningReason[];
  followed: number;
}

/**
 * Reads a frontmatter with the YAML parser. The `failsafe` schema knows only text, so `no`, `013` and `2026-05-25` stay
 * what they are, and there is no tag that makes anything else of a value, let alone runs it.
 */
export function readYaml(source: string): Frontmatter | NoYaml {
  if (source.length > MAX_HEADER_CHARS) return failed("header_long", { n: MAX_HEADER_CHARS });
  if (isTooDeep(source)) return failed("header_deep");
  try {
    return readDocument(source);
  } catch {
    // The limits should leave nothing to throw; if the parser does all the same, the fields are read line by line.
    return failed("header_invalid");
  }
}

function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const char of source) {
    if (char === "[" || char === "{") depth++;
    else if ((char === "]" || char === "}") && depth > 0) depth--;
    if (depth > MAX_FLOW_DEPTH) return true;
  }
  return (source.match(INDENT) ?? []).some((indent) => indent.length > MAX_BLOCK_COLUMN);
}

function readDocument(source: string): Frontmatter | NoYaml {
  const lineCounter = new LineCounter();
  // `uniqueKeys` compares every key with every other; the names that count are compared below.
  const options = { schema: "failsafe", uniqueKeys: false, prettyErrors: false, lineCounter } as const;
  const doc = parseDocument(source, options);
  const [error] = doc.errors;
  if (error) return failed("header_invalid", { detail: error.code, line: lineCounter.linePos(error.pos[0]).line });
  if (doc.contents === null) return { fields: new Map(), problems: [] };
  if (!isMap(doc.contents)) return failed("header_no_keys");
  const reading: Reading = { source, doc, problems: doc.warnings.map(({ code }) => doubt(code)), followed: 0 };
  const fields = readMap(doc.contents, reading, 0);
  return { fields, problems: withoutRepeats(reading.problems) };
}

function failed(code: WarningReasonCode, params: WarningParams = {}): NoYaml {
  return { failure: { code, params } };
}

/** What the parser warns of. */
function doubt(code: string): WarningReason {
  return code === "TAG_RESOLVE_FAILED" ? { code: "custom_tag" } : { code: "yaml_doubt", params: { detail: code } };
}

function withoutRepeats(problems: readonly WarningReason[]): WarningReason[] {
  return [...new Map(problems.map((one) => [warningReasonText(one), one])).values()];
}

/** The last of two equal keys counts, as in JSON. */
function readMap(map: YAMLMap, reading: Reading, depth: number): Fields {
  const fields = new Map<string, FieldValue>();
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (fields.has(name)) reading.problems.push({ code: "key_twice", params: { name: quoted(name, 40) } });
    fields.set(name, readValue(value, reading, depth));
  }
  return fields;
}

function readValue(node: unknown, reading: Reading, depth: number): FieldValue {
  if (isAlias(node)) return readAlias(node, reading, depth);
  if (isScalar(node)) return { kind: "text", text: String(node.value), plain: node.type === "PLAIN" };
  if (depth > MAX_VALUE_DEPTH) return { kind: "list", items: [] };
  if (isSeq(node)) return { kind: "list", items: node.items.flatMap((item) => readItem(item, reading, depth + 1)) };
  if (isMap(node)) return { kind: "map", entries: readMap(node, reading, depth + 1) };
  return { kind: "text", text: "", plain: true };
}

function readAlias(node: Alias, reading: Reading, depth: number): FieldValue {
  const isFollowed = reading.followed++ < MAX_ALIASES;
  const target = isFollowed ? node.resolve(reading.doc) : undefined;
  if (target !== undefined) return readValue(target, reading, depth + 1);
  reading.problems.push(isFollowed ? { code: "star_unquoted" } : { code: "aliases_many", params: { n: MAX_ALIASES } });
  // `keywords: [*.tmp]` means the text.
  return { kind: "text", text: `*${node.source}`, plain: true };
}

/** `- 虚构: 编造` is a map to YAML and a keyword to its writer. */
function readItem(node: unknown, reading: Reading, depth: number): readonly string[] {
  if (isMap(node)) return node.range ? [reading.source.slice(node.range[0], node.range[1])] : [];
  const value = readValue(node, reading, depth);
  if (value.kind === "text") return [value.text];
  return value.kind === "list" ? value.items : [];
}
