import { RULE_TYPES, type RuleType } from "../../model/rule.js";
import type { Fields, FieldValue } from "./frontmatter.js";
import { parseTime } from "../line/time.js";
import type { WarningReason } from "../../model/warning-reasons.js";

/** The keys under which a rule may carry a correction template; Canon writes the first. */
const CORRECTION_KEYS = ["correction_template", "correction", "template"] as const;
/** All that is read of a frontmatter. */
export const RULE_KEYS: ReadonlySet<string> = new Set([
  "id",
  "type",
  "level",
  "title",
  "name",
  "keywords",
  "match",
  "expires_at",
  ...CORRECTION_KEYS,
]);

const COMMAS = /[,，、\n]/;
const NO_EXPIRY = /^(?:never|null|~)?$/i;
/** In a broken frontmatter a correction counts wherever it stands. */
const CORRECTION_LINE = new RegExp(`^[ \\t]*["']?(?:${CORRECTION_KEYS.join("|")})["']?[ \\t]*:[ \\t]*\\S`, "m");

/** A field's text, trimmed; null where it is absent, empty or no text. */
export function textOf(value: FieldValue | undefined): string | null {
  return value?.kind === "text" && value.text.trim() !== "" ? value.text.trim() : null;
}

/** Ids and keywords of the log are compared in this form. */
export function idOf(fields: Fields): string | null {
  return textOf(fields.get("id"))?.normalize("NFC") ?? null;
}

export function levelOf(fields: Fields): string | null {
  return textOf(fields.get("level"))?.toLowerCase() ?? null;
}

export function typeOf(fields: Fields, path: string): RuleType | null {
  const names = [textOf(fields.get("type"))?.toLowerCase(), path.split("/")[1]];
  return RULE_TYPES.find((type) => type === names[0]) ?? RULE_TYPES.find((type) => type === names[1]) ?? null;
}

/** A title is for people: what YAML calls null is none. */
export function titleOf(fields: Fields): string | null {
  for (const value of [fields.get("title"), fields.get("name")]) {
    const text = textOf(value);
    if (text !== null && !isNull(value)) return oneLine(text);
  }
  return null;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").normalize("NFC");
}

/** `keywords` and `match.exact`: a list, or one text with commas, or a map with `exact`. */
export function keywordsOf(fields: Fields): string[] {
  const texts = [...keywordTexts(fields.get("keywords")), ...exactTexts(fields.get("match"))];
  const trimmed = texts.map((text) => text.trim().normalize("NFC")).filter((text) => text !== "");
  return [...new Set(trimmed)];
}

function keywordTexts(value: FieldValue | undefined): readonly string[] {
  if (value === undefined || isNull(value)) return [];
  if (value.kind === "list") return value.items;
  return value.kind === "text" ? value.text.split(COMMAS) : exactTexts(value);
}

function exactTexts(value: FieldValue | undefined): readonly string[] {
  return value?.kind === "map" ? keywordTexts(value.entries.get("exact")) : [];
}

function isNull(value: FieldValue | undefined): boolean {
  return value?.kind === "text" && value.plain && /^(?:null|~)$/i.test(value.text.trim());
}

/** Epoch milliseconds; null for a rule without end; NaN for what is no time. */
export function expiryOf(fields: Fields): number | null {
  const value = fields.get("expires_at");
  if (value === undefined) return null;
  if (value.kind !== "text") return NaN;
  const text = value.text.trim();
  return NO_EXPIRY.test(text) ? null : parseTime(text);
}

export function hasCorrection(fields: Fields): boolean {
  return CORRECTION_KEYS.some((key) => {
    const value = fields.get(key);
    return value?.kind === "text" ? value.text.trim() !== "" && !isNull(value) : value !== undefined;
  });
}

export function mentionsCorrection(header: string): boolean {
  return CORRECTION_LINE.test(header);
}

/** What a known field holds that can't be used. */
export function fieldProblems(fields: Fields): WarningReason[] {
  const problems: WarningReason[] = [];
  for (const key of ["id", "level"])
    if (isOtherThanText(fields.get(key))) problems.push({ code: "field_no_text", params: { name: `"${key}"` } });
  if (Number.isNaN(expiryOf(fields))) problems.push({ code: "expiry_no_time" });
  const keywords = fields.get("keywords");
  if (keywords?.kind === "map" && exactTexts(keywords).length === 0) problems.push({ code: "keywords_no_list" });
  return problems;
}

function isOtherThanText(value: FieldValue | undefined): boolean {
  return value !== undefined && value.kind !== "text";
}
