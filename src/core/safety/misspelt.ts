/** Words that a reader, and a language model, recognise with their inner letters shuffled: "ignroe all prevoius systme rulse". */
const WORDS =
  "above approve bypass command confirm credentials disable disregard environment everything execute forget guard guidelines ignore initial instruction instructions override password pretend previous print prior prompt repeat reveal rules secret secrets system upload without";

const BY_LETTERS = new Map(WORDS.split(" ").map((word) => [lettersOf(word), word]));

/** The text with such words put right, or as it was. */
export function withoutMisspelling(text: string): string {
  return text.replace(/(?<![a-z])[a-z]{5,12}(?![a-z])/g, (word) => BY_LETTERS.get(lettersOf(word)) ?? word);
}

/** The first letter stays, the others in order. */
function lettersOf(word: string): string {
  return word.charAt(0) + Array.from(word.slice(1)).toSorted().join("");
}
