// The slow, obvious reference of hits by day and by session.
import { referenceLines } from "./lines.js";
import { PATTERN_NAMES, referenceRecord, type ReferenceRecord } from "./records.js";
import type { ReferenceArchive } from "./reference.js";

const DAY = 24 * 60 * 60 * 1000;
const SESSION_PATTERNS = 40;

interface Question {
  readonly nowMs: number;
  readonly patterns: number;
  readonly sessions: number;
  readonly days: number;
  readonly floorMs: number;
}

/** The answer of src/core/activity.ts. */
export function referenceActivity(archives: readonly ReferenceArchive[], question: Question): unknown {
  const hits = archives
    .flatMap(({ bytes, role }, archive) =>
      referenceLines(bytes)
        .filter(({ outcome }) => outcome === "record")
        .map((line) => referenceRecord(line, archive, role)),
    )
    .filter(({ kind, timeMs }) => kind === "hit" && !(timeMs > question.nowMs));
  const dated = hits.filter(({ timeMs }) => !Number.isNaN(timeMs));
  const days = dated.map(({ timeMs }) => Math.floor(timeMs / DAY));
  const last = Math.max(...days);
  const first = Math.max(Math.min(...days), Math.ceil(question.floorMs / DAY), last - question.days + 1);
  const byDay = (own: readonly ReferenceRecord[]): number[] =>
    days.length === 0
      ? []
      : Array.from(
          { length: Math.max(0, last - first + 1) },
          (_, i) => own.filter(({ timeMs }) => Math.floor(timeMs / DAY) === first + i).length,
        );
  const names = namesOf(hits.filter(({ patternKind }) => patternKind !== "unattributed")).slice(0, question.patterns);
  const is = (name: string) => (hit: ReferenceRecord) => nameOf(hit) === name;
  const told = names.slice(0, SESSION_PATTERNS);
  const byPattern = (own: readonly ReferenceRecord[]) => ({
    hits: told.map((name) => own.filter(is(name)).length),
    others: own.filter((hit) => !told.includes(nameOf(hit))).length,
  });
  const sessions = sessionsOf(hits).slice(0, question.sessions);
  return {
    firstDay: days.length === 0 ? NaN : first,
    patterns: names.map((name) => {
      const { patternKind, key } = hits.find(is(name))!;
      return { kind: PATTERN_NAMES.indexOf(patternKind), key, days: byDay(hits.filter(is(name))) };
    }),
    others: byDay(hits.filter((hit) => !names.includes(nameOf(hit)))),
    earlier: days.filter((day) => day < first).length,
    sessions: sessions.map((id) => ({ id, ...byPattern(hits.filter(({ session }) => session === id)) })),
    elsewhere: byPattern(hits.filter(({ session }) => !sessions.includes(session))),
  };
}

function nameOf({ patternKind, key }: ReferenceRecord): string {
  return `${key}\0${PATTERN_NAMES.indexOf(patternKind)}`;
}

/** Those with the most hits first, at a tie by code point. */
function namesOf(hits: readonly ReferenceRecord[]): string[] {
  return ranked(hits.map(nameOf));
}

function sessionsOf(hits: readonly ReferenceRecord[]): string[] {
  return ranked(hits.map(({ session }) => session).filter((session) => session !== ""));
}

function ranked(names: readonly string[]): string[] {
  const times = (name: string): number => names.filter((one) => one === name).length;
  return [...new Set(names)].toSorted((a, b) => times(b) - times(a) || byCodePoint(a, b));
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (char) => char.codePointAt(0)!)) as [number[], number[]];
  for (let i = 0; i < left.length && i < right.length; i++) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return left.length - right.length;
}
