import type { Concept } from "./concepts.js";
import { plainWords } from "./views.js";

/** Words by `|`; `{a|b} c` is both, and `*` any ending. */
export type Words = Readonly<Partial<Record<Concept, string>>>;

export interface Phrase {
  readonly phrase: string;
  readonly concept: Concept;
  /** Any ending may follow. */
  readonly open: boolean;
}

/** A word with its choices as it is written, and whose it is. */
interface Written {
  readonly word: string;
  readonly concept: Concept;
  /** What stands first in it, one of these; made when a text has one of its keys. */
  firsts?: readonly string[];
  /** Its phrases by their keys; made when a text begins like it. */
  phrases?: ReadonlyMap<string, readonly Phrase[]>;
}

const KEY_LENGTH = 2;
/** What the views leave as it is: such words need not go through them. */
const SIMPLE = /^[a-z0-9 ./:\u4e00-\u9fff]*$/;
const PLAIN = /^[a-z0-9 ./:\u4e00-\u9fff{}|]*\*?$/;

/**
 * Words by their keys: the first two characters of their phrases, or the only one. Together the phrases are tens of thousands,
 * so a word is spelled out when a text begins like it: to spell out all of them took a third of a second, for a text of two words.
 */
export class PhraseIndex {
  readonly #written = new Map<string, Written[]>();

  constructor(lists: readonly Words[]) {
    for (const words of lists)
      for (const [concept, text] of Object.entries(words))
        for (const word of wordsOf(text)) this.#add({ word, concept: concept as Concept });
  }

  #add(written: Written): void {
    const { word } = written;
    // There are ten thousand words, and a text of two waits for them: nearly all begin like the only phrase that they are.
    if (SIMPLE.test(word)) this.#addTo(word.slice(0, KEY_LENGTH), written);
    else for (const key of keysOf(word)) this.#addTo(key, written);
  }

  #addTo(key: string, written: Written): void {
    const others = this.#written.get(key);
    if (others === undefined) this.#written.set(key, [written]);
    else others.push(written);
  }

  /** The phrases that stand at a place of the text, each of a concept once. */
  standingAt(text: string, at: number): readonly Phrase[] {
    let found: Phrase[] | undefined;
    for (let length = Math.min(KEY_LENGTH, text.length - at); length > 0; length--) {
      const key = text.slice(at, at + length);
      for (const written of this.#written.get(key) ?? NONE)
        for (const one of begunBy(written, text, at, key))
          if (text.startsWith(one.phrase, at) && found?.some((other) => isSame(one, other)) !== true)
            (found ??= []).push(one);
    }
    return found ?? NONE;
  }
}

const NONE: readonly never[] = [];

function isSame(a: Phrase, b: Phrase): boolean {
  return a.phrase === b.phrase && a.concept === b.concept && a.open === b.open;
}

/** Phrases of a word that have the key, if the text begins like the word. */
function begunBy(written: Written, text: string, at: number, key: string): readonly Phrase[] {
  const { word, concept } = written;
  written.firsts ??= firstsOf(word);
  if (!written.firsts.some((first) => text.startsWith(first, at))) return NONE;
  written.phrases ??= byKey(word, concept);
  return written.phrases.get(key) ?? NONE;
}

function byKey(word: string, concept: Concept): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const spelled of spelledOut(word)) {
    const one = phraseOf(spelled, concept);
    const key = one.phrase.slice(0, KEY_LENGTH);
    const others = phrases.get(key);
    if (others === undefined) phrases.set(key, [one]);
    else others.push(one);
  }
  return phrases;
}

function firstsOf(word: string): readonly string[] {
  if (!PLAIN.test(word)) return [""];
  const [[literal = ""] = [], choices = [""]] = partsOf(word);
  const firsts = literal === "" ? choices : [literal];
  return firsts.map((first) => first.replace(/\*$/, "").trim());
}

function phraseOf(spelled: string, concept: Concept): Phrase {
  return { phrase: plainOf(spelled), concept, open: spelled.endsWith("*") };
}

function bareOf(spelled: string): string {
  return spelled.replace(/\*$/, "");
}

function plainOf(spelled: string): string {
  const bare = bareOf(spelled);
  return PLAIN.test(bare) ? bare : plainWords(bare);
}

/** How the phrases of a word may begin. Spells out no more of it than that takes. */
function keysOf(word: string): ReadonlySet<string> {
  // What the views make of a beginning is how the whole begins but for a blank at its end.
  const [form, least] = PLAIN.test(word) ? [bareOf, KEY_LENGTH] : [plainOf, KEY_LENGTH + 1];
  const keys = new Set<string>();
  let begun = [""];
  for (const choices of partsOf(word))
    begun = combined([begun, choices]).filter((one) => {
      const written = form(normalised(one));
      if (written.length >= least) keys.add(written.slice(0, KEY_LENGTH));
      return written.length < least;
    });
  for (const one of begun) keys.add(form(normalised(one)).slice(0, KEY_LENGTH));
  keys.delete("");
  return keys;
}

function wordsOf(list: string): string[] {
  return (list.replace(/\s+/g, " ").match(/(?:\{[^}]*\}|[^|{])+/g) ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Of each `{a|b}` one choice, in every combination. */
function spelledOut(word: string): string[] {
  return combined(partsOf(word)).map(normalised);
}

/** What may stand in each place: every second part of a word stands in braces. */
function partsOf(word: string): readonly (readonly string[])[] {
  return word.split(/[{}]/).map((part, i) => (i % 2 === 0 ? [part] : part.split("|")));
}

function combined(parts: readonly (readonly string[])[]): string[] {
  let words = [""];
  for (const choices of parts) words = words.flatMap((before) => choices.map((choice) => before + choice));
  return words;
}

/** An empty choice leaves the blanks on both of its sides. */
function normalised(spelled: string): string {
  return spelled.replaceAll("  ", " ").trim();
}
