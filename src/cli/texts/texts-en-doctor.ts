import type { FindingCode } from "../../model/outputs.js";
import type { Source } from "../../model/report.js";
import type { RuleType } from "../../model/rule.js";
import { count } from "./english.js";
import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";

export interface FindingText {
  /** `what`: a name, time or reason; `n`: how many. */
  readonly message: (what: string, n: number) => string;
  readonly mend: string;
}

/** What is there, and what is wrong with it. */
export const enDoctor = (run: Invocation) => ({
  status: {
    home: "Home: ",
    noFiles: "nothing is there yet",
    moreFiles: (n: number) => `+${count(n, "more file")}`,
    source: "Source: ",
    sources: {
      guard_intercept: "Guard's log; recognition is on",
      canon_errors: "Canon's errors, while there is no log of Guard's; recognition is degraded",
      none: "none yet; recognition pauses",
    } satisfies Record<Source, string>,
    session: (id: string) => `session ${id}`,
    records: "Records: ",
    counts: (hits: number, d7: number, d14: number, rejected: number) =>
      `${count(hits, "hit")}, ${number(d7)} in 7 days, ${number(d14)} in 14 days, ${count(rejected, "line")} rejected`,
    memory: "Memory: ",
    remembered: (patterns: number, contexts: number) => `${count(patterns, "pattern")}, ${count(contexts, "context")}`,
    queue: "Drafts: ",
    awaiting: (n: number) => (n === 1 ? "1 awaits you" : `${number(n)} await you`),
    drafts: (status: string, n: number) => `${number(n)} ${status}`,
    rules: (n: number) => `Rules: ${number(n)}: `,
    types: { ban: "ban", gap: "gap", lazy: "lazy", meta: "meta", other: "of no type" } satisfies Record<
      RuleType | "other",
      string
    >,
    placeholders: (n: number) => `${number(n)} without content`,
    expired: (n: number) => `${number(n)} expired`,
    solidified: "Solidified: ",
    neverSolidified: "never",
    sinceSolidify: (n: number, threshold: number) => `${count(n, "record")} since then, due at ${number(threshold)}`,
    lastScan: "Last scan by Canon: ",
    unknown: "unknown",
  },
  looked: {
    form: (encoding: string, framing: string) => `form: ${encoding}, ${framing}`,
    framings: { lines: "JSON Lines", values: "JSON values or one array", records: 'an object with "records"' },
    records: (records: number, rejected: number, whole: boolean) =>
      `looked at: ${count(records, "record")}, ${count(rejected, "line")} rejected${whole ? "; that is all" : "; there is more"}`,
    kinds: (hits: number, others: number) => `of them: ${count(hits, "hit")}, ${count(others, "other record")}`,
    missing: (rule: number, time: number, session: number) =>
      `hits without a rule or keyword: ${number(rule)}, without a time: ${number(time)}, without a session: ${number(session)}`,
    span: (first: string, last: string) => `times: ${first} to ${last}`,
    fields: (names: string) => `fields: ${names}`,
    field: (name: string, n: number, of: number) => (n === of ? name : `${name} (${number(n)})`),
    proposal: "fields seem to have other names here; with this they would be found:",
    fine: "everything is found under its own name or the map that is set",
    nothing:
      "no archive was found: a folder contributes its *.jsonl and *.json files, also compressed; name others one by one",
    encoding: (encoding: string) => `compression: ${encoding}`,
    empty: "it is empty: there is no line in it, or only blank ones",
    noRecord:
      "nothing here is a record: it takes JSON objects, a line each, in one array, or one after another. Any other form (CSV, a text log, a binary file) must be turned into that first",
    lacking:
      "no field here looks like what is missing. If there is one, --map FIELD=PATH names it, as in: --map rule_id=policy.name,ts=when",
    nested:
      "this is one object, and so one record. If the records stand in a list inside it, take them out first, as in: jq -c '.items[]' FILE > FILE.jsonl",
  },
  doctor: {
    none: (home: string) => `Nothing is wrong with ${home}.`,
    title: (n: number, home: string) => `${count(n, "finding")} in ${home}`,
    more: (n: number) => `+${count(n, "more finding")} of the same kinds (--format json shows all)`,
    others: (n: number) => `and ${number(n)} more`,
    mend: "mend: ",
    severities: { error: "error: ", warning: "warning: ", note: "note: " },
    findings: {
      home_missing: {
        message: () => "the home does not exist",
        mend: "name the folder with intercept_log.jsonl by --home, or let Guard write its first line",
      },
      home_unwritable: {
        message: () => "the home can't be written, so nothing is remembered",
        mend: "give its owner the right to write into it (chmod u+wx)",
      },
      state_unreadable: {
        message: (what) => `the state can't be read: ${what}`,
        mend: "move whatever stands in its place away, or mend its permissions",
      },
      state_corrupt: {
        message: () => "the state does not parse or has the wrong shape",
        mend: `restore it from a backup, or run ${run("scan")}: it moves the file aside and rebuilds what can be rebuilt`,
      },
      state_permissions: {
        message: (what) => `others can read the state (mode ${what})`,
        mend: "chmod 600 it; the next run that writes does so",
      },
      state_foreign: {
        message: (_what, n) => `entries of an unknown form: ${number(n)}; they are kept, not used`,
        mend: "nothing, if another program keeps them there; else remove them by hand",
      },
      shared_state_corrupt: {
        message: () => "it is no JSON object or can't be read",
        mend: "restore it from a backup; the next confirmation moves it aside and begins its counters anew",
      },
      counter_invalid: {
        message: (what) => what,
        mend: "nothing: the next count begins at 0; or write the number that belongs there",
      },
      config_invalid: { message: (what) => what, mend: "correct the value, or leave it out: then the default holds" },
      rule_frontmatter: {
        message: (what) => what,
        mend: "put valid YAML between two lines of ---; until then it covers by what can be read of it",
      },
      rule_field: { message: (what) => what, mend: "correct the field, or leave it out" },
      rule_encoding: { message: (what) => what, mend: "save the file as UTF-8" },
      rule_too_large: { message: (what) => what, mend: "shorten it: a rule is a page of text" },
      rule_unreadable: { message: (what) => what, mend: "mend its permissions, or remove the link" },
      rules_unreadable: { message: (what) => what, mend: "mend its permissions, or put a folder there" },
      rules_too_many: { message: (what) => what, mend: "move what is no rule out of rules/" },
      rules_legacy: {
        message: () => "a rule file of the old form; it covers nothing",
        mend: "let Canon move its rules into rules/ban, gap, lazy and meta",
      },
      rule_duplicate_id: {
        message: (what) => `its id is taken by another file: ${what}`,
        mend: "give one of the two another id, or remove it",
      },
      source_none: {
        message: () => "there is no log of Guard's and no error record, so recognition pauses",
        mend: "check that Guard runs and writes to this home",
      },
      source_degraded: {
        message: (_what, n) => `Canon's error records stand in for Guard's log: ${number(n)}`,
        mend: "check that Guard runs and writes intercept_log.jsonl to this home; the switch is automatic",
      },
      guard_stale: {
        message: (what, n) => `Guard's newest record is of ${what}, ${count(n, "day")} ago`,
        mend: "check that Guard still runs and writes to this home",
      },
      lines_rejected: {
        message: (_what, n) => `${count(n, "line")} rejected`,
        mend: "look at the lines at these offsets; the others count",
      },
      archive_damaged: {
        message: (what) => `not read in full: ${what}`,
        mend: "mend or replace the file; what could be read counts",
      },
      draft_duplicates_rule: {
        message: (what) => `this rule covers the draft ${what} already`,
        mend: `run ${run("scan")}: it marks the draft as solidified`,
      },
      draft_resembles_rule: {
        message: (what) => `this rule shares a keyword with the draft ${what}`,
        mend: "compare the two before you confirm; perhaps the rule only needs more keywords",
      },
      draft_unsafe: {
        message: (_what, n) => `drafts in the queue that look unsafe: ${number(n)}`,
        mend: `read each with ${run("drafts show ID")}, and reject what is an attack`,
      },
      orphan_rules: {
        message: (_what, n) => `${count(n, "rule id")} hit in the log without a file in rules/`,
        mend: "confirm their drafts, restore the files, or drop the ids from Guard's configuration",
      },
      rules_never_hit: {
        message: (_what, n) => `${count(n, "rule")} that nothing in the log hits`,
        mend: "check that Guard knows them and that their keywords fit; else let them expire",
      },
      lock_abandoned: {
        message: () => "a process that has ended left its lock",
        mend: "nothing: the next run that writes removes it",
      },
      lock_held: {
        message: () => "another process holds the lock now",
        mend: "nothing, if it is at work; if it never ends, end that process",
      },
      line_unreadable: {
        message: (_what, n) => `lines that are no JSON objects and so count for nothing: ${number(n)}`,
        mend: "mend or remove them; the other lines count",
      },
      line_torn: {
        message: () => "the file ends in the middle of a line",
        mend: "nothing, if its writer is at work; else the next one that appends goes on below it",
      },
      record_doubled: {
        message: (_what, n) => `lines that say again what an earlier one said: ${number(n)}`,
        mend: "remove the later ones, if no program of yours wants them",
      },
      errors_unreadable: {
        message: (what) => what,
        mend: "move whatever stands in its place away, or mend its permissions",
      },
      contexts_unreadable: {
        message: (what) => what,
        mend: "move whatever stands in its place away, or mend its permissions",
      },
      time_ahead: {
        message: (_what, n) => `times that lie ahead of now, so that nothing counts as new until then: ${number(n)}`,
        mend: `set the clock right; a scan without --now then sets them back, and a rejection is taken back with: ${run("drafts reopen ID")}`,
      },
      watermark_unreadable: {
        message: (_what, n) =>
          `decisions whose judged_until is no time; the moment of the decision stands for it: ${number(n)}`,
        mend: `nothing, or take a rejection back: ${run("drafts reopen ID")}`,
      },
      temporary_left: {
        message: () => "half a file that a killed process left",
        mend: "nothing: the next run that writes removes it",
      },
      corrupt_left: {
        message: () => "a damaged file that was moved aside",
        mend: "take from it what you miss (rejections, feedback), then remove it",
      },
      solidify_due: {
        message: (_what, n) => `records that wait for Canon to solidify them: ${number(n)}`,
        mend: "tell the agent: !solidify",
      },
      framing: {
        message: (what) => what,
        mend: "have its writer append one record a line, or give it a name with .json",
      },
      other: { message: (what) => what, mend: "see the message" },
    } as Readonly<Record<FindingCode, FindingText>>,
  },
});
