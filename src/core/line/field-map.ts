import { follow, parsePath, type FieldPath, type Found } from "./field-path.js";
import { PRESETS } from "./map-presets.js";
import { valueSource } from "./value-source.js";

/** The fields of a record that may stand under another name. */
export const MAPPED_FIELDS = [
  "ts",
  "timestamp",
  "session_id",
  "rule_id",
  "interceptor",
  "action",
  "reason",
  "context",
  "false_positive",
  "from_level",
  "to_level",
  "user_intent",
  "agent_action",
  "source",
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/**
 * Where the fields of records are. Of several paths the first that leads to something counts; where none does, the record's
 * own field of that name stands. `record` leads to a record within the record, or to text that holds one as JSON: its
 * members are laid over the outer ones before anything else is looked for.
 */
export interface FieldMap {
  readonly record?: readonly FieldPath[];
  readonly fields: readonly (readonly [field: MappedField, paths: readonly FieldPath[]])[];
}

type Value = Readonly<Record<string, unknown>>;

/** A record under its own names. */
export interface NamedRecord {
  readonly value: Value;
  /** The source text of a field that is a number. */
  readonly sourceOf: (field: "session_id" | "rule_id") => string | undefined;
}

const ITEM = /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g;
const ALTERNATIVE = /(?:"(?:[^"\\]|\\.)*"|[^|"])+/g;

/**
 * Reads `ts=@timestamp,rule_id=.policy.id|.rule`, a preset's name, or both (`ecs,rule_id=.policy.id`; what comes later
 * counts). Null: nothing is mapped. The returned text is the item that can't be read, or names a field once more.
 */
export function parseMap(text: string): FieldMap | null | string {
  const fields = new Map<string, readonly FieldPath[]>();
  const items = text.trim() === "" ? [""] : (text.match(ITEM) ?? [""]);
  if (items.join(",") !== text) return text;
  const spelt = new Set<string>();
  for (const item of items) {
    const preset = Object.hasOwn(PRESETS, item.trim()) ? PRESETS[item.trim()] : undefined;
    const entries =
      preset === undefined ? [entryOf(item)] : Object.entries(preset).map(([k, v]) => entryOf(`${k}=${v}`));
    for (const entry of entries) {
      if (entry === undefined || (preset === undefined && spelt.has(entry[0]))) return item;
      if (preset === undefined) spelt.add(entry[0]);
      fields.set(...entry);
    }
  }
  if (fields.size === 0) return null;
  const record = fields.get("record");
  fields.delete("record");
  return { ...(record && { record }), fields: [...fields] as FieldMap["fields"] };
}

/** A map laid over another: what both name is as `over` has it. Both can be read. */
export function overlaid(map: string, over: string): string {
  const fieldOf = (item: string): string => entryOf(item)?.[0] ?? item.trim();
  const fields = new Set((over.match(ITEM) ?? []).map(fieldOf));
  const kept = (map.match(ITEM) ?? []).filter((item) => !fields.has(fieldOf(item)));
  return [...kept, over].join(",");
}

function entryOf(item: string): [string, readonly FieldPath[]] | undefined {
  const equals = item.indexOf("=");
  const field = item.slice(0, Math.max(0, equals)).trim();
  if (field !== "record" && !MAPPED_FIELDS.includes(field as MappedField)) return undefined;
  const text = item.slice(equals + 1);
  const alternatives = text.match(ALTERNATIVE) ?? [];
  if (alternatives.join("|") !== text) return undefined;
  const paths = alternatives.map((path) => parsePath(path.trim()));
  return paths.includes(undefined) || text === "" ? undefined : [field, paths as FieldPath[]];
}

/** A record as `map` names its fields: `value` is what `JSON.parse` gave for `text`. */
export function mapRecord(map: FieldMap, value: Value, text: string): NamedRecord {
  const inner = innerRecord(map, value, text);
  const whole = inner === undefined ? value : { ...value, ...inner.value };
  const named: Record<string, unknown> = { ...whole };
  const found = new Map<string, Found>();
  for (const [field, paths] of map.fields) {
    const one = firstFound(whole, paths);
    if (one === undefined) continue;
    // `__proto__` is no mapped field, so plain assignment it is.
    named[field] = one.value;
    found.set(field, one);
  }
  const sourceOf = (field: string): string | undefined => {
    if (typeof named[field] !== "number") return undefined;
    const path = found.get(field)?.path ?? [field];
    const isInner = inner !== undefined && Object.hasOwn(inner.value, path[0] as string);
    return valueSource(isInner ? inner.text() : text, path);
  };
  return { value: named, sourceOf };
}

function innerRecord(map: FieldMap, value: Value, text: string): { value: Value; text: () => string } | undefined {
  const found = map.record === undefined ? undefined : firstFound(value, map.record);
  if (found === undefined) return undefined;
  if (typeof found.value !== "string") {
    return isRecord(found.value) ? { value: found.value, text: () => valueSource(text, found.path) } : undefined;
  }
  const embedded = found.value;
  if (!/^\s*\{/.test(embedded)) return undefined;
  try {
    return { value: JSON.parse(embedded) as Value, text: () => embedded };
  } catch {
    return undefined; // the outer record counts as it is
  }
}

function firstFound(value: Value, paths: readonly FieldPath[]): Found | undefined {
  for (const path of paths) {
    const found = follow(value, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
