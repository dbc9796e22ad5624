import type { KeyKind, QueueEntry } from "../../model/state.js";
import { nearNames } from "../text/near-names.js";

/** One pattern, by what its key is the key of, and the key. */
export interface Subject {
  readonly kind: KeyKind;
  readonly pattern: string;
}

/** What a name may stand for. */
export interface KnownNames {
  /** Patterns that were counted, rules, and what the state remembers. */
  readonly subjects: readonly Subject[];
  /** What patterns are called in tables. */
  readonly labels: readonly (Subject & { readonly label: string })[];
  readonly drafts: readonly Pick<QueueEntry, "draft_id" | "kind" | "pattern">[];
}

/** A name that stands for nothing (`near`: what it may have meant), or for several things (`near`: which). */
export interface NameProblem {
  readonly problem: "unknown" | "ambiguous";
  readonly near: readonly string[];
  /** So many more than `near` names. */
  readonly more: number;
}

const MOST_NAMED = 8;
const KINDS: readonly KeyKind[] = ["rule", "keyword", "error", "unattributed", "user"];
const DRAFT = /^d_[0-9a-f]*$/;
const WITH_KIND = /^(rule|keyword|error|unattributed):(.+)$/s;

/** What is meant by a name: a draft's id or how it begins, a key, a label, or how a key or a label begins; in this order. */
export function subjectOf(name: string, known: KnownNames): Subject | NameProblem {
  const wanted = name.trim().normalize("NFC");
  return (
    draftOf(wanted, known) ??
    ofKind(known.subjects.filter(({ pattern }) => pattern === wanted)) ??
    withKind(wanted, known) ??
    labelled(wanted, known) ??
    begun(wanted, known) ?? { problem: "unknown", near: nearNames(wanted, namesOf(known)), more: 0 }
  );
}

function draftOf(wanted: string, { drafts }: KnownNames): Subject | NameProblem | undefined {
  if (!DRAFT.test(wanted)) return undefined;
  const exact = drafts.filter(({ draft_id }) => draft_id === wanted);
  const begins = drafts.filter(({ draft_id }) => draft_id.startsWith(wanted));
  const found = exact.length > 0 ? exact : begins;
  const ids = [...new Set(found.map(({ draft_id }) => draft_id))];
  if (ids.length > 1) return ambiguous(ids);
  const entry = found.find(({ pattern }) => pattern !== undefined);
  return entry === undefined ? undefined : { kind: entry.kind ?? "rule", pattern: entry.pattern as string };
}

/** Keys of two kinds may read the same: a rule before a keyword, and so on. */
function ofKind(subjects: readonly Subject[]): Subject | undefined {
  return subjects.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))[0];
}

/** `keyword:Ban:x` names the pattern `Ban:x` where a rule of that name hides it. */
function withKind(wanted: string, { subjects }: KnownNames): Subject | undefined {
  const [, kind, key] = WITH_KIND.exec(wanted) ?? [];
  return subjects.find((one) => one.kind === kind && one.pattern === key);
}

function labelled(wanted: string, { labels }: KnownNames): Subject | NameProblem | undefined {
  const found = labels.filter(({ label }) => label.normalize("NFC") === wanted);
  return single(found);
}

function begun(wanted: string, { subjects, labels }: KnownNames): Subject | NameProblem | undefined {
  if (Array.from(wanted).length < 2) return undefined;
  return (
    single(subjects.filter(({ pattern }) => pattern.startsWith(wanted))) ??
    single(labels.filter(({ label }) => label.normalize("NFC").startsWith(wanted)))
  );
}

function single(found: readonly Subject[]): Subject | NameProblem | undefined {
  const names = [...new Set(found.map(({ pattern }) => pattern))];
  return names.length > 1 ? ambiguous(names) : ofKind(found);
}

function ambiguous(names: readonly string[]): NameProblem {
  return { problem: "ambiguous", near: names.slice(0, MOST_NAMED), more: Math.max(0, names.length - MOST_NAMED) };
}

function namesOf({ subjects, labels, drafts }: KnownNames): Set<string> {
  return new Set([
    ...subjects.map(({ pattern }) => pattern),
    ...labels.map(({ label }) => label),
    ...drafts.map(({ draft_id }) => draft_id),
  ]);
}
