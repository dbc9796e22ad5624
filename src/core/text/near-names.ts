import { compareText } from "../merge/counts.js";

/** Names that are longer are not compared letter by letter: nobody types them. */
const MOST_LENGTH = 80;
const MOST_NAMES = 3;

/** The known names that a mistyped one may have meant: those that are nearest, at most three. */
export function nearNames(typed: string, known: Iterable<string>): string[] {
  const wanted = typed.toLowerCase();
  const most = Math.max(1, Math.min(3, Math.floor(wanted.length / 3)));
  const ranked: { name: string; rank: number }[] = [];
  for (const name of new Set(known)) {
    const rank = rankOf(wanted, name.toLowerCase(), most);
    if (rank <= most) ranked.push({ name, rank });
  }
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), Infinity);
  return ranked
    .filter(({ rank }) => rank === best)
    .map(({ name }) => name)
    .toSorted(compareText)
    .slice(0, MOST_NAMES);
}

/** A name that holds the other counts as one slip. */
function rankOf(wanted: string, name: string, most: number): number {
  if (name === wanted) return 0;
  if (wanted.length >= 3 && name.includes(wanted)) return 1;
  if (name.length > MOST_LENGTH || Math.abs(name.length - wanted.length) > most) return Infinity;
  return distance(name, wanted);
}

/** Letters to add, drop or change (Levenshtein). */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
