import { cleanForTerminal } from "../core/text/safe-text.js";
import type { EvidenceLine, Explanation, ThresholdStanding } from "../model/explanation.js";
import { hanging } from "./fitting.js";
import { hundredths, time } from "./texts/quantities.js";
import { nextLines, setOff } from "./next-steps.js";
import { relativeTime } from "./relative-time.js";
import { cleaned } from "./shown.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

const MOST_LINES = 5;
/** Of a line out of a log; `json` has more of it. */
const MOST_TEXT = 600;
const INDENT = "   ";
const WINDOW_DAYS = { same_session: 7, cross_session_7d: 7, cross_session_14d: 14 } as const;

/** An explanation for a person: the verdict first, then what led to it, then the lines themselves. */
export function explanationText(explanation: Explanation): (view: View) => string[] {
  const shown: Explanation = cleaned(explanation);
  const evidence = explanation.evidence.slice(0, MOST_LINES);
  return (view) => [
    ...titleLines(shown, view),
    "",
    ...factLines(shown, view),
    ...thresholdLines(shown, view),
    ...evidenceLines(evidence, shown, view),
    ...setOff(nextLines(stepsOf(shown, view.texts), view)),
  ];
}

function titleLines({ kind, pattern, label, verdict, draft }: Explanation, { texts, paint, columns }: View): string[] {
  const { explain, patterns } = texts;
  const name = patterns.field(explain.kinds[kind], pattern.includes(label) ? pattern : `${pattern} ${label}`);
  const isDue = verdict === "drafted" && draft?.is_new === true;
  const color = verdict === "drafted" || verdict === "by_hand" ? paint.good : paint.caution;
  return [
    ...hanging("", name, columns).map((line) => paint.title(line)),
    ...hanging(INDENT, isDue ? explain.due : explain.verdicts[verdict], columns).map((line) => color(line)),
  ];
}

function factLines(shown: Explanation, view: View): string[] {
  const { labels } = view.texts.explain;
  const facts: [label: string, parts: readonly string[]][] = [
    [labels.hits, hitParts(shown, view.texts)],
    [labels.seen, seenParts(shown, view.texts)],
    [labels.judged, shown.judged_until === null ? [] : [view.texts.explain.judged(time(shown.judged_until))]],
    [labels.covered, [coverText(shown, view.texts)]],
    [labels.rule, ruleParts(shown, view.texts)],
    [labels.confidence, confidenceParts(shown, view.texts)],
    [labels.draft, draftParts(shown, view.texts)],
  ];
  const { label, clauses } = view.texts.drafts;
  return facts
    .filter(([, parts]) => parts.length > 0)
    .flatMap(([name, parts]) => hanging(`${INDENT}${label(name)}`, parts.join(clauses), view.columns));
}

function hitParts({ kind, counts, sessions }: Explanation, { explain }: Texts): string[] {
  if (kind === "user") return [];
  const { session, d7, d14, total, undated, future, false_positives } = counts;
  return [
    kind === "error" ? explain.errorCounts(total) : explain.counts(session, d7, d14, total, sessions),
    ...(undated > 0 ? [explain.undated(undated)] : []),
    ...(future > 0 ? [explain.future(future)] : []),
    ...(false_positives > 0 ? [explain.falsePositives(false_positives)] : []),
  ];
}

function seenParts({ first, last, now }: Explanation, texts: Texts): string[] {
  if (first === null || last === null) return [];
  const span = first === last ? time(last) : texts.drafts.span(time(first), time(last));
  return [span, relativeTime(last, now, texts)];
}

function coverText({ covered_by: covered, queued }: Explanation, { explain: { covers } }: Texts): string {
  if (covered === null) return covers.nothing;
  const { kind, id, path = "", by } = covered;
  if (kind === "session") return covers.session(id);
  if (kind === "unread") return covers.unread(id);
  if (kind === "rule") return by === "id" ? covers.ruleById(id, path) : covers.ruleByKeywords(id, path);
  if (by === "confirmed") return covers.confirmed(id);
  return queued?.for_good === true ? covers.rejectedForGood(id) : covers.rejected(id);
}

function ruleParts({ rule, now }: Explanation, texts: Texts): string[] {
  if (rule === null) return [];
  const { explain } = texts;
  const { path, state, expires_at: at } = rule;
  const word = state === "expired" ? explain.expired : explain.expires;
  return [
    explain.rule(path, explain.ruleStates[state]),
    ...(at === null ? [] : [word(time(at), relativeTime(at, now, texts))]),
  ];
}

function confidenceParts({ kind, confidence }: Explanation, { explain }: Texts): string[] {
  if (kind === "user" || kind === "unattributed") return [];
  const { hold_below: below, resume_above: above, verdicts } = confidence;
  const steps = confidence.history.map(({ of, at, value }) => {
    const shown = hundredths(value);
    if (of === "start") return explain.start(shown);
    if (of === "now") return explain.now(shown);
    return at === null ? explain.remembered(shown) : explain.rememberedUntil(shown, time(at));
  });
  return [
    ...steps,
    ...(verdicts > 0 ? [explain.verdictsGiven(verdicts)] : []),
    ...(confidence.held ? [explain.holdBelow(hundredths(below), hundredths(above))] : []),
  ];
}

function draftParts({ kind, draft, queued, trigger }: Explanation, { explain, drafts }: Texts): string[] {
  if (draft?.is_new === true) return [draft.draft_id];
  if (queued === null) return [];
  const { draft_id, status, decided_at } = queued;
  if (kind !== "user" && status === "pending_confirm" && trigger === null) return [explain.staysPending(draft_id)];
  return [explain.queued(draft_id, drafts.status[status]), ...(decided_at === null ? [] : [time(decided_at)])];
}

function thresholdLines({ thresholds, now }: Explanation, { texts, paint, columns }: View): string[] {
  if (thresholds.length === 0) return [];
  const lines = thresholds.flatMap((one) =>
    hanging(`${INDENT}  `, standingText(one, now, texts), columns).map((line) =>
      (one.holds ? paint.good : paint.caution)(line),
    ),
  );
  return [...hanging(INDENT, texts.explain.thresholds, columns), ...lines];
}

function standingText(one: ThresholdStanding, now: string, texts: Texts): string {
  const { explain, drafts } = texts;
  const name = explain.names[one.trigger];
  if (one.holds) return explain.holds(name, one.counted, one.needed);
  return [explain.misses(name, one.counted, one.needed), outlookOf(one, now, texts)].join(drafts.clauses);
}

/** What it would take. */
function outlookOf(
  { trigger, counted, missing, before, closest }: ThresholdStanding,
  now: string,
  texts: Texts,
): string {
  const { explain } = texts;
  const days = trigger === "revival" || trigger === "errors" ? undefined : WINDOW_DAYS[trigger];
  if (counted === 0 && days !== undefined) return explain.within(missing, days);
  const what = closest.length > 0 ? explain.moreIn(missing, closest.join(explain.or)) : explain.more(missing);
  return before === null ? what : explain.before(what, time(before), relativeTime(before, now, texts));
}

function evidenceLines(evidence: readonly EvidenceLine[], { counts }: Explanation, { texts, paint, columns }: View) {
  if (evidence.length === 0) return [];
  const { explain, drafts } = texts;
  const places = evidence.flatMap(({ path, offset, ts, session_id, line, cut }) => {
    const when = ts === null ? drafts.noTime : time(ts).replace(" ", "T");
    const place = [`${path}:${offset}`, when, ...(session_id === null ? [] : [session_id])].join("  ");
    const text = line === null ? explain.gone : cleanForTerminal(cut ? `${line}…` : line, MOST_TEXT);
    return [
      ...hanging(INDENT, cleanForTerminal(place, MOST_TEXT), columns),
      ...hanging(`${INDENT}  `, text, columns).map((one) => paint.dim(one)),
    ];
  });
  const title = explain.evidence(evidence.length, counts.total);
  return ["", ...hanging("", title, columns).map((line) => paint.title(line)), ...places];
}

function stepsOf({ verdict, draft, covered_by, queued, pattern }: Explanation, { explain: { next } }: Texts): string[] {
  return [
    ...(verdict === "drafted" && draft !== null ? [draft.is_new ? next.scan : next.drafted(draft.draft_id)] : []),
    ...(covered_by?.by === "rejected" ? [next.reopen(covered_by.id)] : []),
    ...(covered_by?.by === "confirmed" ? [next.solidify] : []),
    ...(verdict === "held_back" && !/[^\w.-]/.test(pattern) ? [next.feedback(pattern)] : []),
    ...(verdict === "by_hand" && queued?.status === "pending_confirm" ? [next.drafted(queued.draft_id)] : []),
  ];
}
