import type { Draft, EvidencePlace, Report } from "../model/report.js";
import { hanging } from "./fitting.js";
import { hundredths, number, time } from "./quantities.js";
import type { Shown } from "./shown.js";
import type { Texts } from "./texts.js";
import type { View } from "./view.js";

const INDENT = "   ";
/** Keywords and interceptors are as many as the log likes; a line has room for some. */
const MOST_NAMES = 8;
const MOST_PLACES = 5;

/** Each draft with its reason in words and the places of its evidence. */
export function draftsSection({ report, hidden }: Shown, view: View): string[] {
  const { drafts } = view.texts;
  const total = report.drafts.length + hidden.drafts;
  if (total === 0) return [drafts.none];
  const title = drafts.title(total, report.new_drafts.length);
  const blocks = report.drafts.flatMap((draft, i) => ["", ...draftLines(draft, i + 1, report, view)]);
  const more = hidden.drafts > 0 ? ["", drafts.more(hidden.drafts)] : [];
  return [view.paint.title(title), ...blocks, ...more];
}

function draftLines(draft: Draft, place: number, report: Report, view: View): string[] {
  const { paint, texts, columns } = view;
  const field = (label: string, text: string) =>
    text === "" ? [] : hanging(`${INDENT}${texts.drafts.label(label)}`, text, columns);
  const unsafe = draft.unsafe?.length ? hanging(INDENT, texts.drafts.unsafe(named(draft.unsafe, texts)), columns) : [];
  return [
    ...hanging(`${place}. `, draft.rule, columns).map((line) => paint.title(line)),
    ...hanging(INDENT, identity(draft, report, texts), columns).map((line) => paint.dim(line)),
    ...unsafe.map((line) => paint.bad(line)),
    ...field(texts.drafts.whyLabel, reasonInWords(draft, report.mode, texts)),
    ...field(texts.drafts.keywords, named(draft.match.exact, texts)),
    ...field(texts.drafts.meaning, draft.match.semantic),
    ...field(texts.drafts.seen, circumstances(draft, texts)),
    ...evidenceLines(draft.moment?.hits.slice(0, MOST_PLACES) ?? draft.evidence.newest, view),
  ];
}

function identity(draft: Draft, report: Report, { drafts }: Texts): string {
  const { draft_id, rule_id, error_type, pattern, type, status } = draft;
  const fresh = report.new_drafts.includes(draft_id) ? [drafts.fresh] : [];
  const waiting = report.waiting?.includes(draft_id) ? [drafts.waiting] : [];
  const key =
    error_type === undefined
      ? [rule_id == null ? drafts.pattern : drafts.rule, rule_id ?? pattern]
      : [drafts.errorType, error_type];
  return [draft_id, key.join(" "), type, drafts.status[status], ...fresh, ...waiting].join(drafts.list);
}

/** Why there is a draft at all: the trigger and what met it. */
export function reasonInWords(draft: Draft, mode: Report["mode"], { drafts }: Texts): string {
  const { evidence, trigger, moment, revives, proposed_level } = draft;
  const backfill = mode === "backfill";
  const hits = {
    same_session: evidence.d7,
    cross_session_7d: evidence.d7,
    cross_session_14d: evidence.d14,
    revival: 0,
    errors: evidence.total,
  };
  return [
    drafts.why[trigger.name](hits[trigger.name], backfill),
    ...(moment === undefined ? [] : [drafts.firstMet(time(moment.at), moment.hits.length)]),
    ...(evidence.false_positives > 0 ? [drafts.falsePositives(evidence.false_positives)] : []),
    ...(revives === undefined ? [] : [drafts.revives(revives)]),
    ...(proposed_level === undefined ? [] : [drafts.level(proposed_level)]),
    drafts.confidence(hundredths(draft.confidence)),
  ].join(drafts.clauses);
}

function circumstances({ evidence }: Draft, { drafts }: Texts): string {
  const { first, last, interceptors } = evidence;
  const counted = Object.entries(interceptors).map(([name, hits]) => `${name} ${number(hits)}`);
  return [
    ...(first === null || last === null ? [] : [drafts.span(time(first), time(last))]),
    ...(counted.length > 0 ? [`${drafts.interceptors} ${named(counted, { drafts })}`] : []),
  ].join(drafts.clauses);
}

function named(names: readonly string[], { drafts }: Pick<Texts, "drafts">): string {
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
