import { count } from "./english.js";

/** Options by flag, variable and file. */
export const enConfig = {
  config: {
    title: (home: string) => `Options of ${home}`,
    columns: { name: "option", value: "value", from: "from", place: "place" },
    sources: { flag: "flag", env: "variable", config: "config.json", default: "default" },
    unset: "(not set)",
    problems: (n: number) => `${count(n, "value")} to look at:`,
    holds: (problem: string) => `${problem}; the default holds`,
    unknownVariable: (name: string) => `${name} is no variable of Mnemonic's`,
    unknownKey: (name: string) => `config.json: mnemonic has no option ${name}`,
  },
  schemas: {
    columns: { name: "name", schema: "schema", printedBy: "printed by" },
    printedBy: {
      report: "scan, backfill",
      "report-line": "scan, backfill (a line of ndjson)",
      patterns: "patterns",
      datasource: "datasource",
      drafts: "drafts list, say !solidify",
      draft: "drafts show, reflect add",
      decision: "drafts confirm, drafts reject, drafts reopen",
      questions: "review",
      answers: "review --answers (what it takes)",
      reviewed: "review --answers",
      explain: "explain",
      contexts: "contexts",
      cleared: "contexts clear",
      feedback: "feedback",
      reflect: "reflect status",
      status: "status",
      doctor: "doctor",
      archives: "doctor ARCHIVE",
      page: "report --html",
      config: "config",
      completion: "completion",
      schemas: "schema",
    },
    unknown: (name: string) => `there is no schema ${name}`,
    unknownHint: "see which there are with: mnemonic schema",
  },
};
