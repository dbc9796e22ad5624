// Makes an input that a scanner gets wrong as small as it gets: first by lines, then by bytes.

/** Pieces are taken out, many at once and then fewer, as long as what is left is still wrong. */
export function fewest<T>(pieces: readonly T[], isWrong: (rest: readonly T[]) => boolean): T[] {
  let left = [...pieces];
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const without = [...left.slice(0, at), ...left.slice(at + size)];
      if (without.length > 0 && isWrong(without)) left = without;
      else at += size;
    }
  }
  return left;
}

/** Beyond that bytes are not tried one by one. */
const MOST_BYTES = 4000;

export function smallest(bytes: Uint8Array, isWrong: (bytes: Uint8Array) => boolean): Uint8Array {
  const lines = fewest(linesOf(bytes), (rest) => isWrong(Buffer.concat(rest)));
  const left = Buffer.concat(lines);
  if (left.length > MOST_BYTES) return left;
  return Buffer.from(fewest([...left], (rest) => isWrong(Buffer.from(rest))));
}

/** Each with its newline, if it has one. */
export function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline < 0 ? bytes.length : newline + 1;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}
