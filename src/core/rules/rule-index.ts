import type { Rule } from "../../model/rule.js";
import { MAX_KEYWORD, cleanText } from "../text/safe-text.js";

/** How ids and keywords of rules are looked up. Built once a scan; a look-up does not grow with the number of rules. */
export class RuleIndex {
  readonly #solid = new Map<string, Rule>();
  readonly #others = new Map<string, Rule>();
  /** Solid, by path. */
  readonly #withKeywords: Rule[] = [];
  #byKeyword: ReadonlyMap<string, readonly Rule[]> | undefined;
  readonly hasPlaceholders: boolean;
  /** The first rule, or folder of rules, that could not be read: it may cover what no other does. */
  readonly unread: Rule | undefined;

  /** Solid: no placeholder, and not past its `expires_at` at `nowMs`. Where two files bear one id, solid wins. */
  constructor(rules: readonly Rule[], nowMs: number) {
    this.hasPlaceholders = rules.some(({ placeholder }) => placeholder);
    this.unread = rules.find(isUnread);
    for (const rule of rules) {
      const solid = !isUnread(rule) && !rule.placeholder && (rule.expiresAtMs === null || nowMs < rule.expiresAtMs);
      const ids = solid ? this.#solid : this.#others;
      if (!ids.has(rule.id)) ids.set(rule.id, rule);
      if (solid && rule.keywords.length > 0) this.#withKeywords.push(rule);
    }
  }

  solid(id: string): Rule | undefined {
    return this.#solid.get(id);
  }

  /** The rule with this id, solid or not: where a draft's title and keywords come from. */
  any(id: string): Rule | undefined {
    return this.#solid.get(id) ?? this.#others.get(id);
  }

  /** A placeholder with this id, if no solid rule bears it. */
  placeholder(id: string): Rule | undefined {
    const rule = this.#solid.has(id) ? undefined : this.#others.get(id);
    return rule?.placeholder === true ? rule : undefined;
  }

  /** The first solid rule (by path) whose keywords include all of `exact`; none if `exact` is empty. */
  coveringKeywords(exact: readonly string[]): Rule | undefined {
    if (exact.length === 0 || this.#withKeywords.length === 0) return undefined;
    const byKeyword = (this.#byKeyword ??= rulesByKeyword(this.#withKeywords));
    const [first, ...rest] = exact.map((keyword) => byKeyword.get(foldCase(keyword)) ?? []);
    return first?.find((rule) => rest.every((rules) => rules.includes(rule)));
  }
}

/** By each keyword as the rule has it, and as a draft would show it: drafts hold no blanks in a row, for one, and no secrets. */
function rulesByKeyword(rules: readonly Rule[]): Map<string, Rule[]> {
  const lists = new Map<string, Rule[]>();
  for (const rule of rules) {
    const forms = rule.keywords.flatMap((keyword) => [foldCase(keyword), foldCase(cleanText(keyword, MAX_KEYWORD))]);
    for (const form of new Set(forms)) {
      const list = lists.get(form);
      if (list === undefined) lists.set(form, [rule]);
      else list.push(rule);
    }
  }
  return lists;
}

function isUnread({ unread }: Rule): boolean {
  return unread === true;
}

const known = new WeakMap<
  readonly Rule[],
  { readonly index: RuleIndex; readonly fromMs: number; readonly untilMs: number }
>();

/** The index of rules at a moment: the same one as long as none of them expires in between. */
export function ruleIndex(rules: readonly Rule[], nowMs: number): RuleIndex {
  const before = known.get(rules);
  if (before !== undefined && nowMs >= before.fromMs && nowMs < before.untilMs) return before.index;
  const index = new RuleIndex(rules, nowMs);
  let [fromMs, untilMs] = [-Infinity, Infinity];
  for (const { expiresAtMs } of rules) {
    if (expiresAtMs === null) continue;
    if (expiresAtMs <= nowMs) fromMs = Math.max(fromMs, expiresAtMs);
    else untilMs = Math.min(untilMs, expiresAtMs);
  }
  known.set(rules, { index, fromMs, untilMs });
  return index;
}

/**
 * Case-folded (Unicode's full folding) and NFC. Lower case first, so that ẞ goes the way of ß, which upper case makes SS;
 * ı has no folding, though upper case would make it an I.
 */
export function foldCase(text: string): string {
  const folded = text.normalize("NFC").split("ı").map(lowered);
  return folded.join("ı").normalize("NFC");
}

function lowered(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
