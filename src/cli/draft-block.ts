import type { Reason } from "../core/safety/safety.js";
import type { Draft, EvidencePlace } from "../model/report.js";
import type { QueuedDraft } from "../model/state.js";
import { hanging } from "./fitting.js";
import { hundredths, number, time } from "./texts/quantities.js";
import { relativeTime } from "./relative-time.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

const INDENT = "   ";
/** Keywords and interceptors are as many as the log likes; a line has room for some. */
const MOST_NAMES = 8;
const MOST_PLACES = 5;

/** A draft of a report or of the queue. Every text in it is safe for a terminal (shown.ts). */
export type ShownDraft = Draft | QueuedDraft;

/** What is said of a draft beyond itself. */
export interface Standing {
  readonly isNew?: boolean;
  readonly isWaiting?: boolean;
  /** Of a backfill, whose windows ended long ago. */
  readonly isPast: boolean;
}

/** A draft with its reason in words and the places of its evidence, behind `lead`. */
export function draftBlock(draft: ShownDraft, lead: string, standing: Standing, view: View): string[] {
  const { paint, texts, columns } = view;
  const field = (label: string, text: string) =>
    text === "" ? [] : hanging(`${INDENT}${texts.drafts.label(label)}`, text, columns);
  const unsafe = draft.unsafe?.length
    ? hanging(INDENT, texts.drafts.unsafe(unsafeInWords(draft.unsafe, texts)), columns)
    : [];
  return [
    ...hanging(lead, draft.rule, columns).map((line) => paint.title(line)),
    ...hanging(INDENT, identity(draft, standing, texts), columns).map((line) => paint.dim(line)),
    ...unsafe.map((line) => paint.bad(line)),
    ...field(texts.drafts.whyLabel, reasonInWords(draft, standing.isPast, texts)),
    ...field(texts.drafts.keywords, named(draft.match.exact, texts)),
    ...field(texts.drafts.meaning, draft.match.semantic),
    ...field(texts.drafts.seen, circumstances(draft, view)),
    ...evidenceLines(draft.moment?.hits.slice(0, MOST_PLACES) ?? draft.evidence.newest, view),
  ];
}

function identity(draft: ShownDraft, { isNew, isWaiting }: Standing, { drafts }: Texts): string {
  const { draft_id, type, status } = draft;
  const marks = [...(isNew === true ? [drafts.fresh] : []), ...(isWaiting === true ? [drafts.waiting] : [])];
  return [draft_id, keyInWords(draft, drafts), type, drafts.status[status], ...marks].join(drafts.list);
}

function keyInWords({ rule_id, error_type, pattern, source }: ShownDraft, drafts: Texts["drafts"]): string {
  if (source === "user") return drafts.byHand;
  if (error_type !== undefined) return `${drafts.errorType} ${error_type}`;
  return `${rule_id == null ? drafts.pattern : drafts.rule} ${rule_id ?? pattern}`;
}

/** Why there is a draft at all: the trigger and what met it. */
export function reasonInWords(draft: ShownDraft, isPast: boolean, { drafts }: Texts): string {
  const { evidence, trigger, moment, revives, proposed_level } = draft;
  if (trigger.name === "user") return drafts.byHand;
  const hits = {
    same_session: evidence.d7,
    cross_session_7d: evidence.d7,
    cross_session_14d: evidence.d14,
    revival: 0,
    errors: evidence.total,
  };
  return [
    drafts.why[trigger.name](hits[trigger.name], isPast),
    ...(moment === undefined ? [] : [drafts.firstMet(time(moment.at), moment.hits.length)]),
    ...(evidence.false_positives > 0 ? [drafts.falsePositives(evidence.false_positives)] : []),
    ...(revives === undefined ? [] : [drafts.revives(revives)]),
    ...(proposed_level === undefined ? [] : [drafts.level(proposed_level)]),
    drafts.confidence(hundredths(draft.confidence)),
  ].join(drafts.clauses);
}

/** The codes of core/safety.ts in words; what is none of them stays as it is. */
export function unsafeInWords(reasons: readonly string[], texts: Texts): string {
  const { kinds, encoded } = texts.safety;
  const words = reasons.map((reason) => {
    const [, isEncoded, kind = ""] = /^(encoded:)?(.*)$/s.exec(reason) ?? [];
    if (!Object.hasOwn(kinds, kind)) return reason;
    const word = kinds[kind as Exclude<Reason, `encoded:${string}`>];
    return isEncoded === undefined ? word : encoded(word);
  });
  return named(words, texts);
}

/** The rule's text where it is only named: an agent may read the list, so what gives it orders is not repeated there. */
export function ruleInWords({ rule, unsafe }: ShownDraft, { seed }: Texts): string {
  return unsafe?.length ? seed.suspicious : rule;
}

function circumstances({ evidence }: ShownDraft, { texts, now }: View): string {
  const { drafts } = texts;
  const { first, last, interceptors } = evidence;
  const counted = Object.entries(interceptors).map(([name, hits]) => `${name} ${number(hits)}`);
  const parts = [
    first === null || last === null ? "" : drafts.span(time(first), time(last)),
    last === null ? "" : relativeTime(last, now, texts),
    counted.length > 0 ? `${drafts.interceptors} ${named(counted, { drafts })}` : "",
  ];
  return parts.filter(Boolean).join(drafts.clauses);
}

export function named(names: readonly string[], { drafts }: Pick<Texts, "drafts">): string {
  const shown = names.slice(0, MOST_NAMES).join(drafts.list);
  return names.length > MOST_NAMES ? `${shown}${drafts.list}…` : shown;
}

/** Not a table: paths are as long as they like, and a place is to be copied whole. */
function evidenceLines(places: readonly EvidencePlace[], { texts, columns }: View): string[] {
  if (places.length === 0) return [];
  const title = hanging(INDENT, texts.drafts.evidence, columns);
  return [...title, ...places.flatMap((place) => hanging(`${INDENT}  `, placeText(place, texts), columns))];
}

function placeText({ path, offset, ts, session_id }: EvidencePlace, { drafts }: Texts): string {
  const moment = ts === null ? drafts.noTime : time(ts).replace(" ", "T");
  return [`${path}:${offset}`, moment, ...(session_id === null ? [] : [session_id])].join("  ");
}
