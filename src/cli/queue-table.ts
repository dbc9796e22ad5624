import { isQueued } from "../core/memory/state-guards.js";
import type { DecidedDraft, QueuedDraft, QueueEntry } from "../model/state.js";
import type { Sheet } from "./delimited.js";
import { ruleInWords, unsafeInWords } from "./draft-block.js";
import { hanging } from "./fitting.js";
import { nextLines, setOff } from "./next-steps.js";
import { hundredths, number, time } from "./texts/quantities.js";
import { safeName } from "./safe-name.js";
import { cleaned } from "./shown.js";
import { table, type Column } from "./table.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

const PREFIX = "自动识别: 高频违规";
/** Decisions go back for years. */
const MOST_DECIDED = 50;

/** The queue for a person: what awaits them, and with `isAll` what was decided, the newest first. */
export function queueTable(queue: readonly QueueEntry[], isAll: boolean): (view: View) => string[] {
  const open = cleaned(queue.filter(isQueued));
  const decided = queue.filter((entry) => !isQueued(entry)) as DecidedDraft[];
  return (view) => {
    const { queue: texts } = view.texts;
    const pending = open.filter(({ status }) => status === "pending_confirm").length;
    const title = [texts.title(pending), ...(open.length > pending ? [texts.aside(open.length - pending)] : [])];
    return [
      view.paint.title(title.join(view.texts.drafts.list)),
      ...openLines(open, view),
      ...(isAll ? decidedLines(cleaned(decided.toReversed()), view) : hiddenLine(decided.length, view.texts)),
      ...setOff(nextLines(pending > 0 ? texts.next : texts.nextScan, view)),
    ];
  };
}

function openLines(open: readonly QueuedDraft[], view: View): string[] {
  if (open.length === 0) return [];
  const { drafts, patterns, queue } = view.texts;
  const rows = open.map((draft) => [
    draft.draft_id,
    statusOf(draft, view.texts),
    draft.type,
    nameOf(draft, open, view.texts),
    ...(draft.source === "user" ? ["", "", ""] : countsOf(draft)),
    draft.evidence.last === null ? "" : time(draft.evidence.last).slice(0, 10),
  ]);
  const [head = "", ...lines] = table(columnsOf(view.texts), rows, view.columns, {
    field: patterns.field,
    separator: drafts.clauses,
  });
  const unsafe = open.filter((draft) => (draft.unsafe?.length ?? 0) > 0);
  const reasons = unsafe.flatMap(({ draft_id, unsafe: codes = [] }) =>
    hanging("  ", queue.unsafeDraft(draft_id, unsafeInWords(codes, view.texts)), view.columns),
  );
  return [view.paint.dim(head), ...lines, ...reasons.map((line) => view.paint.bad(line))];
}

function columnsOf({ queue }: Texts): Column[] {
  const { id, status, type, rule, confidence, d7, total, last } = queue.columns;
  const right = { align: "right" as const };
  return [
    { title: id },
    { title: status, least: 8, mostLines: 2, folds: 6 },
    { title: type, folds: 2 },
    { title: rule, least: 16, most: 50, mostLines: 3 },
    { title: confidence, ...right, folds: 5 },
    { title: d7, ...right, folds: 4 },
    { title: total, ...right, folds: 3 },
    { title: last, folds: 1 },
  ];
}

function statusOf(draft: QueuedDraft, { drafts, queue }: Texts): string {
  const status = drafts.status[draft.status];
  if (!draft.unsafe?.length) return status;
  return draft.status === "pending_confirm" ? queue.unsafe : queue.unsafeStatus(status);
}

/** With the pattern where several have the same label: who decides must know which is which. */
function nameOf(draft: QueuedDraft, all: readonly QueuedDraft[], texts: Texts): string {
  const isAlone = all.filter(({ rule }) => rule === draft.rule).length === 1;
  const label = labelOf(draft, texts);
  return isAlone || draft.unsafe?.length || label === draft.pattern
    ? label
    : `${label} (${safeName([draft.pattern], texts)})`;
}

/** What the protocol puts before every rule says nothing in a list of them. */
function labelOf(draft: QueuedDraft, texts: Texts): string {
  const rule = ruleInWords(draft, texts);
  return rule.startsWith(PREFIX) ? rule.slice(PREFIX.length) : rule;
}

function countsOf({ confidence, evidence }: QueuedDraft): string[] {
  return [hundredths(confidence), number(evidence.d7), number(evidence.total)];
}

function hiddenLine(n: number, { queue }: Texts): string[] {
  return n === 0 ? [] : [queue.decided(n)];
}

function decidedLines(decided: readonly DecidedDraft[], { texts, columns, paint }: View): string[] {
  if (decided.length === 0) return [];
  const { queue, drafts, patterns } = texts;
  const shown = decided.slice(0, MOST_DECIDED);
  const rows = shown.map(({ draft_id, status, pattern, decided_at, rule }) => [
    draft_id,
    drafts.status[status],
    pattern === undefined ? "" : safeName([pattern], texts),
    time(decided_at).slice(0, 10),
    typeof rule === "string" ? rule : "",
  ]);
  const head: Column[] = [
    { title: queue.columns.id },
    { title: queue.columns.status },
    { title: drafts.pattern, least: 14, most: 50, mostLines: 3, whole: "word" },
    { title: queue.columns.decided },
    { title: queue.columns.coveredBy, least: 10, most: 40, folds: 1, whole: "word" },
  ];
  const [titles = "", ...lines] = table(head, rows, columns, { field: patterns.field, separator: drafts.clauses });
  const more = decided.length > shown.length ? [patterns.more(decided.length - shown.length)] : [];
  return ["", paint.dim(titles), ...lines, ...more];
}

/** The same for other programs, a row a draft. */
export function queueSheet(queue: readonly QueueEntry[], isAll: boolean): Sheet {
  const columns = "draft_id,status,unsafe,type,pattern,rule,confidence,d7,total,last,decided_at".split(",");
  const rows = queue.flatMap((entry) => {
    if (isQueued(entry)) return [openRow(entry)];
    const { draft_id, status, pattern = null, decided_at } = entry as DecidedDraft;
    return isAll ? [[draft_id, status, null, null, pattern, null, null, null, null, null, decided_at]] : [];
  });
  return { columns, rows };
}

function openRow(draft: QueuedDraft): (string | number | null)[] {
  const { draft_id, status, unsafe = [], type, pattern, rule, confidence, evidence } = draft;
  const { d7, total, last } = evidence;
  return [draft_id, status, unsafe.join(" "), type, pattern, rule, confidence, d7, total, last, null];
}
