import type { CacheNote } from "../../model/report.js";
import { count } from "./english.js";
import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";
import type { CommandHelp } from "./texts-en-help.js";

/** What is kept between scans, and the watch. */
export const enCacheHelp = {
  watch: {
    summary: "stay, and tell of drafts as they arise",
    description:
      "Stays and looks at the log every so often, reads what is new, and prints a line for each draft that enters the queue (or with --format ndjson or json the draft). A log that is rotated, cut short or created anew is followed. Ctrl-C ends it.",
    usage: "[options]",
    examples: [
      ["mnemonic watch", "a line a draft"],
      ["mnemonic watch --format ndjson --interval 10", "for another program, looked at every ten seconds"],
    ],
  },
  cache: {
    summary: "what is kept of the log between scans",
    description:
      "What is kept of the log between scans, so that the next one reads what is new. It can be had again from the log at any time.",
    usage: "[options] <command>",
    examples: [
      ["mnemonic cache status", "how much is kept, and where; interrupted backfills too"],
      ["mnemonic cache clear", "remove it"],
    ],
  },
  "cache status": {
    summary: "how much is kept, and where",
    description:
      "How much is kept of the log between scans, of which files, and where; and of backfills that were interrupted: which command, since when, and how far it came. Nothing is written.",
    usage: "[options]",
    examples: [["mnemonic cache status --format json", "for another program"]],
  },
  "cache clear": {
    summary: "remove it: the next scan reads everything",
    description:
      "Removes what is kept of the log between scans, and of interrupted backfills. The next one reads everything and keeps it anew.",
    usage: "[options]",
    examples: [
      ["mnemonic cache clear", "then: mnemonic scan"],
      ["mnemonic cache clear --backfills", "what is kept of interrupted backfills alone"],
    ],
  },
} satisfies Record<string, CommandHelp>;

export const enCache = (run: Invocation) => ({
  cache: {
    states: {
      none: "nothing is kept: the next scan reads everything",
      kept: "the next scan reads what is new",
      outdated: "kept by another version: the next scan reads everything",
      damaged: "damaged: the next scan reads everything",
    },
    size: (size: string, files: number, path: string) => `${size} in ${count(files, "file")}: ${path}`,
    archive: (size: string, extents: number) => `${size} known, in ${count(extents, "piece")}`,
    cleared: (size: string) => `removed ${size}; the next scan reads everything`,
    backfills: {
      title: "backfills that have not ended; the same command goes on from there:",
      states: {
        interrupted: "interrupted",
        running: "running in another process",
        damaged: "damaged: the same command begins anew",
      },
      progress: (read: string, total: string, kept: string) => `${read} of ${total} read, ${kept} kept`,
      began: (at: string, now: string) => `begun ${at}, as of ${now}`,
      more: (n: number) => `and ${count(n, "more archive")}`,
      drop: `to drop them: ${run("cache clear --backfills")}`,
      cleared: (size: string) => `removed ${size}; the next backfill reads everything`,
    },
    note: (what: string, path: string) => (path === "" ? what : `${path}: ${what}`),
    notes: {
      truncated: "has become shorter; it was read anew",
      rewritten: "was changed in what was known of it; it was read anew",
      replaced: "is another file than before; it was read anew",
      earlier_now: "the moment that was asked for lies before what is known; everything was read",
      clock_set_back: "the clock has been set back; what was known of a later time was read again",
      folds: "what is known does not tell how confidence has changed since; it was read again",
      damaged: "what was kept between scans was damaged; it was dropped and made anew",
      outdated: "what was kept between scans was of another version or for other settings; it was made anew",
      too_large: "what is known is too large to be kept; the next command reads everything",
      outgrown: "what is new takes more memory than there is for it; everything was read, and nothing is kept",
      many_archives: "there are more logs than are held open at once; everything was read, and nothing is kept",
      unwritable: "what is known could not be written; the next command reads it again",
      mistaken: "what was known was not what the logs hold; it was made anew",
      resumed: "went on from where an earlier run of this command was interrupted, as of that run's moment",
      progress_changed: "has changed since this command was interrupted; what was read together with it was read anew",
      progress_damaged: "what was kept of an interrupted run was damaged; it was dropped and read anew",
      progress_unwritable: "progress could not be kept: had this run been interrupted, the next would have begun anew",
    } satisfies Record<CacheNote["code"], string>,
  },
  watch: {
    began: (home: string, seconds: number) => `watching ${home}, every ${number(seconds)} s; Ctrl-C ends it`,
    draft: (id: string, confidence: string, rule: string) => `${id}  ${confidence}  ${rule}`,
    unsafe: (line: string) => `${line}  UNSAFE`,
    problem: (message: string) => `${message}; it is tried again`,
    ended: "ended",
  },
});
