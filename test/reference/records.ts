// The slow, obvious reference: what a record is and counts for (semantics, section 2).
import type { Json, ReferenceLine } from "./lines.js";
import { referenceNumberText } from "./number-text.js";
import { referenceTime, type ReferenceClock } from "./time.js";

export type Role = "intercepts" | "errors";

/** In the order of `Counts.kinds`. */
export const KIND_NAMES = [
  "hit",
  "false positive",
  "confirmation",
  "retry",
  "context",
  "error",
  "own",
  "outside",
] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** In the order of the numbers of a pattern's kind. */
export const PATTERN_NAMES = ["rule", "keyword", "unattributed", "error"] as const;
type PatternName = (typeof PATTERN_NAMES)[number];

export interface ReferenceRecord {
  readonly archive: number;
  readonly offset: number;
  readonly kind: KindName;
  readonly patternKind: PatternName;
  readonly key: string;
  readonly interceptor: string;
  /** Empty: none. */
  readonly session: string;
  /** NaN: undated. */
  readonly timeMs: number;
}

export function referenceRecord(
  line: ReferenceLine,
  archive: number,
  role: Role,
  clock?: ReferenceClock,
): ReferenceRecord {
  const value = line.value!;
  const [patternKind, key] = role === "errors" ? errorPattern(value) : hitPattern(value, line.text!);
  const time = referenceTime(value["ts"], clock);
  return {
    archive,
    offset: line.offset,
    kind: role === "errors" ? errorKind(value) : kindOf(value),
    patternKind,
    key,
    interceptor: text(value["interceptor"]),
    session: id(value, "session_id", line.text!),
    timeMs: Number.isNaN(time) ? referenceTime(value["timestamp"], clock) : time,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function has(value: Json, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== null;
}

function id(value: Json, key: string, source: string): string {
  const raw = Object.hasOwn(value, key) ? value[key] : undefined;
  if (typeof raw === "number") return referenceNumberText(source, key)!;
  return text(raw).trim();
}

function errorKind(value: Json): KindName {
  return value["source"] === "mnemonic_pattern" ? "own" : "hit";
}

function kindOf(value: Json): KindName {
  const interceptor = text(value["interceptor"]);
  const action = text(value["action"]);
  if (value["source"] === "mnemonic_pattern") return "own";
  if (interceptor === "" && has(value, "summary")) return "context";
  if (interceptor === "" && (has(value, "match") || has(value, "error_type"))) return "error";
  if (value["false_positive"] === true) return "false positive";
  if (action === "false_positive") return "false positive";
  if (interceptor === "UserCorrection") {
    if (action === "downgrade" || lowersLevel(value)) return "false positive";
    return "confirmation";
  }
  if (interceptor === "RetryLoop" || action === "retry") return "retry";
  return "hit";
}

function lowersLevel(value: Json): boolean {
  const levels = ["monitor", "soft", "hard"];
  const from = levels.indexOf(text(value["from_level"]).trim().toLowerCase());
  const to = levels.indexOf(text(value["to_level"]).trim().toLowerCase());
  return from >= 0 && to >= 0 && to < from;
}

function hitPattern(value: Json, source: string): [PatternName, string] {
  const rule = id(value, "rule_id", source);
  const interceptor = text(value["interceptor"]);
  if (rule !== "") return ["rule", rule.normalize("NFC")];
  const keyword = referenceKeyword(text(value["reason"]));
  if (keyword !== "") return ["keyword", `${interceptor}:${keyword}`.normalize("NFC")];
  return ["unattributed", interceptor];
}

/** `关键词匹配: X`, `keyword match: X` (any case, either colon), X up to the line's end. */
export function referenceKeyword(reason: string): string {
  for (let at = 0; at < reason.length; at++) {
    for (const name of ["关键词匹配", "keyword match"]) {
      const found = reason.slice(at, at + name.length).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      if (found !== name) continue;
      const rest = reason.slice(at + name.length).replace(/^[ \t]+/, "");
      if (rest[0] !== ":" && rest[0] !== "：") continue;
      const keyword = rest
        .slice(1)
        .replace(/^[ \t]+/, "")
        .split(/[\r\n]/)[0]!;
      if (keyword !== "" || /^[ \t]+([\r\n]|$)/.test(rest.slice(1))) return keyword.trim();
    }
  }
  return "";
}

function errorPattern(value: Json): [PatternName, string] {
  const errorType = text(value["error_type"]).trim();
  if (errorType !== "") return ["error", errorType.normalize("NFC")];
  const type = text(value["type"]).trim();
  const detail = firstExact(value["match"]) || text(value["rule"]).trim();
  if (type === "" && detail === "") return ["unattributed", ""];
  return ["error", `${type}:${detail}`.normalize("NFC")];
}

function firstExact(match: unknown): string {
  const exact = (match as { exact?: unknown } | null | undefined)?.exact;
  return text(Array.isArray(exact) ? exact[0] : exact).trim();
}
