import type { Draft, EvidencePlace, Report } from "../../model/report.js";
import { reasonInWords, unsafeInWords } from "../draft-block.js";
import { number, time } from "../texts/quantities.js";
import { LIMITS, type PageDraft, type PageFact, type PagePlace } from "./page-data.js";
import type { PageCatalogue } from "./page-texts.js";
import { LONG, shown } from "./shown-text.js";

const MOST_NAMES = 8;
const MOST_PLACES = 5;

/** The drafts of a report in words, in the report's order. */
export function pageDrafts({ drafts, new_drafts, mode }: Report, texts: PageCatalogue): PageDraft[] {
  const isNew = new Set(new_drafts);
  return drafts
    .slice(0, LIMITS.drafts)
    .map((draft) => pageDraft(draft, isNew.has(draft.draft_id), mode === "backfill", texts));
}

function pageDraft(draft: Draft, isNew: boolean, isPast: boolean, texts: PageCatalogue): PageDraft {
  const places = draft.moment?.hits ?? draft.evidence.newest;
  return {
    id: draft.draft_id,
    rule: shown(draft.rule, LONG),
    pattern: shown(draft.rule_id ?? draft.error_type ?? draft.pattern),
    type: shown(draft.type, 20),
    status: texts.drafts.status[draft.status],
    isPending: draft.status === "pending_confirm",
    isNew,
    confidence: draft.confidence,
    why: reasonInWords({ ...draft, ...revived(draft) }, isPast, texts),
    unsafe: draft.unsafe?.length
      ? texts.drafts.unsafe(
          unsafeInWords(
            draft.unsafe.map((one) => shown(one)),
            texts,
          ),
        )
      : "",
    facts: factsOf(draft, texts),
    keywords: draft.match.exact.slice(0, MOST_NAMES).map((keyword) => shown(keyword, 60)),
    evidence: places.slice(0, MOST_PLACES).map((place) => placeOf(place, texts)),
  };
}

function revived({ revives }: Draft): Pick<Draft, "revives"> {
  return revives === undefined ? {} : { revives: shown(revives) };
}

function factsOf({ evidence, match }: Draft, { drafts, page }: PageCatalogue): PageFact[] {
  const { first, last, interceptors } = evidence;
  const named = Object.entries(interceptors)
    .slice(0, MOST_NAMES)
    .map(([name, hits]) => `${shown(name, 40)} ${number(hits)}`);
  const all = [
    { label: page.draft.hits, text: page.draft.counts(evidence.total, evidence.d7, evidence.d14) },
    { label: drafts.seen, text: first === null || last === null ? "" : drafts.span(time(first), time(last)) },
    { label: drafts.interceptors, text: named.join(drafts.list) },
    { label: drafts.meaning, text: shown(match.semantic, LONG) },
  ];
  return all.filter(({ text }) => text !== "");
}

function placeOf({ path, offset, ts, session_id }: EvidencePlace, { drafts }: PageCatalogue): PagePlace {
  return {
    place: `${shown(path, LONG)}:${offset}`,
    time: ts === null ? drafts.noTime : time(ts),
    session: session_id === null ? "" : shown(session_id),
  };
}
