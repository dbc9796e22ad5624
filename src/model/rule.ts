import type { WarningReason } from "./warning-reasons.js";

/** The folders under `rules/` in which Canon sorts its rules, and the values of the frontmatter's `type`. */
export const RULE_TYPES = ["ban", "gap", "lazy", "meta"] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** What recognition needs to know of one rule file (semantics, section 6). Its text is never kept. */
export interface Rule {
  /** The frontmatter's `id`, else the file's name without `.md`: source text, trimmed, NFC. */
  readonly id: string;
  /** Relative to the home, `/` between the parts: `rules/ban/x.md`. Raw: clean it before it reaches a terminal. */
  readonly path: string;
  /** The frontmatter's `title`, else its `name`, else the body's first heading; on one line. */
  readonly title: string | null;
  /** The frontmatter's `type` where it is a known one, else the folder under `rules/`. */
  readonly type: RuleType | null;
  /** Lower case, trimmed; any text. */
  readonly level: string | null;
  /** Source text, trimmed, NFC, none empty, none twice; order and case as in the file. */
  readonly keywords: readonly string[];
  /** Level `monitor` and no content: such a rule covers nothing. */
  readonly placeholder: boolean;
  /** Epoch milliseconds from which the rule covers nothing; null when it holds for ever. */
  readonly expiresAtMs: number | null;
  /** What it says could not be read, and whatever it is, it may cover it. Of a folder, the rules that may stand there. */
  readonly unread?: true;
}

/**
 * Why something in `rules/` could not be taken as it stands:
 * - `rule_frontmatter`: no closing fence, no valid YAML, or YAML that is not followed (custom tags, too many aliases);
 * - `rule_field`: a known field holds what can't be used, such as an `expires_at` that is no time;
 * - `rule_encoding`: the file is not text; `rule_too_large`: only its beginning was read;
 * - `rule_unreadable`: a file (pipe, dangling link, no permission) or link that could not be read;
 * - `rules_unreadable`: the same for a folder, `rules` itself among them;
 * - `rules_too_many`: there is more below `rules` than is read; `rules_legacy`: a `rules.permanent.md`.
 */
export type RuleWarningCode =
  | "rule_frontmatter"
  | "rule_field"
  | "rule_encoding"
  | "rule_too_large"
  | "rule_unreadable"
  | "rules_unreadable"
  | "rules_too_many"
  | "rules_legacy";

export interface RuleWarning {
  readonly code: RuleWarningCode;
  /** As in Rule: relative to the home, raw. */
  readonly path: string;
  /** One line, safe for a terminal: names in it are quoted and escaped. */
  readonly message: string;
  readonly reasons: readonly WarningReason[];
}

export interface RuleSet {
  /** By path, in code point order, whatever order the folders list their files in. */
  readonly rules: readonly Rule[];
  readonly warnings: readonly RuleWarning[];
}
