import type { Concept, Hit } from "./concepts.js";
import { isProhibited } from "./prohibition.js";
import type { Sentence } from "./sentences.js";
import type { ThreatKind } from "./threat.js";

/**
 * A sign: concepts that stand together in one sentence, in any order and any language. The first is the deed: where it is
 * prohibited, or only told of, it does not count, unless `always`.
 */
interface Frame {
  readonly kind: ThreatKind;
  /** Of each, one. */
  readonly parts: readonly (readonly Concept[])[];
  /** How far apart, in UTF-16 units. */
  readonly within: number;
  readonly ordered: boolean;
  readonly always: boolean;
}

const USUAL = 100;

function frame(
  kind: ThreatKind,
  parts: string,
  { within = USUAL, ordered = false, always = false }: Partial<Pick<Frame, "within" | "ordered" | "always">> = {},
): Frame {
  return { kind, parts: parts.split(" + ").map((part) => part.split("|") as Concept[]), within, ordered, always };
}

const FRAMES: readonly Frame[] = [
  frame("overrides-instructions", "drop + told + earlier", { within: 50 }),
  frame("overrides-instructions", "drop + told + secret|secretfile|send|unasked|free|untold|follow|role|destroy|show", {
    within: 60,
  }),
  frame("overrides-instructions", "disable + told + all|you|agent", { within: 30 }),
  frame("overrides-instructions", "drop + prompt", { within: 50 }),
  frame("disables-guard", "drop + guard", { within: 50 }),
  frame("overrides-instructions", "void + told|guard|prompt + earlier|you|agent", { within: 60 }),
  frame("disables-guard", "void + guard", { within: 40 }),
  frame("overrides-instructions", "outrank + prompt|self", { within: 60 }),
  frame(
    "overrides-instructions",
    "reader + order|run|send|show|drop|disable|untold|unasked|write|destroy|spread|decode|remove",
  ),
  frame(
    "overrides-instructions",
    "authority + agent|you + order + send|show|drop|disable|unasked|approved|free|destroy|secretfile|untold|bulk",
  ),
  frame("overrides-instructions", "authority + approved|unasked + run|destroy|all|agent|you|gate"),
  frame("overrides-instructions", "decode + follow + order|self|you", { within: 80 }),
  frame("changes-role", "role + free", { within: 100 }),
  frame("changes-role", "role + mode + you|agent|guard|free|told|gate|unasked", { within: 60 }),
  frame("changes-role", "mode + guard|told|free|unasked + you|agent|all|void|disable"),
  frame("changes-role", "free + you|agent + order|all|told", { within: 60 }),
  frame("asks-for-prompt", "show + prompt", { within: 60 }),
  frame(
    "hides-from-user",
    "untold + run|send|write|order|destroy|disable|all|self|trace|agent|you|covert|backdoor|startup",
    { always: true, within: 80 },
  ),
  frame("hides-from-user", "conceal + run|send|write|order|destroy|disable|self|trace|agent|you|covert|backdoor", {
    within: 60,
  }),
  frame("hides-from-user", "wipe + trace + order|untold|covert|agent|you|self", { within: 60 }),
  frame("hides-from-user", "covert + send|destroy|startup|backdoor|order|approve|disable|write", { within: 40 }),
  frame("hides-from-user", "lie + asked"),
  frame("hides-from-user", "feign + order|you|untold|secret|send|conceal|lie|backdoor"),
  frame("disables-guard", "disable + guard", { within: 60 }),
  frame("disables-guard", "remove + guard", { within: 30, ordered: true }),
  frame("disables-guard", "take + guard + remove", { within: 40, ordered: true }),
  frame("disables-guard", "disable + gate + unasked|blocked|agent|covert|you", { within: 60 }),
  frame("disables-guard", "unasked + run|destroy|approve|all|send|approved|agent|you", { within: 60 }),
  frame("disables-guard", "approved + all|unasked + run|destroy|agent|gate|you|blocked"),
  frame("disables-guard", "approve + all + gate|destroy|blocked|run|heirs", { within: 40 }),
  frame("disables-guard", "evade + blocked|guard + run|order|you|agent|all"),
  frame("disables-guard", "run + blocked", { within: 30, ordered: true }),
  frame("exfiltrates", "send + secretfile", { within: 80 }),
  frame("exfiltrates", "sender + secretfile", { within: 120 }),
  frame("exfiltrates", "send + secret|bulk + channel", { within: 100 }),
  frame("exfiltrates", "send + channel + covert|untold|heirs", { within: 60 }),
  frame("exfiltrates", "sender + bulk + channel|send", { within: 120 }),
  frame("exfiltrates", "show + secretfile|secret + order|all|you|agent|untold|drop|unasked", { within: 60 }),
  frame("overrides-instructions", "write + memory + suspect|self"),
  frame("overrides-instructions", "recall + approved|unasked|void|free|mode|blocked|suspect"),
  frame("hides-from-user", "backdoor + write|order|untold|agent", { within: 60 }),
  frame("runs-remote-code", "startup + write + sender|channel|covert|send", { within: 120 }),
  frame("overrides-instructions", "spread + self + heirs", { within: 100 }),
  frame("exfiltrates", "trigger + send|destroy|free + secretfile|channel|unasked|covert|untold|feign"),
  frame("runs-remote-code", "fetch + runs + script", { within: 80 }),
  frame("runs-remote-code", "fetch + follow + channel", { within: 80 }),
];

/** The kinds of signs in what the text asserts; those that no report excuses, in all of it. */
export function framesIn(sentences: readonly Sentence[], kinds: Set<ThreatKind>): void {
  for (const { text, hits, isTold } of sentences) {
    const met = new Set(hits.map(({ concept }) => concept));
    for (const one of met.size < 2 ? [] : FRAMES)
      if (!kinds.has(one.kind) && (one.always || !isTold) && mayHold(one, met) && holds(one, text, hits))
        kinds.add(one.kind);
  }
}

/** Nearly all sentences lack a part of nearly all frames. */
function mayHold({ parts }: Frame, met: ReadonlySet<Concept>): boolean {
  return parts.every((part) => part.some((concept) => met.has(concept)));
}

function holds({ parts, within, ordered, always }: Frame, sentence: string, hits: readonly Hit[]): boolean {
  const lastAt = parts.map(() => -Infinity);
  for (const { concept, start } of hits) {
    let touched = false;
    for (const [i, part] of parts.entries())
      if (part.includes(concept) && (!ordered || i === 0 || isBetween(lastAt[i - 1] as number, start))) {
        lastAt[i] = start;
        touched = !ordered || i === parts.length - 1;
      }
    if (
      touched &&
      lastAt.every((at) => at >= start - within) &&
      new Set(lastAt).size === parts.length &&
      (always || !isProhibited(sentence, lastAt[0] as number))
    )
      return true;
  }
  return false;
}

function isBetween(before: number, at: number): boolean {
  return before >= 0 && before < at;
}
