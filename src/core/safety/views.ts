import { ANSI, HIDDEN } from "./hidden.js";
import { withoutLookalikes } from "./lookalikes.js";
import { withoutMisspelling } from "./misspelt.js";

/**
 * The ways in which a text may be read, in small letters, without invisible characters, accents and look-alikes. Several
 * readings stand in one string, each on lines of its own: one search for all of them.
 */
export interface Views {
  /** With its punctuation, for markup. */
  readonly plain: string;
  /** The same, and again with what splits words taken out, for commands. */
  readonly commands: string;
  /** Without markup: as it stands, with what splits words taken out, with digits as letters. */
  readonly worded: string;
}

const UNSEEN = new RegExp(String.raw`(?![\n\t ])${HIDDEN.source}|\p{M}`, "gu");

export function viewsOf(text: string): Views {
  const cased = text
    .replace(ANSI, "")
    .replace(/(?<=\p{Script=Han})\p{So}{1,3}(?=\p{Script=Han})/gu, "")
    .normalize("NFKD")
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")
    .replace(UNSEEN, "")
    .replace(/[^\S\n]/g, " ");
  const plain = withoutLookalikes(cased.toLowerCase());
  const joined = joinedWords(plain);
  const words = [wordsOf(cased), joined].map(withoutMarkup).map(withoutMisspelling);
  return {
    plain,
    commands: distinct([plain, joined]),
    worded: distinct([...words, ...lettersOf(plain).map(withoutMarkup), ...lettersOf(joined).map(withoutMarkup)]),
  };
}

/** ignoreAllPrevious is three words. */
function wordsOf(cased: string): string {
  return withoutLookalikes(cased.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase());
}

/** One text as the views have its words: for what is to be found in them. */
export function plainWords(text: string): string {
  const letters = text.normalize("NFKD").replace(UNSEEN, "").toLowerCase();
  return withoutMarkup(withoutLookalikes(letters)).replace(/ +/g, " ").trim();
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.replace(/ {2,}/g, " ").trim()))].join("\n\n");
}

/** Emphasis, fences, brackets and underscores become blanks; what ends a clause stays. */
function withoutMarkup(text: string): string {
  return text.replace(/[^\p{L}\p{N}\n.,;:!?。,、：！？@/]/gu, " ");
}

/** "ig-nore", "i.g.n.o.r.e", "i g n o r e" and 忽 略 as one word each. */
function joinedWords(text: string): string {
  return text
    .replace(/(?<=[a-z])[-._*~|/+'`·](?=[a-z])/g, "")
    .replace(/(?<=(?<![a-z])[a-z]) (?=[a-z](?![a-z]))/g, "")
    .replace(/(?<=\p{Script=Han})(?:[-._*~|/+'`· ]|\p{So}|\p{Sk}|\p{Sm}|\p{No}){1,3}(?=\p{Script=Han})/gu, "");
}

const LEET: Readonly<Record<string, string>> = { "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };

/** Digits inside words as the letters they stand for. 1 and ! may be an i or an l. */
function lettersOf(text: string): string[] {
  if (!/[a-z][0134578@$!]|[0134578@$!][a-z]/.test(text)) return [];
  const letters = text.replace(/(?<=[a-z0-9@$!])[03457@$]|[03457@$](?=[a-z0-9@$!])/g, (char) => LEET[char] as string);
  return ["i", "l"].map((one) => letters.replace(/(?<=[a-z1!])[1!]|[1!](?=[a-z1!])/g, one));
}

/** Nothing but letters, also read backwards and as ROT13: for the few phrases that are told without word limits. */
export function compactOf(plain: string): string {
  const letters = plain.replace(/[^a-z]/g, "");
  let [backwards, rot13] = ["", ""];
  for (let at = 0; at < letters.length; at++) {
    backwards += letters.charAt(letters.length - 1 - at);
    rot13 += String.fromCharCode(((letters.charCodeAt(at) - 84) % 26) + 97);
  }
  return [letters, backwards, rot13].join("\n");
}
