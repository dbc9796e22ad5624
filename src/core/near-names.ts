const MOST = 3;
/** Names longer than this are no slip of the keyboard's. */
const MAX_NAME = 60;

/** Of `names` those that a person may have meant by `name`, the nearest first: at most three. */
export function nearNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const near: { readonly name: string; readonly edits: number }[] = [];
  for (const one of new Set(names)) {
    const edits = editsBetween(wanted, one.toLowerCase(), most);
    if (edits <= most) near.push({ name: one, edits });
  }
  return near
    .toSorted((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map((one) => one.name);
}

/** Levenshtein's distance; Infinity where it is surely more than `most`. One that begins with the other is one edit away. */
function editsBetween(a: string, b: string, most: number): number {
  if (a.length > 2 && b.length > 2 && (a.startsWith(b) || b.startsWith(a))) return 1;
  if (Math.abs(a.length - b.length) > most || a.length > MAX_NAME || b.length > MAX_NAME) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
