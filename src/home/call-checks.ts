import type { Verdict } from "../core/memory/decisions.js";
import type { WriteOptions } from "../mnemonic.js";
import {
  FLAG,
  objectOf,
  oneOf,
  required,
  SCAN_CHECKS,
  TEXT,
  TEXTS,
  type Check,
  type Checks,
} from "../model/option-checks.js";
import type { ConfirmOptions, DraftEdits } from "./decision-desk.js";

/** What each call of a home takes. Scans: SCAN_CHECKS. */

export const BACKFILL = { ...SCAN_CHECKS, archives: required(SCAN_CHECKS.archives) };

export const WRITE = { now: SCAN_CHECKS.now, signal: SCAN_CHECKS.signal } satisfies Checks<WriteOptions>;

const EDITS = { rule: TEXT, type: TEXT, exact: TEXTS, semantic: TEXT } satisfies Checks<DraftEdits>;

export const CONFIRM = { ...WRITE, force: FLAG, edits: objectOf(EDITS) } satisfies Checks<
  ConfirmOptions & WriteOptions
>;

export const REJECT = { ...WRITE, forGood: FLAG };
export const ADD = { ...WRITE, type: TEXT };
export const CONTEXTS = { rule: TEXT };
export const CLEAR_CONTEXTS = { ...WRITE, archive: FLAG };

/** The id of a draft, or several. */
export const IDS: Check = {
  expected: "the id of a draft, or a list of ids",
  is: (value) => TEXT.is(value) || TEXTS.is(value),
};

export const VERDICT = oneOf(["false_positive", "confirmed"] satisfies Verdict[]);
export const ONLY: Check = {
  expected: '"backfills", or left out',
  is: (value) => value === undefined || value === "backfills",
};
