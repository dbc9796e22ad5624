import { noHits, type PatternCounts, type Place } from "../core/merge/counts.js";
import { masked, wordingOf } from "../core/recognition/draft.js";
import { explanationOf } from "../core/recognition/explain.js";
import type { Memory } from "../core/memory/memory.js";
import type { RecordReading } from "../core/line/reading.js";
import type { Recogniser } from "../core/recognition/recognition.js";
import type { PatternKind } from "../core/line/record.js";
import { ruleIndex } from "../core/rules/rule-index.js";
import { isDecided, isHistory, isQueued } from "../core/memory/state-guards.js";
import { kindName, kindNumber } from "../core/memory/stored-key.js";
import { subjectOf, type KnownNames, type NameProblem, type Subject } from "../core/recognition/subject.js";
import { isoTime } from "../core/line/time.js";
import type { OpenArchive } from "../io/archives.js";
import { readHitLines, readHitTexts } from "../io/evidence.js";
import { PatternNotFoundError } from "../model/errors.js";
import type { Explanation } from "../model/explanation.js";
import type { Thresholds } from "../model/options.js";
import type { Source } from "../model/report.js";
import type { Rule } from "../model/rule.js";
import type { QueuedDraft } from "../model/state.js";
import type { RunOutcome } from "./run-recognition.js";

/** A run that is concluded and writes nothing. */
export interface ExplainedRun {
  readonly nowMs: number;
  readonly source: Source;
  readonly thresholds: Thresholds;
  readonly rules: readonly Rule[];
  readonly memory: Memory;
  readonly recogniser: Recogniser;
  /** Still open, by number. */
  readonly archives: readonly OpenArchive[];
  readonly reading: RecordReading;
  readonly outcome: RunOutcome;
}

/** What the run makes of the pattern that `name` stands for, with the lines of its newest hits. @throws PatternNotFoundError */
export async function explainPattern(name: string, run: ExplainedRun): Promise<Explanation> {
  const { memory, recogniser, archives, outcome } = run;
  const subject = await subjectIn(name, run);
  if ("problem" in subject)
    throw new PatternNotFoundError(name, subject.problem === "ambiguous", subject.near, subject.more);
  if (subject.kind === "user") return byHand(subject, run);
  const counts = countsOf(subject, recogniser.patterns, memory);
  // Of a pattern that nothing is drafted of no text was read so far.
  const texts = await readHitTexts(archives, counts.newest, run.reading);
  const lines = await readHitLines(archives, counts.newest, run.reading);
  const { draft_queue: queue } = outcome.remembrance.state;
  const { entered, waiting } = outcome.remembrance;
  const evidence = (place: Place): Explanation["evidence"][number] => {
    const session = texts(place)?.session ?? null;
    const { line, cut } = lines(place) ?? { line: null, cut: false };
    const path = archives[place.archive]?.path ?? "";
    const session_id = session === null ? null : masked(session);
    return { path, offset: place.offset, ts: isoTime(place.timeMs), session_id, line, cut };
  };
  const rules = ruleIndex(run.rules, run.nowMs);
  return explanationOf(counts, { ...run, rules, texts, queue, entered, waiting, evidence });
}

/** A pattern that was drafted, and is not now, keeps no label: those are read anew, if the name is no other's. */
async function subjectIn(name: string, run: ExplainedRun): Promise<Subject | NameProblem> {
  const known = knownNames(run);
  const subject = subjectOf(name, known);
  if (!("problem" in subject) || subject.problem === "ambiguous") return subject;
  const labels = await oldLabels(run);
  return labels.length === 0 ? subject : subjectOf(name, { ...known, labels: [...known.labels, ...labels] });
}

async function oldLabels({ recogniser, memory, archives, reading }: ExplainedRun): Promise<KnownNames["labels"]> {
  const drafted = recogniser.patterns.filter(
    ({ kind, key }) => (memory.decided(kind, key) ?? memory.queued(kind, key)) !== undefined,
  );
  const texts = await readHitTexts(
    archives,
    drafted.flatMap(({ newest }) => newest),
    reading,
  );
  return drafted.map((counts) => {
    const { label } = wordingOf(
      counts,
      undefined,
      counts.newest.map((place) => texts(place)?.words),
    );
    return { kind: kindName(counts.kind), pattern: counts.key, label };
  });
}

/** Everything that has a name here: what was counted, the rules, and what the state remembers. */
function knownNames({ recogniser, rules, outcome }: ExplainedRun): KnownNames {
  const { conclusion, remembrance } = outcome;
  const known = rules.filter(({ unread }) => unread !== true);
  const { draft_queue, pattern_history } = remembrance.state;
  const entries = draft_queue.filter((entry) => isQueued(entry) || isDecided(entry));
  const named = [...entries, ...pattern_history.filter(isHistory)];
  const counted = recogniser.patterns.map(({ kind, key }) => ({ kind: kindName(kind), pattern: key }));
  return {
    subjects: [
      ...counted,
      ...known.map(({ id }): Subject => ({ kind: "rule", pattern: id })),
      ...named.flatMap(({ kind, pattern }) => (kind === undefined || pattern === undefined ? [] : [{ kind, pattern }])),
    ],
    labels: [
      ...conclusion.remembered.map(({ counts, label }) => ({
        kind: kindName(counts.kind),
        pattern: counts.key,
        label,
      })),
      ...known.flatMap(({ id, title, path }) =>
        [title ?? id, path].map((label) => ({ kind: "rule" as const, pattern: id, label })),
      ),
    ],
    drafts: [
      ...entries,
      ...conclusion.offers.map(({ kind, draft: { draft_id, pattern } }) => ({ kind, draft_id, pattern })),
    ],
  };
}

/** The counts of a pattern; its key may stand shortened in the state. */
function countsOf({ kind, pattern }: Subject, counted: readonly PatternCounts[], memory: Memory): PatternCounts {
  const number = kindNumber(kind) as PatternKind;
  const found = counted.find(
    (one) => one.kind === number && (one.key === pattern || memory.stored(one.key) === pattern),
  );
  return found ?? noHits(number, pattern);
}

/** A rule that a person wrote: no log says anything of it. */
function byHand({ pattern }: Subject, { nowMs, source, thresholds, outcome }: ExplainedRun): Explanation {
  const { draft_queue } = outcome.remembrance.state;
  const entry = draft_queue.find((one) => (isQueued(one) || isDecided(one)) && one.pattern === pattern) as
    (Partial<QueuedDraft> & { readonly decided_at?: string; readonly for_good?: boolean }) | undefined;
  const {
    draft_id = "",
    status = "pending_confirm",
    decided_at = null,
    for_good = false,
    confidence = 1,
  } = entry ?? {};
  return {
    schema: "mnemonic.explain/1",
    now: isoTime(nowMs) as string,
    source,
    kind: "user",
    pattern,
    rule_id: null,
    label: pattern,
    verdict: "by_hand",
    trigger: null,
    counts: { total: 0, d7: 0, d14: 0, session: 0, false_positives: 0, undated: 0, future: 0 },
    sessions: 0,
    first: null,
    last: null,
    judged_until: null,
    thresholds: [],
    covered_by: null,
    rule: null,
    confidence: {
      value: confidence,
      held: false,
      hold_below: thresholds.holdBelow,
      resume_above: thresholds.resumeAbove,
      history: [{ of: "start", at: null, value: confidence }],
      verdicts: 0,
    },
    draft: null,
    queued: { draft_id, status, decided_at, for_good },
    evidence: [],
  };
}
