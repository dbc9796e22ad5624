import { mapRecord, type NamedRecord } from "./field-map.js";
import { numberSources } from "./number-source.js";
import type { RecordReading } from "./reading.js";
import { parseTime } from "./time.js";
import type { LocalClock } from "./zone.js";

/** What an archive is to us: it decides how its records are read (semantics, sections 1 and 2). */
export const ARCHIVE_ROLES = ["intercepts", "errors"] as const;
export type ArchiveRole = (typeof ARCHIVE_ROLES)[number];

/** Kinds of record; the numbers stand in partials. `outside`: one of the first four, beyond the bounds of the scan. */
export const KIND = {
  hit: 0,
  falsePositive: 1,
  confirmation: 2,
  retry: 3,
  context: 4,
  error: 5,
  own: 6,
  outside: 7,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];
export const KIND_COUNT = 8;

/** Kinds of pattern key: keys of two kinds never collide. The numbers stand in partials. */
export const PATTERN = { rule: 0, keyword: 1, unattributed: 2, error: 3 } as const;
export type PatternKind = (typeof PATTERN)[keyof typeof PATTERN];

/** All that counting needs of one record. */
export interface Observation {
  readonly kind: Kind;
  readonly patternKind: PatternKind;
  /** The pattern's text: a rule id, `interceptor:keyword`, an error key, or the interceptor of an unattributed hit. */
  readonly key: string;
  readonly interceptor: string;
  readonly session: string | null;
  /** Epoch milliseconds; NaN when undated. */
  readonly timeMs: number;
}

type Value = Readonly<Record<string, unknown>>;

const LEVELS: Readonly<Record<string, number>> = { monitor: 0, soft: 1, hard: 2 };
const KEYWORD = /(?:关键词匹配|keyword match)[ \t]*[:：][ \t]*([^\r\n]+)/i;

/** Reads one record: `parsed` is what `JSON.parse` gave for `text`. */
export function observe(parsed: Value, text: string, role: ArchiveRole, reading: RecordReading = {}): Observation {
  const record = underOwnNames(parsed, text, role, reading);
  const { value } = record;
  const interceptor = stringOf(value["interceptor"]);
  const kind = role === "errors" ? errorKind(value) : kindOf(value, interceptor);
  const pattern =
    role === "errors"
      ? errorPattern(value)
      : patternOf(idOf(record, "rule_id"), interceptor, stringOf(value["reason"]));
  return { kind, ...pattern, interceptor, session: sessionOf(record), timeMs: timeOf(value, reading.clock) };
}

/** A record with its fields under the names that they have here. What Canon and Mnemonic write needs no map. */
export function underOwnNames(value: Value, text: string, role: ArchiveRole, { map }: RecordReading): NamedRecord {
  if (map !== undefined && role === "intercepts") return mapRecord(map, value, text);
  return { value, sourceOf: (field) => numberSources(text, [field]).get(field) };
}

/** `ts`, and where that is absent or no time, `timestamp`. */
export function timeOf(value: Value, clock?: LocalClock): number {
  const ms = parseTime(value["ts"], clock);
  return Number.isNaN(ms) ? parseTime(value["timestamp"], clock) : ms;
}

/** The record's session; null: it names none. */
export function sessionOf(record: NamedRecord): string | null {
  return idOf(record, "session_id");
}

function idOf({ value, sourceOf }: NamedRecord, key: "session_id" | "rule_id"): string | null {
  const raw = value[key];
  const source = typeof raw === "number" ? sourceOf(key) : raw;
  return typeof source === "string" && source.trim() !== "" ? source.trim() : null;
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function errorKind(value: Value): Kind {
  return value["source"] === "mnemonic_pattern" ? KIND.own : KIND.hit;
}

/** First match wins (semantics, section 2, "Kind of a record"). */
function kindOf(value: Value, interceptor: string): Kind {
  if (value["source"] === "mnemonic_pattern") return KIND.own;
  if (interceptor === "" && isPresent(value["summary"])) return KIND.context;
  if (interceptor === "" && (isPresent(value["match"]) || isPresent(value["error_type"]))) return KIND.error;
  const action = stringOf(value["action"]);
  const corrected = interceptor === "UserCorrection";
  if (value["false_positive"] === true || action === "false_positive") return KIND.falsePositive;
  if (corrected && (action === "downgrade" || lowersLevel(value))) return KIND.falsePositive;
  if (corrected) return KIND.confirmation;
  return interceptor === "RetryLoop" || action === "retry" ? KIND.retry : KIND.hit;
}

function lowersLevel(value: Value): boolean {
  const from = levelOf(value["from_level"]);
  const to = levelOf(value["to_level"]);
  return from !== undefined && to !== undefined && to < from;
}

function levelOf(value: unknown): number | undefined {
  const name = stringOf(value).trim().toLowerCase();
  return Object.hasOwn(LEVELS, name) ? LEVELS[name] : undefined;
}

type Pattern = Pick<Observation, "patternKind" | "key">;

function patternOf(rule: string | null, interceptor: string, reason: string): Pattern {
  if (rule !== null) return { patternKind: PATTERN.rule, key: rule.normalize("NFC") };
  const keyword = keywordOf(reason);
  if (keyword !== null) return { patternKind: PATTERN.keyword, key: `${interceptor}:${keyword}`.normalize("NFC") };
  return { patternKind: PATTERN.unattributed, key: interceptor };
}

/** The keyword that a reason names, trimmed; null where it names none. */
export function keywordOf(reason: string): string | null {
  const keyword = KEYWORD.exec(reason)?.[1]?.trim();
  return keyword === undefined || keyword === "" ? null : keyword;
}

function errorPattern(value: Value): Pattern {
  const errorType = stringOf(value["error_type"]).trim();
  const type = stringOf(value["type"]).trim();
  const detail = matchOf(value).exact[0] ?? stringOf(value["rule"]).trim();
  if (errorType !== "") return { patternKind: PATTERN.error, key: errorType.normalize("NFC") };
  if (type === "" && detail === "") return { patternKind: PATTERN.unattributed, key: "" };
  return { patternKind: PATTERN.error, key: `${type}:${detail}`.normalize("NFC") };
}

/** How an error record says that its like is known: exact keywords, trimmed, and a meaning in words, or empty. */
export function matchOf(error: Value): { exact: string[]; semantic: string } {
  const given = error["match"];
  const match: Value = typeof given === "object" && given !== null ? (given as Value) : {};
  const texts: readonly unknown[] = Array.isArray(match["exact"]) ? match["exact"] : [match["exact"]];
  const exact = texts.map((text) => stringOf(text).trim()).filter((text) => text !== "");
  return { exact, semantic: stringOf(match["semantic"]).trim() };
}
