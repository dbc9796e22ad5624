import type { ReasonCode, ReasonParams } from "../../model/archive-reasons.js";
import type { ErrorCode, ErrorReason, NextRun } from "../../model/errors.js";
import type { ArchiveStatus, DraftStatus, RejectReason, Report, Warning } from "../../model/report.js";
import type { TriggerName } from "../../model/options.js";
import type { WarningReason } from "../../model/warning-reasons.js";
import { count } from "./english.js";
import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";
import { enCache, enCacheHelp } from "./texts-en-cache.js";
import { enConfig } from "./texts-en-config.js";
import { enDoctor } from "./texts-en-doctor.js";
import { enExplain } from "./texts-en-explain.js";
import { hintIn } from "./texts-en-failures.js";
import { enHelp, type CommandHelp } from "./texts-en-help.js";
import { enMemory } from "./texts-en-memory.js";

/** The reference: the type of every other language is made of it (texts.ts). */
export const english = (run: Invocation) => ({
  language: "en",
  /** A command that can be typed. */
  run,
  ...enMemory(run),
  ...enDoctor(run),
  ...enCache(run),
  ...enConfig(run),
  ...enExplain(run),
  help: {
    titles: {
      "Usage:": "Usage:",
      "Arguments:": "Arguments:",
      "Options:": "Options:",
      "Global Options:": "Common options:",
      "Commands:": "Commands:",
      read: "Read logs:",
      see: "See what recurs, and why:",
      decide: "Decide:",
      tend: "Look after the home:",
      others: "For agents, programs and shells:",
      examples: "Examples:",
      exitCodes: "Exit codes:",
    },
    usage: {
      program: "[options] <command>",
      scan: "[options] [ARCHIVE...]",
      backfill: "[options] <ARCHIVE...>",
      help: "[COMMAND...]",
    },
    program: "Finds the rules an agent keeps breaking in its intercept logs and drafts their mend for you to confirm.",
    scan: "What is repeated now: read the home's log with its rotated siblings, or the named archives, and show patterns and drafts.",
    scanSummary: "recognise patterns in the log and draft rules",
    backfill:
      "What daily runs would have drafted: read years of archives in one pass, with windows that slide over them. Interrupted, the same command goes on where it was.",
    backfillSummary: "the same over history, with sliding windows",
    helpCommand: "show the help of a command",
    commands: { ...enCacheHelp, ...enHelp } as Readonly<
      Record<keyof typeof enCacheHelp | keyof typeof enHelp, CommandHelp>
    >,
    arguments: {
      id: "the draft's id, or how it begins",
      ids: "the drafts' ids, or how they begin",
      rule: "a rule's id, or interceptor:keyword where there is no rule",
      name: "a rule, a pattern (interceptor:keyword), an error type or a draft; or how it begins",
      schema: "the name of a schema; without it they are listed",
      shell: "bash, zsh, fish or powershell",
      newRule: "the rule, in quotes",
      text: "what the user said",
      lookedAt: "archives to look into instead of the home",
    },
    archives: "log files or folders (default: the home's own log)",
    backfillArchives: "log files or folders",
    options: {
      home: "folder with intercept_log.jsonl, errors.jsonl and rules/ (default: $HERMES_HOME/self-reflection, else ~/.hermes/self-reflection)",
      now: "the moment at which the windows end: ISO 8601 or epoch number (default: the clock)",
      session: "the current session (default: that of the newest record)",
      threads: "worker threads (default: one per processor, none for small logs)",
      format:
        "text, json (the whole result) or ndjson (one item a line), for tables also csv or markdown; default: text",
      lang: "zh or en (default: from the locale)",
      color: "auto, always or never (default: auto; NO_COLOR is honoured)",
      noProgress: "show no progress",
      quiet: "results only: no progress, no remarks on standard error, no word on what to do next",
      debug: "on failure, show the stack trace",
      dryRun: "write nothing",
      backfills: "only what is kept of interrupted backfills",
      tz: "zone of times that name none, such as Asia/Shanghai or +08:00 (default: UTC)",
      since: "count from this moment on: a date, a time, or how long ago (7d, 36h)",
      until: "count up to this moment; a date is the whole day",
      map: "where fields have other names: FIELD=PATH,…, or ecs, otel, docker (README)",
      rejects: "write every rejected line to this file (NDJSON: place, reason, content)",
      overwrite: "replace the file of --rejects that an earlier run has written",
      maxMemory:
        "memory to stay within, such as 2G; the rest goes to temporary files (default: a quarter of the machine's)",
      tempDir: "folder for temporary files (default: the system's)",
      noCache: "read everything, and leave what is kept between scans, and of an interrupted backfill, as it is",
      verify: "read everything, and see whether what is kept between scans is what the logs hold",
      interval: "look at the log every so many seconds (default: 1)",
      maxLine: "longest line that is read, such as 64M; a longer one is rejected (default: 64M)",
      failOn: "exit with 3 if something was found: drafts, rejects, or both with a comma",
      answers: "answers to the questions, as JSON; - reads standard input",
      all: "decided drafts, too",
      force: "confirm drafts that look unsafe, or are held back, all the same",
      html: "the file that the page goes to; a new one, unless --force; - is standard output",
      backfill: "over history, with sliding windows, as mnemonic backfill",
      forcePage: "replace a page that is there; nothing else is ever replaced",
      forGood: "until it is reopened, whatever comes",
      rule: "only those of this rule",
      archive: "the archive of older ones, too",
      yes: "do not ask",
      falsePositive: "it hit where it should not",
      confirmed: "it was right",
      type: "ban, gap, lazy or meta (default: ban)",
      staleDays: "Guard is stale when its newest record is older than so many days (default: 7)",
      version: "show the version",
      help: "show this help",
    },
    examples: {
      program: [
        ["mnemonic scan", "patterns and drafts of your own log"],
        ["mnemonic backfill archives/", "the same over years of archives"],
        ["mnemonic review", "confirm or reject the drafts, one key each"],
        ["mnemonic doctor", "what is wrong with your home"],
        ["mnemonic help scan", "everything about one command"],
      ],
      scan: [
        ["mnemonic scan", "your own log, with its rotated siblings"],
        ["mnemonic scan --home ./self-reflection --dry-run", "another home, and write nothing"],
        ["mnemonic scan old.jsonl --now 2026-05-25T12:00:00Z", "one archive, as of that moment"],
        ["mnemonic scan --format ndjson | head -n 1", "the first draft, for another program"],
        ["mnemonic scan --fail-on drafts", "a gate in CI: exit code 3 if there are drafts"],
      ],
      backfill: [
        ["mnemonic backfill archives/", "every log in a folder"],
        [
          "mnemonic backfill archives/ --threads 8 --format json > report.json",
          "the whole report, for another program",
        ],
      ],
    },
    exitCodes: {
      0: "done",
      1: "it could not be done",
      2: "wrong usage",
      3: "with --fail-on: something was found",
      130: "stopped by Ctrl-C",
    },
  },
  usage: {
    unknownOption: (flag: string) => `unknown option ${flag}`,
    unknownCommand: (name: string) => `unknown command ${name}`,
    didYouMean: (names: string) => ` (did you mean ${names}?)`,
    missingArgument: (name: string) => `${name} is missing`,
    missingValue: (flag: string) => `${flag} needs a value`,
    badValue: (what: string, value: string, expected: string) => `${what} ${value}: expected ${expected}`,
    badValueHint: (what: string) => `change or leave out ${what}; --help of the command says what it takes`,
    tooMany: "more arguments than the command takes",
    other: (message: string) => message,
    seeHelp: (command: string) => `run "${command} --help" to see what there is`,
    expected: {
      time: "a time such as 2026-05-25T12:00:00Z, or an epoch number",
      wholeNumber: (min: number, max: number) => `a whole number from ${min} to ${max}`,
      oneOf: (values: string) => `one of ${values}`,
      seconds: "a number of seconds from 0.1 to 86400",
      size: (most: string) => `a size such as 500K or 64M, at most ${most}`,
      text: "something that is not empty",
      bound: "a date, a time such as 2026-05-25T12:00:00Z, or how long ago, such as 7d or 36h",
      zone: "a time zone such as Asia/Shanghai or +08:00",
      map: (fields: string, presets: string) =>
        `FIELD=PATH with a comma between, each FIELD once (FIELD: record, ${fields}), or one of ${presets}`,
    },
  },
  failure: {
    message: (_code: ErrorCode, message: string, reason?: ErrorReason) =>
      reason?.code === "draft_not_rejected" ? `draft ${reason.name} was not rejected` : message,
    hint: hintIn(run),
    archiveNotFound: (_path: string, message: string) => message,
    notRemembered: (message: string) => `nothing of this result was remembered: ${message}`,
    stopped: (done: string, total: string) => `stopped after ${done} of ${total}`,
    stoppedEarly: "stopped before it was done",
    /** Behind either. */
    unwritten: (stopped: string) => `${stopped}; nothing was written`,
    kept: (stopped: string) => `${stopped}; no draft was queued; progress is kept`,
    stoppedDry: "a dry run keeps nothing: the same command begins anew",
    stoppedHint: {
      anew: "run the same command again",
      onwards: "run the same command again: it goes on from there",
      input: "run it again from the beginning: only files can be gone on with, not standard input",
    } satisfies Record<NextRun, string>,
    internal: (message: string) => `internal error: ${message}`,
    internalHint: "this is a fault of Mnemonic: please report it, with what --debug shows",
    output: (message: string) => `the result could not be written: ${message}`,
    outputHint: "check the space and the permissions where the output goes",
    tooFewFiles: "too few files may be open at once to load the program",
    tooFewFilesHint: "raise the limit: ulimit -n 1024",
  },
  pageFile: {
    written: (file: string, size: string) => `Written: ${file} (${size}). Open it in a browser; it loads nothing.`,
    counts: (patterns: string, drafts: string) => `Patterns: ${patterns}, drafts: ${drafts}`,
    exists: (file: string) => `${file} is there already`,
    existsHint: "name another file, or add --force to replace it",
    foreign: (file: string) => `${file} is no page of Mnemonic, so it is not replaced`,
    noFile: (file: string) => `${file} is no file`,
    otherHint: "name another file",
    inHome: {
      rules: (file: string) => `${file} is among the rules of the home`,
      home: (file: string) => `${file} is a file of the home`,
    },
    otherFolderHint: "name a file in another folder",
    terminal: "--html - writes the page to standard output, and that is a terminal",
    terminalHint: `redirect it, or name a file: ${run("report --html report.html")}`,
    noFolder: (folder: string) => `there is no folder ${folder}`,
    noFolderHint: "make it first, or name another file",
    unwritable: (file: string, message: string) => `${file} could not be written: ${message}`,
    unwritableHint: "check the space and the permissions of its folder",
  },
  progress: {
    state: (done: string, total: string, rate: string) => `${done} of ${total}, ${rate}/s`,
    left: (time: string) => `, ${time} left`,
    starting: "reading …",
  },
  summary: {
    title: (mode: Report["mode"], archives: number, bytes: string) =>
      `${mode === "scan" ? "Scan" : "Backfill"} of ${count(archives, "archive")}, ${bytes}`,
    now: (now: string) => `as of ${now}`,
    status: { ok: "ok", degraded: "degraded: something was rejected, skipped or damaged (below)" },
    noneRead: "none of the named archives could be read",
    noneReadHint: `why is said with each; ${run("doctor ARCHIVE")} tells the mend`,
    noArchives: "No archive was found.",
    archive: {
      complete: "complete",
      truncated: "truncated",
      replaced: "replaced",
      unreadable: "unreadable",
      partial: "read in part",
      duplicate: "duplicate",
      unsupported: "not supported",
    } satisfies Record<ArchiveStatus, string>,
    archiveReason: (_code: ReasonCode, _params: ReasonParams | undefined, reason: string) => reason,
    withReason: (status: string, reason: string) => `${status}: ${reason}`,
    moreArchives: (n: number) => `+${count(n, "more archive")}`,
    passedOver: (n: number, names: string, pattern: string) =>
      `Passed over: ${count(n, "file")} with no archive's name (*.jsonl*, *.json*): ${names}. A pattern reads any name: '${pattern}'`,
    lines: (total: number, accepted: number, blank: number) =>
      `Lines: ${number(total)}, of which ${count(accepted, "record")} and ${number(blank)} blank`,
    incomplete: (n: number) => `, ${number(n)} incomplete at the end`,
    rejected: (n: number) => `Rejected: ${number(n)} (file:byte: reason)`,
    reasons: {
      invalid_json: "invalid JSON",
      not_object: "not an object",
      too_long: "too long",
    } satisfies Record<RejectReason, string>,
    moreSamples: (n: number) => `+${count(n, "more rejected line")}`,
    hits: (hits: number, d7: number, d14: number, sessions: number) =>
      `Hits: ${number(hits)}, of which ${number(d7)} in 7 days and ${number(d14)} in 14 days, in ${count(sessions, "session")}`,
    errorRecords: (n: number) => `Error records: ${number(n)}`,
    others: "Besides: ",
    kinds: {
      retries: (n: number) => count(n, "retry", "retries"),
      confirmations: (n: number) => count(n, "confirmation"),
      false_positives: (n: number) => count(n, "false positive"),
      contexts: (n: number) => count(n, "context"),
      errors: (n: number) => count(n, "error record"),
      own: (n: number) => `${count(n, "record")} of Mnemonic's own`,
      outside: (n: number) => `${count(n, "record")} outside --since and --until`,
      unattributed: (n: number) => `${count(n, "hit")} without a rule`,
      undated: (n: number) => `${count(n, "hit")} without a time`,
      future: (n: number) => `${count(n, "hit")} later than now`,
      sessionless: (n: number) => `${count(n, "hit")} without a session`,
    },
    listSeparator: ", ",
    skipped: (parts: string) => `degraded: ${parts}`,
    skippedLines: (n: number) => `${count(n, "line")} rejected`,
    skippedArchives: (n: number) => `${count(n, "archive")} not read in full`,
    skippedWarnings: (n: number) => count(n, "warning"),
    skippedOther: "NUL bytes were skipped",
  },
  patterns: {
    title: (n: number) => `Patterns: ${number(n)}`,
    none: "No pattern.",
    columns: {
      rule: "rule",
      session: "session",
      d7: "7d",
      d14: "14d",
      total: "total",
      falsePositives: "false",
      confidence: "conf",
      trigger: "trigger",
      action: "recommended",
      coveredBy: "covered by",
      days: "by day",
    },
    field: (title: string, value: string) => `${title}: ${value}`,
    triggers: {
      same_session: "one session",
      cross_session_7d: "7 days",
      cross_session_14d: "14 days",
      revival: "revival",
      errors: "errors",
    } satisfies Record<TriggerName, string>,
    actions: {
      已固化: "solidified",
      待确认: "awaits you",
      建议固化: "solidify",
      monitor: "monitor",
      观察: "watch",
    } as Readonly<Record<string, string>>,
    covered: { rule: "rule", draft: "draft", session: "this session", unread: "unreadable" },
    decided: { confirmed: "confirmed", rejected: "rejected" },
    coveredBy: (kind: string, id: string) => `${kind} ${id}`,
    more: (n: number) => `+${number(n)} more (--format json shows all)`,
    rest: (past: number, single: number) => {
      const parts = [
        ...(past > 0 ? [`${count(past, "pattern")} without a hit in 7 days`] : []),
        ...(single > 0 ? [`${count(single, "pattern")} with one hit`] : []),
      ];
      return `not in the table: ${parts.join(", ")} (${run("patterns --format csv")} shows all)`;
    },
  },
  drafts: {
    title: (n: number, fresh: number) => `Drafts: ${number(n)}, of which ${number(fresh)} new`,
    none: "No draft.",
    status: {
      pending_confirm: "awaits you",
      confirmed: "confirmed",
      solidified: "solidified",
      rejected: "rejected",
      held: "held back",
      withdrawn: "withdrawn",
    } satisfies Record<DraftStatus, string>,
    fresh: "new",
    waiting: "waits for room in the queue",
    why: {
      same_session: (d7: number, backfill: boolean) =>
        backfill
          ? "2 or more hits in one session"
          : `2 or more hits in one session within 7 days (${count(d7, "hit")} in 7 days)`,
      cross_session_7d: (d7: number, backfill: boolean) =>
        backfill ? "2 or more hits within 7 days" : `${count(d7, "hit")} in 7 days`,
      cross_session_14d: (d14: number, backfill: boolean) =>
        backfill ? "3 or more hits within 14 days" : `${count(d14, "hit")} in 14 days`,
      revival: () => "the rule has no content, and its context came up 2 or more times in one session",
      errors: (total: number) => count(total, "error record"),
    },
    firstMet: (at: string, hits: number) => `first met at ${at} by ${count(hits, "hit")}`,
    whyLabel: "why",
    falsePositives: (n: number) => `${count(n, "false positive")} in all, taken off before judging`,
    confidence: (value: string) => `confidence ${value}`,
    rule: "rule",
    errorType: "error type",
    byHand: "a person wrote it",
    pattern: "pattern",
    keywords: "keywords",
    meaning: "meaning",
    revives: (id: string) => `gives content to the empty rule ${id}`,
    level: (level: string) => `proposed level ${level}`,
    unsafe: (reasons: string) => `UNSAFE, read it with care: ${reasons}`,
    span: (first: string, last: string) => `${first} to ${last}`,
    seen: "seen",
    interceptors: "interceptors",
    evidence: "evidence (place, time, session):",
    noTime: "no time",
    list: ", ",
    clauses: "; ",
    label: (label: string) => `${label}: `,
    more: (n: number) => `+${count(n, "more draft")} (--format json shows all)`,
    full: (n: number, waiting: number, isDry: boolean) =>
      `${number(n)} ${isDry ? "would enter" : "entered"} the queue, waiting for room: ${number(waiting)}. Decide some (${run("review")}), and the same command lets the next ones in`,
  },
  warnings: {
    title: (n: number) => `Warnings: ${number(n)}`,
    item: ({ message }: Warning) => message,
    because: (message: string, _reasons: readonly WarningReason[]) => message,
    withPath: (path: string, message: string) => `${path}: ${message}`,
    more: (n: number) => `+${count(n, "more warning")}`,
  },
  next: {
    label: "Next: ",
    drafts: `${run("review")} walks through the drafts; no rule changes until a person confirms one`,
    dryRun:
      "this was a dry run, and nothing was written: the same command without --dry-run puts the drafts into the queue",
    noSource: (home: string) =>
      `there is nothing to read in ${home} yet; name another home with --home, or archives as arguments`,
    noRecords: (archive: string) =>
      `no record of a guard is in these archives; ${run(`doctor ${archive}`)} shows what one holds`,
    unnamed: (archive: string) =>
      `no hit here names a rule or a keyword, so nothing can recur: ${run(`doctor ${archive}`)} shows what they hold, and proposes a --map if the fields have other names`,
    undated: (archive: string) =>
      `no hit here has a time, so none is in a window: ${run(`doctor ${archive}`)} shows what they hold, and proposes a --map if the field has another name`,
    past: (archives: string) =>
      `no hit is of the last 14 days, and a scan looks no further back: ${run(`backfill ${archives}`)} looks at all of them, --now TIME at those before a moment`,
    degraded: (archive: string) =>
      `what was rejected or skipped is named above, and the rest counts; ${run(`doctor ${archive}`.trimEnd())} tells the mend`,
    fine: "nothing is repeated often enough to need a rule",
  },
});
