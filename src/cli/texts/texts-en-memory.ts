import type { ThreatKind } from "../../core/safety/safety.js";
import type { Source } from "../../model/report.js";
import type { ContextEntry } from "../../model/state.js";
import { count } from "./english.js";
import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";

/** The queue, the review, contexts, feedback, and the words of the seed. */
export const enMemory = (run: Invocation) => ({
  safety: {
    kinds: {
      "overrides-instructions": "it tells the agent to drop its instructions",
      "changes-role": "it gives the agent another role",
      "asks-for-prompt": "it asks for the agent's prompt or rules",
      "hides-from-user": "it tells the agent to hide something from the user",
      "disables-guard": "it switches the guard or the confirmation off",
      "forges-conversation": "it forges the markup of a conversation",
      "runs-remote-code": "it fetches code and runs it",
      exfiltrates: "it reads credentials or sends data away",
    } satisfies Record<ThreatKind, string>,
    encoded: (reason: string) => `${reason} (hidden by an encoding)`,
  },
  queue: {
    title: (n: number) => `Drafts that await you: ${number(n)}`,
    aside: (n: number) => `${number(n)} held back or withdrawn`,
    columns: {
      id: "id",
      status: "status",
      type: "type",
      rule: "rule",
      confidence: "conf",
      d7: "7d",
      total: "total",
      last: "last hit",
      decided: "decided",
      coveredBy: "covered by rule",
    },
    unsafe: "UNSAFE",
    unsafeStatus: (status: string) => `${status}, UNSAFE`,
    unsafeDraft: (id: string, reasons: string) => `${id} is UNSAFE: ${reasons}`,
    decided: (n: number) => `${count(n, "draft")} decided (shown with --all)`,
    next: [
      `${run("review")} asks about one after another`,
      `${run("drafts show ID")} shows the evidence of one; drafts confirm ID hands it to Canon, drafts reject ID drops it`,
    ],
    nextScan: [`${run("scan")} looks for new ones`],
    nextOf: (id: string, isForced: boolean) =>
      `${run(`drafts confirm ${id}${isForced ? " --force" : ""}`)}, or ${run(`drafts reject ${id}`)}`,
    decidedAt: (status: string, at: string) => `${status} at ${at}`,
    forGood: "for good: it comes back only when it is reopened",
    judgedUntil: (at: string) => `hits up to ${at} are judged`,
    coveredByRule: (id: string) => `covered by the rule ${id}`,
    ruleGone: "the rule that covered it is gone",
    canReopen: (id: string) => `${run(`drafts reopen ${id}`)} takes the rejection back`,
    notPending: (id: string, status: string) => `draft ${id} is ${status} and was not confirmed`,
    canForce: "--force confirms it all the same. Nothing was written",
    refused: (id: string, reasons: string) => `draft ${id} is unsafe and was not confirmed: ${reasons}`,
    refusedHint: (id: string) =>
      `read it with: ${run(`drafts show ${id}`)}; if it is harmless, confirm it with --force. Nothing was written`,
    unknown: (id: string) => `there is no draft ${id}`,
    unknownHint: `see the ids with: ${run("drafts --all")}; one that waits for room in the queue is not there yet: decide some, and scan again`,
    done: {
      confirmed: (id: string) => `confirmed ${id}`,
      rejected: (id: string) => `rejected ${id}`,
      reopened: (id: string) => `reopened ${id}`,
    },
    afterReopening: `${run("scan")} drafts it again if its trigger still holds`,
    confirmedBefore: (id: string) => `${id} was confirmed before; Canon has it already`,
    sinceSolidify: (n: number) => `${count(n, "record")} for Canon since it last solidified`,
    solidifyDue: (n: number) =>
      `!solidify is due: ${count(n, "record")} for Canon since it last solidified. Tell the agent: !solidify`,
  },
  review: {
    needsTerminal: "review asks a person key by key and needs a terminal",
    needsTerminalHint: `use ${run("drafts")} and ${run("drafts confirm ID")}, or ${run("review --format json")} for the questions`,
    none: "No draft awaits you.",
    place: (i: number, n: number) => `[${i}/${n}]`,
    keys: "[c]onfirm  [r]eject  reject for [g]ood  [s]kip  [e]dit  [u]ndo  [q]uit  [?]",
    keyHelp: {
      c: "confirm: it becomes a record for Canon, who makes it a rule",
      r: "reject: it comes back when a threshold holds on later hits",
      g: "reject for good: it comes back only when it is reopened",
      s: "skip: it awaits you in the next review",
      e: "edit the rule, its type, keywords and meaning in your editor",
      u: "undo the answer before",
      q: "quit: what was answered so far is summed up; the rest awaits you in the next review",
    },
    sure: "It is UNSAFE (above). Confirm it all the same? [y/n]",
    summary: {
      confirm: (n: number) => `confirm ${number(n)}:`,
      reject: (n: number) => `reject ${number(n)}:`,
      reject_for_good: (n: number) => `reject ${number(n)} for good:`,
    },
    edited: "edited",
    send: "Send these answers? [y/n]",
    form: "Change what stands behind the colons, save and leave. Keywords are parted by |",
    noEditor: "Nothing was changed: no editor is set (EDITOR), or it ended with a failure.",
    unchanged: "Nothing was changed.",
    nothingSent: "Nothing was sent.",
    badAnswers: (file: string, what: string) => `the answers in ${file} can't be used: ${what}`,
    answersHint: `expected is {"answers": [{"draft_id": "d_…", "answer": "confirm"}]}; see: ${run("schema answers")}`,
    badField: (field: string, message: string) => `${field}: ${message}`,
    unread: { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "permission denied" },
    answersNoJson: "they are no JSON",
    answersTooLong: "they are too long",
    notPending: (id: string) => `there is no draft ${id} to answer`,
    otherwise: (id: string, status: string, answer: string) =>
      `draft ${id} is ${status}, and can't be answered with "${answer}"`,
    rejectedForGood: "rejected for good",
    doneBefore: (id: string, status: string) => `${id} is ${status} already, as answered`,
    problems: (n: number) => count(n, "problem"),
    moreProblems: (n: number) => `+${number(n)} more`,
    answeredTwice: (id: string) => `${id} is answered twice`,
    needsForce: (id: string) => `${id} is UNSAFE: to confirm it all the same, its answer needs "force": true`,
    question: (rule: string, why: string) => `Shall this become a rule? ${rule} (${why})`,
  },
  contexts: {
    none: "No context is retained.",
    noneOf: (rule: string) => `No context of ${rule} is retained. ${run("contexts")} shows all.`,
    title: (n: number) => `Contexts: ${number(n)}`,
    columns: { at: "time", rule: "rule", summary: "summary", risk: "risk", session: "session" },
    risks: { reversible: "reversible", irreversible: "IRREVERSIBLE" } satisfies Record<
      ContextEntry["risk_type"],
      string
    >,
    ask: (archive: boolean) => `Remove all retained contexts${archive ? " and their archive" : ""}? [y/n] `,
    kept: "Nothing was removed.",
    cleared: (n: number, archive: boolean) =>
      `${count(n, "context")} removed${archive ? ", and the archive with them" : ""}`,
    needsYes: "this removes the retained contexts, and there is no terminal to ask on",
    needsYesHint: "add --yes to remove them",
  },
  feedback: {
    needsVerdict: "feedback needs one of --false-positive and --confirmed",
    noted: {
      false_positive: (rule: string) => `${rule}: noted as a false positive`,
      confirmed: (rule: string) => `${rule}: noted as confirmed`,
    },
    held: "held back: its drafts are not offered any more",
    unhit: (rule: string) => `${rule} is a rule that was never hit, as far as is known`,
    unknown: (rule: string) => `nothing is known of ${rule}; nothing was noted`,
    near: (names: string) => `did you mean ${names}?`,
    unknownHint: `see the names with: ${run("patterns --format csv")}`,
  },
  say: {
    unknown: (text: string) => `${text}: no word of the protocol`,
    unknownHint:
      "known are !patterns, !datasource, !solidify, !mnemonic clear_context yes, reflect status, reflect scan, and the Chinese words for them",
    clearNeedsYes: "this removes the retained contexts: ask the user first",
    clearHint: "if they agree, pass on: !mnemonic clear_context yes",
    solidify: `ask the user about each, then pass on their choice: ${run("drafts confirm ID")}, or ${run("drafts reject ID")}`,
    nothingToSolidify: "nothing awaits the user",
    runCanon: "Then run Canon's own !solidify: Mnemonic writes no rules.",
  },
  seed: {
    patterns: "[Mnemonic] Repeated patterns now:",
    columns: ["rule", "this session", "7 days", "confidence", "recommended"],
    action: (action: string) => EN_ACTIONS[action] ?? action,
    decided: (word: string) => ` (${word})`,
    theirs: "(the protocol's own words, which agents look for; in English with --lang en)",
    suspicious: "(unsafe text, not shown)",
    more: (n: number) => `+${number(n)} more (--format json shows all)`,
    queue: (n: number) =>
      n > 0 ? `Draft queue: ${number(n)} to confirm → type !solidify to solidify` : "Draft queue: none to confirm",
    source: "[Mnemonic] Data source:",
    sources: {
      guard_intercept: "Guard's intercept log",
      canon_errors: "Canon's error records",
      none: "waiting",
    } satisfies Record<Source, string>,
    current: (source: string, what: string) => `current source: ${source} (${what})`,
    health: {
      guard_intercept: (n: number) => `health: ✅ fine (${count(n, "intercept")} in 7 days)`,
      canon_errors: (n: number) => `health: ⚠️ degraded (${count(n, "error record")}), waiting for Guard's log`,
      none: (_n: number) => "health: ⏸ waiting (no intercept log, no error records)",
    },
    history: "history:",
    sessions: {
      guard_intercept: (n: number) => `guard_intercept: ${count(n, "session")}`,
      canon_errors: (n: number) => `canon_errors: ${count(n, "session")} (degraded)`,
      none: (n: number) => `none: ${count(n, "session")} (waiting)`,
    },
    chain: (chain: string) => `chain of sources: ${chain}`,
  },
});

const EN_ACTIONS: Readonly<Record<string, string>> = {
  已固化: "solidified",
  待确认: "awaits you",
  建议固化: "solidify",
  观察: "watch",
};
