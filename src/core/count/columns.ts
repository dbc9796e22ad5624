/** Growing typed arrays: the building blocks of tables and partials. */
export type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** `column` itself if it holds `length` elements, else a copy at least twice as large. */
export function grown<T extends Column>(column: T, length: number): T {
  if (length <= column.length) return column;
  const larger = new (column.constructor as new (n: number) => T)(Math.max(length, column.length * 2, 16));
  larger.set(column);
  return larger;
}

/** Byte strings, one after the other: string i is `bytes[ends[i - 1], ends[i])`. */
export interface ByteColumn {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

export function byteStart(column: ByteColumn, row: number): number {
  return row === 0 ? 0 : (column.ends[row - 1] as number);
}

export function bytesAt(column: ByteColumn, row: number): Uint8Array {
  return column.bytes.subarray(byteStart(column, row), column.ends[row]);
}

export function joinBytes(strings: readonly Uint8Array[]): ByteColumn {
  let end = 0;
  const ends = Uint32Array.from(strings, (bytes) => (end += bytes.length));
  const bytes = new Uint8Array(end);
  strings.forEach((string, i) => bytes.set(string, (ends[i] as number) - string.length));
  return { bytes, ends };
}

/** glibc keeps what it is given back for later, in pieces; only larger blocks than this go to the system at once. */
const MOST_KEPT_BYTES = 32 << 20;
/** What is kept of less does not matter. */
const LEAST_BYTES = 4 << 20;

/** A buffer of at least `bytes` that leaves nothing behind: if it is large, larger still. What is never touched takes no memory. */
export function passingBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LEAST_BYTES ? bytes : Math.max(bytes, MOST_KEPT_BYTES + 1));
}
