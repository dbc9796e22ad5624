import type { Verdict } from "../../model/explanation.js";
import type { TriggerName } from "../../model/options.js";
import { count } from "./english.js";
import type { Invocation } from "./invocation.js";
import { number } from "./quantities.js";

/** Why a pattern is drafted or not. */
export const enExplain = (run: Invocation) => ({
  explain: {
    verdicts: {
      drafted: "drafted: its draft awaits you",
      waiting: "drafted, but the queue is full: it enters when there is room",
      held_back: "held back: a threshold holds, but its confidence is too low for it to be offered",
      covered: "not drafted: it is covered",
      missed: "not drafted: no threshold holds",
      no_hits: "not drafted: no hit of it is in the log",
      unattributed: "never drafted: its hits name neither a rule nor a keyword, so they are only counted",
      by_hand: "a person wrote this rule; no log is asked about it",
    } satisfies Record<Verdict, string>,
    due: "to be drafted: the next scan queues it",
    kinds: { rule: "rule", keyword: "pattern", unattributed: "interceptor", error: "error type", user: "rule by hand" },
    counts: (session: number, d7: number, d14: number, total: number, sessions: number) =>
      `${count(total, "hit")} in ${count(sessions, "session")}; ${number(d14)} in 14 days, ${number(d7)} in 7 days, ${number(session)} in this session`,
    errorCounts: (total: number) => count(total, "error record"),
    undated: (n: number) => `${number(n)} without a time, which are in no window`,
    future: (n: number) => `${number(n)} later than now, which are in no window yet`,
    falsePositives: (n: number) => `${count(n, "false positive")}, each of which takes off one hit of its session`,
    labels: {
      hits: "hits",
      seen: "seen",
      judged: "judged",
      covered: "covered by",
      rule: "rule",
      confidence: "confidence",
      draft: "draft",
    },
    judged: (until: string) => `hits up to ${until} were judged, and only later ones count`,
    thresholds: "Thresholds, the first that holds decides:",
    names: {
      same_session: "one session in 7 days",
      cross_session_7d: "7 days",
      cross_session_14d: "14 days",
      revival: "contexts in one session (the rule has no content)",
      errors: "error records",
    } satisfies Record<TriggerName, string>,
    holds: (name: string, counted: number, needed: number) =>
      `holds    ${name}: ${number(counted)}, and ${number(needed)} ${needed === 1 ? "is" : "are"} needed`,
    misses: (name: string, counted: number, needed: number) =>
      `missed   ${name}: ${number(counted)} of ${number(needed)}`,
    more: (n: number) => `${number(n)} more`,
    moreIn: (n: number, sessions: string) => `${number(n)} more in session ${sessions}`,
    before: (what: string, time: string, relative: string) => `${what} before ${time} (${relative})`,
    within: (n: number, days: number) => `${number(n)} within ${count(days, "day")}`,
    or: " or ",
    covers: {
      ruleById: (id: string, path: string) => `the rule ${id} in ${path}`,
      ruleByKeywords: (id: string, path: string) =>
        `the rule ${id} in ${path}, whose keywords include all of this pattern's`,
      confirmed: (id: string) => `its draft ${id}, which was confirmed; Canon's rule has not been seen yet`,
      rejected: (id: string) => `its draft ${id}, which was rejected, until a threshold holds on later hits`,
      rejectedForGood: (id: string) => `its draft ${id}, which was rejected for good, until it is reopened`,
      session: (id: string) => `a decision in this session (${id}), until that ends`,
      unread: (path: string) =>
        `it may be a rule in ${path}, which can't be read; until it can, nothing new is drafted`,
      nothing: "nothing",
    },
    ruleStates: {
      solid: "in force",
      placeholder: "placeholder without content, which covers nothing",
      expired: "expired",
    },
    rule: (path: string, state: string) => `${path}: ${state}`,
    expires: (time: string, relative: string) => `expires at ${time} (${relative})`,
    expired: (time: string, relative: string) => `expired at ${time} (${relative})`,
    start: (value: string) => `starts at ${value}`,
    remembered: (value: string) => `${value} after what earlier scans had seen`,
    rememberedUntil: (value: string, until: string) => `${value} after what was seen up to ${until}`,
    now: (value: string) => `${value} now`,
    verdictsGiven: (n: number) => `${count(n, "verdict")} of yours in it`,
    holdBelow: (below: string, above: string) => `held back below ${below}, offered again above ${above}`,
    queued: (id: string, status: string) => `${id}, ${status}`,
    staysPending: (id: string) => `${id}: it awaits you, from when a threshold held`,
    evidence: (shown: number, total: number) =>
      shown < total
        ? `Evidence, the newest ${number(shown)} of ${count(total, "hit")}:`
        : `Evidence, ${count(total, "hit")}:`,
    gone: "(the line can't be read any more)",
    next: {
      drafted: (id: string) => `${run(`drafts confirm ${id}`)}, or ${run(`drafts reject ${id}`)}`,
      scan: `${run("scan")} puts it into the queue`,
      reopen: (id: string) => `${run(`drafts reopen ${id}`)} takes the rejection back`,
      solidify: "tell the agent: !solidify",
      feedback: (name: string) => `${run(`feedback ${name} --confirmed`)} says that it was right`,
    },
    unknown: (name: string) => `no rule, pattern or draft is called ${name}`,
    ambiguous: (name: string) => `${name} may mean several`,
    didYouMean: (names: string) => `did you mean ${names}?`,
    whole: (names: string, more: number) =>
      `name one of them whole: ${names}${more > 0 ? `, +${number(more)} more` : ""}`,
    unknownHint: `see the names with: ${run("patterns --format csv")}`,
  },
});
