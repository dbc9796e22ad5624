import { MAPPED_FIELDS, type MappedField } from "./field-map.js";
import { pathText, type FieldPath } from "./field-path.js";
import { parseTime } from "./time.js";
import type { LocalClock } from "./zone.js";

type Value = Readonly<Record<string, unknown>>;

/** Names that a field is known to bear elsewhere, without case, dots, dashes and underscores; the likeliest first. */
const NAMES: Partial<Record<MappedField, readonly string[]>> = {
  ts: [
    "timestamp",
    "time",
    "datetime",
    "date",
    "eventtime",
    "createdat",
    "occurredat",
    "timeunixnano",
    "loggedat",
    "when",
    "t",
  ],
  session_id: ["sessionid", "session", "conversationid", "threadid", "traceid", "runid", "sid"],
  rule_id: ["ruleid", "rule", "policyid", "policy", "ruleuid", "checkid", "guardrailid", "guardrail", "violation"],
  interceptor: ["interceptor", "guard", "detector", "hook", "guardrailtype", "category", "module"],
  action: ["action", "decision", "verdict", "outcome"],
  reason: ["reason", "message", "explanation", "description", "msg"],
};
/** Of a name that is no field's, a part may still say what it is. */
const OUTER = new Set(["rule", "policy", "session", "guardrail", "guard"]);
const MOST_DEPTH = 4;
/** A proposal is shown to be copied into a command: a name that could say more there is not proposed. */
const PLAIN_NAME = /^[\p{L}\d_@.-]{1,64}$/u;
const MOST_PATHS = 2000;
/** In so many of a hundred records a field must be to be one. */
const LEAST_SHARE = 20;

interface Candidate {
  readonly path: FieldPath;
  /** The smaller the likelier. */
  readonly rank: number;
  seen: number;
}

/**
 * Which fields of other names are likely ours, by their name and by what their values look like: those that none of the
 * records has under its own name. A text that holds records as JSON is `record`, unless one is mapped already.
 */
export function proposeMap(
  records: readonly Value[],
  clock?: LocalClock,
  isUnwrapped = false,
): ReadonlyMap<string, FieldPath> {
  const proposal = new Map<string, FieldPath>();
  const embedded = isUnwrapped ? undefined : embeddedIn(records);
  if (embedded !== undefined) proposal.set("record", [embedded]);
  const inner =
    embedded === undefined ? records : records.map((record) => ({ ...record, ...parsed(record[embedded]) }));
  for (const field of MAPPED_FIELDS) {
    const names = NAMES[field];
    if (names === undefined || inner.some((record) => isUsable(field, record[field], clock))) continue;
    if (field === "ts" && inner.some((record) => isUsable(field, record["timestamp"], clock))) continue;
    const best = candidates(inner, field, names, clock)
      .filter(({ seen }) => seen * 100 >= inner.length * LEAST_SHARE)
      .toSorted((a, b) => a.rank - b.rank || b.seen - a.seen || a.path.length - b.path.length)[0];
    if (best !== undefined) proposal.set(field, best.path);
  }
  return proposal;
}

/** As `--map` takes it. */
export function mapTextOf(proposal: ReadonlyMap<string, FieldPath>): string {
  return [...proposal].map(([field, path]) => `${field}=${pathText(path)}`).join(",");
}

function candidates(
  records: readonly Value[],
  field: MappedField,
  names: readonly string[],
  clock: LocalClock | undefined,
): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const record of records) {
    for (const [path, value] of leaves(record, [])) {
      const rank = rankOf(path, names);
      if (rank < 0 || !isUsable(field, value, clock)) continue;
      const key = pathText(path);
      const one = found.get(key) ?? { path, rank, seen: 0 };
      one.seen++;
      if (found.size < MOST_PATHS || found.has(key)) found.set(key, one);
    }
  }
  return [...found.values()];
}

/** Texts and numbers with their paths; an OTLP attribute by its key. */
function* leaves(value: unknown, path: FieldPath): Generator<[FieldPath, unknown]> {
  if (typeof value !== "object" || value === null) yield [path, value];
  else if (path.length < MOST_DEPTH) yield* members(value, path);
}

function* members(value: object, path: FieldPath): Generator<[FieldPath, unknown]> {
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value) && !PLAIN_NAME.test(key)) continue;
    if (!Array.isArray(value)) yield* leaves(member, [...path, key]);
    else if (isAttribute(member) && PLAIN_NAME.test(member.key))
      yield* leaves(member.value, [...path, { where: "key", is: member.key }, "value"]);
  }
}

function isAttribute(value: unknown): value is { key: string; value: unknown } {
  return typeof value === "object" && value !== null && typeof (value as Value)["key"] === "string" && "value" in value;
}

/** By the last name, or by the last two as one: `.policy.id` is policyid. -1: the name says nothing. */
function rankOf(path: FieldPath, names: readonly string[]): number {
  const words = path.flatMap((step) => {
    const name = typeof step === "object" ? step.is : String(step);
    return /^(?:value|\w+Value)$/.test(name) ? [] : [name.toLowerCase()];
  });
  const parts = words.flatMap((word) => word.split(".")).map((word) => word.replace(/[^\p{L}\d]/gu, ""));
  const [outer = "", last = ""] = parts.length > 1 ? parts.slice(-2) : ["", parts[0]];
  const ranks = [names.indexOf(outer + last), OUTER.has(outer) && last !== "id" ? -1 : names.indexOf(last)];
  const known = ranks.filter((rank) => rank >= 0);
  return known.length === 0 ? -1 : Math.min(...known);
}

function isUsable(field: MappedField, value: unknown, clock: LocalClock | undefined): boolean {
  if (field === "ts") return isLikelyTime(value, clock);
  if (field === "session_id" || field === "rule_id") return typeof value === "number" || isText(value);
  return isText(value);
}

/** Small numbers are epoch numbers too, but hardly ever meant so. */
function isLikelyTime(value: unknown, clock: LocalClock | undefined): boolean {
  return parseTime(value, clock) > Date.UTC(1990, 0);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** The top-level text that in most records is a record itself. */
function embeddedIn(records: readonly Value[]): string | undefined {
  const counts = new Map<string, number>();
  for (const record of records)
    for (const [key, value] of Object.entries(record))
      if (PLAIN_NAME.test(key) && parsed(value) !== undefined && counts.size < MOST_PATHS)
        counts.set(key, (counts.get(key) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] * 2 > records.length ? best[0] : undefined;
}

function parsed(value: unknown): Value | undefined {
  if (typeof value !== "string" || !/^\s*\{.*\}\s*$/s.test(value)) return undefined;
  try {
    return JSON.parse(value) as Value;
  } catch {
    return undefined;
  }
}
