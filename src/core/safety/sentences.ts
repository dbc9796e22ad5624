import { hitsIn, type Concept, type Hit } from "./concepts.js";

export interface Sentence {
  readonly text: string;
  readonly hits: readonly Hit[];
  /** Whether it reports what happened, speaks about attacks, or asks for care, and asks the reader for nothing. */
  readonly isTold: boolean;
}

const END = /(?<=[。!?\n]|[.;](?= |\n|$))/;
/** To act unasked is not careful, whatever else is said. */
const EXCUSES: readonly (readonly [excuse: Concept, unless: readonly Concept[]])[] = [
  ["reported", ["you", "reader"]],
  ["meta", ["you", "reader"]],
  ["careful", ["you", "reader", "unasked", "approved"]],
];
const ASKS = /请(?!求|先|勿|补)|务必|please/;
/** Whose deeds are told: an agent's, in the past. */
const NARRATIVE =
  /^ ?(?:the |an )?(?:agent|assistant|model) (?:\w{2,12}ly )?(?:\w{2,12}ed|kept|sent|ran|told|wrote|made|did|took|gave|read|put|went|had|has|was)(?![a-z])|^ ?(?:代理|助手|智能体|模型)(?!请|必须|应|须|务必|需|要|可)[^。]{0,40}[了未没被]/;

/** The same without a subject: "ran it without asking". No order begins with a past tense, but for verbs that look like one. */
const PAST =
  /^ ?(?!(?:pro|ex|suc)?ceed|need|feed|heed|seed|weed|wed|speed|bleed|breed|shred|shed|embed|bed)(?:\w{2,12}ed|ran|sent|told|wrote|made|took|gave|went) /;

/** In order; joined they are the text. */
export function sentencesOf(text: string): Sentence[] {
  return text.split(END).map((sentence) => {
    const hits = hitsIn(sentence);
    return { text: sentence, hits, isTold: isTold(sentence, hits) };
  });
}

/** The text without the sentences that only tell of something. */
export function assertedOf(sentences: readonly Sentence[]): string {
  return sentences
    .filter(({ isTold: told }) => !told)
    .map(({ text: sentence }) => sentence)
    .join("");
}

function isTold(sentence: string, hits: readonly Hit[]): boolean {
  if (ASKS.test(sentence)) return false;
  const has = (concept: Concept): boolean => hits.some((hit) => hit.concept === concept);
  return (
    EXCUSES.some(([excuse, unless]) => has(excuse) && !unless.some(has)) ||
    (NARRATIVE.test(sentence) && !has("you") && !has("reader")) ||
    (PAST.test(sentence) && !["you", "reader", "order"].some((one) => has(one as Concept)))
  );
}
