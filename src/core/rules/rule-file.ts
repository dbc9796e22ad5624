import type { Rule, RuleWarning, RuleWarningCode } from "../../model/rule.js";
import { warningReasonText, warningText, type WarningReason } from "../../model/warning-reasons.js";
import { splitFrontmatter, type Frontmatter, type NoYaml, type ReadYaml, type SplitRule } from "./frontmatter.js";
import { readPlain } from "./plain-frontmatter.js";
import { quoted } from "../text/quoted.js";
import { firstHeading, isEmptyBody } from "./rule-body.js";
import * as field from "./rule-fields.js";
import { salvage, strayText } from "../line/salvage.js";

/** As many are named in a warning. */
const MAX_PROBLEMS = 3;

export interface RuleSource {
  /** Relative to the home, `/` between the parts. */
  readonly path: string;
  readonly text: string;
  /** False when `text` is only the file's beginning, or not what its writer wrote: such a rule is never a placeholder. */
  readonly whole: boolean;
}

export interface ParsedRule {
  readonly rule: Rule;
  readonly warnings: readonly RuleWarning[];
}

/** A frontmatter as far as it could be read, and what else may be the rule's own text. */
interface Header extends Frontmatter {
  /** Unreadable lines of a broken frontmatter, among them the whole body where the closing fence is missing. */
  readonly strays: string;
  readonly broken: boolean;
}

/**
 * The rule in a file's text. Every text is a rule: what its frontmatter does not say, its path does; damage is a warning
 * and makes it solid unless it is plainly a placeholder. Null when only a YAML parser can tell, and none was given
 * (it is slow to load, and few files need it). Nothing in a file is ever run. Never throws.
 */
export function parseRule(source: RuleSource, readYaml: ReadYaml): ParsedRule;
export function parseRule(source: RuleSource, readYaml: ReadYaml | null): ParsedRule | null;
export function parseRule(source: RuleSource, readYaml: ReadYaml | null): ParsedRule | null {
  const split = splitFrontmatter(source.text);
  const header = readHeader(split, readYaml);
  if (header === null) return null;
  const warnings = [
    ...warningOf("rule_frontmatter", source.path, header.problems),
    ...warningOf("rule_field", source.path, field.fieldProblems(header.fields)),
  ];
  return { rule: ruleOf(source, split, header), warnings };
}

/** One warning for all problems of a kind; a hostile file has thousands. */
function warningOf(code: RuleWarningCode, path: string, problems: readonly WarningReason[]): RuleWarning[] {
  if (problems.length === 0) return [];
  const named = problems.slice(0, MAX_PROBLEMS);
  const n = problems.length - named.length;
  const reasons: WarningReason[] = n > 0 ? [...named, { code: "more", params: { n } }] : named;
  const message = `${quoted(path)}: the frontmatter: ${warningText(reasons)}`;
  return [{ code, path, message, reasons }];
}

/** A file that is there but could not be read: it covers by its name, since a draft for an existing rule is the greater harm. */
export function unreadRule(path: string): Rule {
  const split: SplitRule = { header: null, body: "", closed: true };
  return { ...ruleOf({ path, text: "", whole: false }, split, NO_HEADER), unread: true };
}

export function warning(code: RuleWarningCode, path: string, reason: WarningReason): RuleWarning {
  return { code, path, message: `${quoted(path)}: ${warningReasonText(reason)}`, reasons: [reason] };
}

const NO_HEADER: Header = { fields: new Map(), problems: [], strays: "", broken: false };

function readHeader(split: SplitRule, readYaml: ReadYaml | null): Header | null {
  if (split.header === null) return NO_HEADER;
  let isRead = true;
  const readAny: ReadYaml = (source) => {
    const plain = readPlain(source);
    if (plain !== null) return plain;
    isRead &&= readYaml !== null;
    return readYaml?.(source) ?? { failure: { code: "header_invalid" } };
  };
  const read: Frontmatter | NoYaml = split.closed ? readAny(split.header) : { failure: { code: "header_unclosed" } };
  const header = "fields" in read ? { ...read, strays: "", broken: false } : brokenHeader(split, read, readAny);
  return isRead ? header : null;
}

function brokenHeader(split: SplitRule, { failure }: NoYaml, readYaml: ReadYaml): Header {
  const { line, ...params } = failure.params ?? {};
  return {
    fields: salvage(split, field.RULE_KEYS, readYaml),
    // The first line of the file is the fence.
    problems: [{ ...failure, params: line === undefined ? params : { ...params, line: line + 1 } }],
    strays: strayText(split),
    broken: true,
  };
}

function ruleOf(source: RuleSource, split: SplitRule, header: Header): Rule {
  const { fields } = header;
  const expiresAtMs = field.expiryOf(fields);
  return {
    id: field.idOf(fields) ?? stemOf(source.path),
    path: source.path,
    title: field.titleOf(fields) ?? headingOf(split, header),
    type: field.typeOf(fields, source.path),
    level: field.levelOf(fields),
    keywords: field.keywordsOf(fields),
    placeholder: source.whole && isPlaceholder(split, header),
    expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
  };
}

/** A file's name without `.md`; all of it where only blanks would be left. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (name.replace(/\.md$/i, "").trim() || name.trim()).normalize("NFC");
}

function headingOf(split: SplitRule, header: Header): string | null {
  const heading = firstHeading(split.closed ? split.body : header.strays);
  return heading === null ? null : field.oneLine(heading);
}

function isPlaceholder(split: SplitRule, header: Header): boolean {
  if (field.levelOf(header.fields) !== "monitor" || field.hasCorrection(header.fields)) return false;
  if (header.broken && field.mentionsCorrection(split.header ?? "")) return false;
  return isEmptyBody(split.body) && isEmptyBody(header.strays);
}
