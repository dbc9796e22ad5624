import type { ErrorCode, ErrorReason } from "../../model/errors.js";
import type { Invocation } from "./invocation.js";

/** What is to be done with a draft, as a command: the library names its own methods beside it. */
const DRAFTS: Readonly<Partial<Record<ErrorReason["code"], (id: string, run: Invocation) => string>>> = {
  draft_rejected: (id, run) => `reopen it first: ${run(`drafts reopen ${id}`)}`,
  draft_aside: (id, run) => `to confirm it all the same: ${run(`drafts confirm ${id} --force`)}`,
  draft_unsafe: (id, run) =>
    `read it first: ${run(`drafts show ${id}`)}; if it does no harm, ${run(`drafts confirm ${id} --force`)} confirms it`,
};
/** An option as the library and as the command call it: `(dryRun: true, --dry-run)`. */
const BOTH_NAMES = /\(\w+(?:: \w+)?, (--[\w -]+)\)/g;

/** The library's own hint, as it is for who types commands. */
export const hintIn =
  (run: Invocation) =>
  (_code: ErrorCode, hint: string, reason?: ErrorReason): string => {
    const draft = reason && DRAFTS[reason.code];
    return draft === undefined ? hint.replace(BOTH_NAMES, "($1)") : draft(reason?.name ?? "", run);
  };
