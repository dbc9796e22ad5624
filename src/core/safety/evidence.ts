import type { Concept } from "./concepts.js";
import type { Sentence } from "./sentences.js";
import type { ThreatKind } from "./threat.js";

/**
 * What no frame foresaw: many concepts of attacks in one text weigh as much as the right two. The weights are those of a
 * logistic regression over the corpora of the tests, rounded; a concept counts once, however often it comes.
 */
const WEIGHTS: Readonly<Partial<Record<Concept, number>>> = {
  untold: 5.8,
  feign: 5.3,
  script: 2.5,
  unasked: 3.8,
  backdoor: 3.4,
  reader: 3.2,
  free: 3,
  outrank: 2.8,
  approved: 2.7,
  guard: 2.5,
  drop: 2.3,
  blocked: 2.1,
  secretfile: 2,
  lie: 1.9,
  decode: 1.9,
  sender: 1.7,
  void: 1.7,
  follow: 1.6,
  trigger: 1.6,
  covert: 1.5,
  prompt: 1.4,
  authority: 1.4,
  mode: 1.4,
  all: 1.3,
  disable: 1.2,
  channel: 1.2,
  trace: 1.2,
  self: 1.2,
  you: 1.2,
  role: 1.2,
  told: 1.1,
  secret: 1.1,
  startup: 1.1,
  send: 1,
  conceal: 0.9,
  recall: 0.8,
  show: 0.8,
  approve: 0.8,
  wipe: 0.8,
  bulk: 0.7,
  spread: 0.6,
  asked: 0.5,
  heirs: 0.3,
  suspect: 0.3,
  careful: -1.8,
  meta: -2.8,
  reported: -3.2,
};
const ENOUGH = 6;

/** What the heaviest concept stands for. */
const KINDS: Readonly<Partial<Record<Concept, ThreatKind>>> = {
  untold: "hides-from-user",
  feign: "hides-from-user",
  unasked: "disables-guard",
  guard: "disables-guard",
  approved: "disables-guard",
  blocked: "disables-guard",
  backdoor: "runs-remote-code",
  script: "runs-remote-code",
  free: "changes-role",
  mode: "changes-role",
  prompt: "asks-for-prompt",
  sender: "exfiltrates",
  secretfile: "exfiltrates",
};

/** The kind of threat that the whole of a text amounts to, without the sentences that only tell of something. */
export function evidenceIn(sentences: readonly Sentence[]): ThreatKind | undefined {
  const concepts = new Set(
    sentences.filter(({ isTold }) => !isTold).flatMap(({ hits }) => hits.map(({ concept }) => concept)),
  );
  const weights = [...concepts].map((concept) => [WEIGHTS[concept] ?? 0, concept] as const);
  if (weights.reduce((sum, [weight]) => sum + weight, 0) < ENOUGH) return undefined;
  const [, heaviest] = weights.reduce((most, one) => (one[0] > most[0] ? one : most));
  return KINDS[heaviest] ?? "overrides-instructions";
}
