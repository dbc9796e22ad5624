/** The help of one command: what it says in the list, what its own page says, and how it is used. */
export interface CommandHelp {
  readonly summary: string;
  readonly description: string;
  readonly usage: string;
  readonly examples: readonly (readonly [command: string, what: string])[];
}

/** The commands beside `scan` and `backfill`, by their whole name. */
export const enHelp = {
  report: {
    summary: "the whole report as one page for a browser",
    description:
      "The whole report as one page: hits over time, drafts with their evidence, sessions by rules, patterns and sources. It reads the home's log, or the named archives, and writes nothing but the page. The page needs no network.",
    usage: "[options] --html FILE [ARCHIVE...]",
    examples: [
      ["mnemonic report --html report.html", "of your own log"],
      ["mnemonic report archives/ --backfill --html history.html", "over years of archives"],
    ],
  },
  patterns: {
    summary: "what recurs now: the table of !patterns",
    description:
      "What recurs now, as the log stands: hits in this session and in 7 days, confidence, and what is recommended. Nothing is written. The table is that of the protocol, and Chinese unless --lang en is given.",
    usage: "[options]",
    examples: [
      ["mnemonic patterns", "the table"],
      ["mnemonic patterns --format csv > patterns.csv", "the same with all counts, for a spreadsheet"],
    ],
  },
  datasource: {
    summary: "where records come from: the block of !datasource",
    description:
      "Where records come from now, and in how many sessions they came from where. Nothing is written. The block is that of the protocol, and Chinese unless --lang en is given.",
    usage: "[options]",
    examples: [["mnemonic datasource", "the block"]],
  },
  drafts: {
    summary: "the queue: list, show, confirm, reject, reopen",
    description: "The drafts that scans have queued. An id may be given by its beginning, if no other begins so.",
    usage: "[options] [command]",
    examples: [
      ["mnemonic drafts", "what awaits you"],
      ["mnemonic drafts show d_3f2a", "one draft with its evidence"],
      ["mnemonic drafts confirm d_3f2a", "hand it to Canon"],
      ["mnemonic drafts reject d_3f2a --for-good", "never show it again"],
    ],
  },
  "drafts list": {
    summary: "the drafts that await you",
    description: "The drafts that await you, then those that are held back or withdrawn; with --all decided ones too.",
    usage: "[options]",
    examples: [
      ["mnemonic drafts list --all", "with those that were decided"],
      ["mnemonic drafts list --format markdown", "a table for a report"],
    ],
  },
  "drafts show": {
    summary: "one draft with its evidence",
    description: "One draft: why it was drafted, its keywords, and the places of its hits.",
    usage: "[options] <ID>",
    examples: [["mnemonic drafts show d_3f2a", "the draft whose id begins so"]],
  },
  "drafts confirm": {
    summary: "hand drafts to Canon",
    description:
      "Hands drafts to Canon: one record each in errors.jsonl, once, however often it is repeated. A draft that looks unsafe, or is held back, needs --force.",
    usage: "[options] <ID...>",
    examples: [
      ["mnemonic drafts confirm d_3f2a d_90bc", "two drafts"],
      ["mnemonic drafts confirm d_3f2a --force", "one that looks unsafe and was read"],
    ],
  },
  "drafts reject": {
    summary: "reject drafts",
    description:
      "Rejects drafts, as a false positive each. A draft comes back when its trigger holds on later hits; with --for-good only when it is reopened.",
    usage: "[options] <ID...>",
    examples: [
      ["mnemonic drafts reject d_3f2a", "until later hits make it due again"],
      ["mnemonic drafts reject d_3f2a --for-good", "until it is reopened"],
    ],
  },
  "drafts reopen": {
    summary: "take a rejection back",
    description: "Takes a rejection back: the next scan drafts the pattern again, if its trigger still holds.",
    usage: "[options] <ID>",
    examples: [["mnemonic drafts reopen d_3f2a", "then: mnemonic scan"]],
  },
  review: {
    summary: "walk through the drafts, one key each",
    description:
      "Walks through what awaits you, one draft at a time with its evidence: confirm, reject, reject for good, skip, edit, undo, quit. Nothing is sent before you accept the summary. Without a terminal, --format json prints the questions, and --answers takes what was answered: all of it is checked before any of it is sent.",
    usage: "[options]",
    examples: [
      ["mnemonic review", "on a terminal"],
      ["mnemonic review --format json", "the questions, for an agent that asks them"],
      ["mnemonic review --answers answers.json", "the answers to them"],
    ],
  },
  explain: {
    summary: "why something is drafted, or why not",
    description:
      "Why a pattern is drafted or not: its counts, which threshold holds or by how much each was missed and when it would hold, what covers it, its confidence, and the lines of its hits. Nothing is written.",
    usage: "[options] <NAME> [ARCHIVE...]",
    examples: [
      ["mnemonic explain rule_ban_013", "a rule by its id"],
      ["mnemonic explain d_3f2a", "a draft by how its id begins"],
      ["mnemonic explain 'Ban:pyautogui' --format json", "a keyword of an interceptor, for another program"],
    ],
  },
  contexts: {
    summary: "what happened around the hits",
    description: "The retained contexts, oldest first: five of a rule, a hundred in all. No conversation is kept.",
    usage: "[options] [command]",
    examples: [
      ["mnemonic contexts --rule rule_ban_013", "those of one rule"],
      ["mnemonic contexts clear", "remove them"],
    ],
  },
  "contexts clear": {
    summary: "remove the retained contexts",
    description: "Removes the retained contexts, with --archive those in context_archive.jsonl too. It asks first.",
    usage: "[options]",
    examples: [["mnemonic contexts clear --archive --yes", "all of them, without asking"]],
  },
  feedback: {
    summary: "your verdict on a rule",
    description: "Your verdict on a rule, folded into its confidence: a false positive, or confirmed.",
    usage: "[options] <RULE>",
    examples: [
      ["mnemonic feedback rule_ban_013 --false-positive", "it hit where it should not"],
      ["mnemonic feedback rule_ban_013 --confirmed", "it was right"],
    ],
  },
  say: {
    summary: "pass a user's words on, as an agent does",
    description:
      "Does what a user's words ask for: !patterns, !datasource, !solidify, !mnemonic clear_context yes, the Chinese words for them, and reflect status, add, scan.",
    usage: "[options] <TEXT...>",
    examples: [
      ["mnemonic say '!patterns'", "as mnemonic patterns"],
      ["mnemonic say '!solidify'", "scan, then the drafts and how to confirm them"],
    ],
  },
  reflect: {
    summary: "the verbs of hermes reflect",
    description: "The verbs of hermes reflect: the rules by type, a rule of your own, a scan.",
    usage: "[options] <command>",
    examples: [
      ["mnemonic reflect status", "the rules by type, and when they were last solidified"],
      ['mnemonic reflect add "run the tests before you deliver" --type gap', "a rule in your own words, as a draft"],
    ],
  },
  "reflect status": {
    summary: "the rules by type, and the last solidifying",
    description: "How many rules of which type there are, when Canon last solidified, and whether it should again.",
    usage: "[options]",
    examples: [["mnemonic reflect status --format json", "for another program"]],
  },
  "reflect add": {
    summary: "queue a rule in your own words",
    description: "Queues a rule in your own words as a draft. Written twice, it is queued once.",
    usage: "[options] <RULE>",
    examples: [['mnemonic reflect add "run the tests before you deliver"', "then: mnemonic drafts confirm ID"]],
  },
  "reflect scan": {
    summary: "the same as scan",
    description: "The same as mnemonic scan.",
    usage: "[options]",
    examples: [["mnemonic reflect scan", "your own log"]],
  },
  status: {
    summary: "what is there",
    description: "What is there: files, source, records, drafts, rules, and Canon's counters. Nothing is written.",
    usage: "[options]",
    examples: [["mnemonic status --home ./self-reflection", "another home"]],
  },
  schema: {
    summary: "the JSON Schemas of what commands print",
    description:
      "The JSON Schema of what a command prints with --format json, by its name; without a name a list. The member schema of a result says which one is its own.",
    usage: "[options] [NAME]",
    examples: [
      ["mnemonic schema", "which there are"],
      ["mnemonic schema report > report.schema.json", "that of scan and backfill"],
    ],
  },
  completion: {
    summary: "completions for your shell",
    description:
      "Prints the script by which your shell completes commands, options, and the ids of drafts and rules of your home.",
    usage: "[options] <SHELL>",
    examples: [
      ["mnemonic completion bash >> ~/.bashrc", "for bash; open a new shell then"],
      ["mnemonic completion zsh > ~/.zfunc/_mnemonic", "for zsh, in a folder of its fpath"],
      ["mnemonic completion fish > ~/.config/fish/completions/mnemonic.fish", "for fish"],
    ],
  },
  config: {
    summary: "what is set for all runs, and where",
    description:
      "The options that can be set for all runs, each with its value and where it comes from: a flag; else an environment variable (MNEMONIC_THREADS=4); else, but for those of one run or one machine, the home's config.json (mnemonic.threads); else the default. And the thresholds, which config.json alone sets. What can't be used is marked, and named with its place.",
    usage: "[options]",
    examples: [
      ["mnemonic config", "everything"],
      ["mnemonic config --format json", "for another program"],
    ],
  },
  doctor: {
    summary: "what is wrong with it, and the mend",
    description:
      "What is wrong with the home, the worst first, each with its place and its mend. Nothing is written. Findings are a result: the exit code is 0. With archives: what is understood of their first records.",
    usage: "[options] [ARCHIVE...]",
    examples: [
      ["mnemonic doctor", "look at everything"],
      ["mnemonic doctor other.jsonl", "what is understood of it, and a --map"],
      ["mnemonic doctor --stale-days 2", "Guard should have written within two days"],
    ],
  },
} satisfies Record<string, CommandHelp>;
