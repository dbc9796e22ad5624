/** How an archive's bytes are to be decoded, told by what it begins with and never by its name. */
export type Encoding = "plain" | "gzip" | "zstd" | "xz" | "bzip2" | "utf16le" | "utf16be";

/** A form that is known and not read. */
export interface UnreadForm {
  readonly unread: string;
}

/** So many bytes tell the encoding. */
export const SIGNATURE_BYTES = 10;

const EITHER_OF_16 = 0xf0; // marks a byte of which only the high half is fixed

const ENCODINGS: readonly (readonly [Encoding, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b, 0x08]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ["utf16le", [0xff, 0xfe]],
  ["utf16be", [0xfe, 0xff]],
];

const UNREAD: readonly (readonly [string, readonly number[]])[] = [
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["7-zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["lz4", [0x04, 0x22, 0x4d, 0x18]],
  ["snappy", [0xff, 0x06, 0x00, 0x00, 0x73, 0x4e]],
  ["compress (.Z)", [0x1f, 0x9d]],
];

/** `start`: the first SIGNATURE_BYTES bytes, fewer only where there are no more. */
export function encodingOf(start: Uint8Array): Encoding | UnreadForm {
  const found = ENCODINGS.find(([, signature]) => begins(start, signature))?.[0];
  if (found === "zstd" && wantsDictionary(start)) return { unread: "zstd dictionary" };
  if (found !== undefined) return found;
  if (isBzip2(start)) return "bzip2";
  if (isSkippableFrame(start)) return "zstd";
  if (isUnmarkedUtf16(start)) return { unread: "utf-16" };
  const unread = UNREAD.find(([, signature]) => begins(start, signature))?.[0];
  return unread === undefined ? "plain" : { unread };
}

function begins(start: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => start[i] === byte);
}

/** The first frame names a dictionary, without which nothing can be made of it. */
function wantsDictionary(start: Uint8Array): boolean {
  const descriptor = start[4] ?? 0;
  const at = (descriptor & 0x20) === 0 ? 6 : 5;
  const bytes = [0, 1, 2, 4][descriptor & 3] as number;
  return start.subarray(at, at + bytes).some((byte) => byte !== 0);
}

/** `BZh1` to `BZh9` may begin a text as well: the magic number of the first block, or of the end, must follow. */
function isBzip2(start: Uint8Array): boolean {
  const level = start[3] ?? 0;
  if (!begins(start, [0x42, 0x5a, 0x68]) || level < 0x31 || level > 0x39) return false;
  const block = start.subarray(4);
  return [
    [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
    [0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
  ].some((magic) => block.every((byte, i) => byte === magic[i]));
}

/** JSON in UTF-16 without a byte order mark: a bracket, and every other byte of it is 0. */
function isUnmarkedUtf16(start: Uint8Array): boolean {
  const zeros = start.length >= 4 && start[0] === 0 ? 0 : 1;
  const [first, second] = [start[1 - zeros], start[3 - zeros]];
  return start[zeros] === 0 && start[zeros + 2] === 0 && (first === 0x7b || first === 0x5b) && second !== 0;
}

/** Several compressors put a skippable frame before the data. */
function isSkippableFrame(start: Uint8Array): boolean {
  return ((start[0] ?? 0) & EITHER_OF_16) === 0x50 && start[1] === 0x2a && start[2] === 0x4d && start[3] === 0x18;
}
