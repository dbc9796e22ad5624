/**
 * Whether a text may stand in an agent's prompt. Logs are written by whoever talks to an agent, so a draft made of them may
 * speak to the next one. This finds what reads like an instruction to the agent, a forged conversation, or an order to
 * fetch, read or send; a person then decides with the reasons before them. It is a sieve, not a proof: what it lets
 * through is still shown to a person, who confirms each draft.
 */
import { EXFILTRATION, REMOTE_CODE } from "./commands.js";
import { decodings } from "./decode.js";
import { evidenceIn } from "./evidence.js";
import { framesIn } from "./frames.js";
import { MARKUP } from "./markup.js";
import { isProhibited } from "./prohibition.js";
import { assertedOf, sentencesOf } from "./sentences.js";
import type { Threat, ThreatKind } from "./threat.js";
import { TRAPS } from "./traps.js";
import { TriedPatterns } from "./tried-patterns.js";
import { compactOf, viewsOf } from "./views.js";
import { COMPACT, SECRECY, WORDING } from "./wording.js";

export type { ThreatKind } from "./threat.js";

/** A reason, or the same with `encoded:` where it was found only after decoding (base64, hex, percent, entities, escapes, tags). */
export type Reason = ThreatKind | `encoded:${ThreatKind}`;

export interface Assessment {
  /** Empty for a text that may pass; each once, in the order of the tables. */
  readonly reasons: readonly Reason[];
}

/** The texts of one draft, raw or cleaned. `others`: whatever else of it is shown to an agent. */
export interface DraftTexts {
  readonly label: string;
  readonly exact: readonly string[];
  readonly semantic: string;
  readonly others?: readonly string[];
}

const LEVELS_OF_ENCODING = 2;
const ALL = [MARKUP, WORDING, SECRECY, REMOTE_CODE, EXFILTRATION, TRAPS, COMPACT];
/** Made when the first text is looked at. */
let patterns: TriedPatterns<Threat> | undefined;

/** Time linear in the text's length, for every text. */
export function assessText(text: string): Assessment {
  const found = new Set<Reason>(threatsIn(text));
  let level = [text];
  for (let i = 0; i < LEVELS_OF_ENCODING; i++) {
    level = [...new Set(level.flatMap(decodings))];
    for (const decoded of level)
      for (const kind of threatsIn(decoded)) if (!found.has(kind)) found.add(`encoded:${kind}`);
  }
  return { reasons: [...found] };
}

/**
 * All texts of a draft, each alone and read on from one to the next: an agent reads them together, so what is spread over
 * two keywords is one sentence to it. Keywords come by frequency, which a log's writer can set: both orders are read.
 */
export function assessDraft({ label, exact, semantic, others = [] }: DraftTexts): {
  readonly unsafe: readonly Reason[];
} {
  // What is said twice is said once: read on from its end to its beginning it would say what it does not.
  const texts = [...new Set([label, ...exact, semantic, ...others])].filter((text) => text !== "");
  const reasons = new Set<Reason>(assessText(texts.join("\n")).reasons);
  if (texts.length > 1) {
    // What is encoded in pieces has no blank between them.
    for (const reason of assessText(texts.join("")).reasons) reasons.add(reason);
    for (const readOn of [texts, texts.toReversed()]) for (const kind of threatsIn(readOn.join(" "))) reasons.add(kind);
  }
  return { unsafe: [...reasons] };
}

function threatsIn(text: string): Set<ThreatKind> {
  const { plain, commands, worded } = viewsOf(text);
  const sentences = sentencesOf(worded);
  const kinds = new Set<ThreatKind>();
  look(viewed(plain), MARKUP, kinds);
  look(viewed(assertedOf(sentences)), WORDING, kinds);
  look(viewed(worded), SECRECY, kinds);
  const ordered = viewed(commands);
  look(ordered, REMOTE_CODE, kinds);
  if (shows(ordered, EXFILTRATION)) look(viewed(assertedOf(sentencesOf(commands))), EXFILTRATION, kinds);
  look(ordered, TRAPS, kinds);
  if (shows(viewed(compactOf(plain)), COMPACT)) look(viewed(compactOf(assertedOf(sentencesOf(plain)))), COMPACT, kinds);
  framesIn(sentences, kinds);
  const evidence = evidenceIn(sentences);
  return evidence === undefined ? kinds : kinds.add(evidence);
}

/** A view, and what it may show: the other patterns are not even compiled. */
interface Viewed {
  readonly view: string;
  readonly tried: ReadonlySet<Threat>;
}

function viewed(view: string): Viewed {
  patterns ??= new TriedPatterns(ALL.flat());
  return { view, tried: patterns.in(view) };
}

/** The few texts that show one are then looked at without what they only tell of. */
function shows({ view, tried }: Viewed, threats: readonly Threat[]): boolean {
  return threats.some((threat) => tried.has(threat) && isThreatened(view, threat));
}

function look({ view, tried }: Viewed, threats: readonly Threat[], kinds: Set<ThreatKind>): void {
  for (const threat of threats)
    if (tried.has(threat) && !kinds.has(threat.kind) && isThreatened(view, threat)) kinds.add(threat.kind);
}

/** Every place is looked at: a first one that is prohibited must not hide a second one that is not. */
function isThreatened(view: string, { pattern, always }: Threat): boolean {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(view); match !== null; match = pattern.exec(view))
    if (always === true || !isProhibited(view, match.index)) return true;
  return false;
}
