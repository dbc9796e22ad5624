import { hash } from "node:crypto";
import { agentActionOf } from "../core/recognition/agent-action.js";
import type { HitText, HitTexts, HitWords } from "../core/recognition/draft.js";
import type { Place } from "../core/merge/counts.js";
import { isIrreversible } from "../core/recognition/irreversible.js";
import { readLine } from "../core/line/line.js";
import { quoted } from "../core/text/quoted.js";
import { MnemonicError } from "../model/errors.js";
import { encodeWtf8 } from "../core/line/wtf8.js";
import { keywordOf, matchOf, sessionOf, underOwnNames } from "../core/line/record.js";
import type { RecordReading } from "../core/line/reading.js";
import { maskSecrets } from "../core/safety/secrets.js";
import { LostFile, whileOpen } from "./archive-file.js";
import type { OpenArchive } from "./archives.js";
import { isUnread } from "./decoding.js";
import { readPlaces, type Keep } from "./places.js";
import { readFully } from "./file-identity.js";

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
/** Of a text that is only shown or searched for words, so much is kept. */
const MAX_REASON = 2000;
/** Exact keywords of an error record that are kept. */
const MAX_EXACT = 16;
/** Of a line that is shown whole. */
const MAX_SHOWN = 4000;
const MAX_LOOKED_BYTES = 64 * 1024;
const ID_MEMBER = /("(?:session_id|rule_id)"\s*:\s*)("(?:[^"\\]|\\.)*"|\d+)/g;
/** What stands at the end of an incomplete line may be the first part of a secret. */
const BEHIND_THE_CUT = 1024;
/** No longer text can be made, so no longer line was ever a hit: where one stands now, the file was rewritten. */
const MAX_LINE_BYTES = 512 * 1024 * 1024;

/** Ids that differ in halves of surrogate pairs alone are two: UTF-8 would make U+FFFD of each. */
export function sha256(text: string): string {
  return hash("sha256", encodeWtf8(text));
}

/**
 * Reads the lines of hits by their place, after the scan and only for what is shown: scanning keeps no text. A line
 * that is not what it was (its file was rewritten meanwhile) gives nothing.
 */
export async function readHitTexts(
  archives: readonly OpenArchive[],
  places: Iterable<Place>,
  reading: RecordReading = {},
): Promise<HitTexts> {
  return readRecords(archives, places, (line, archive) => hitText(line, archive, reading));
}

/** The line of a hit as it stands in its archive, secrets masked. */
export interface HitLine {
  readonly line: string;
  /** There is more of it. */
  readonly cut: boolean;
}

/** The lines themselves, for who wants to see them; of one that is not what it was, nothing. */
export async function readHitLines(
  archives: readonly OpenArchive[],
  places: Iterable<Place>,
  reading: RecordReading = {},
): Promise<(place: Place) => HitLine | undefined> {
  return readRecords(archives, places, (line, archive) => {
    if (hitText(line, archive, reading) === undefined) return undefined;
    const looked = new TextDecoder().decode(line.subarray(0, MAX_LOOKED_BYTES));
    // Secrets are masked before the cut, so that none is left in part.
    const text = maskedLine(looked);
    if (line.length <= MAX_LOOKED_BYTES && text.length <= MAX_SHOWN) return { line: text.trimEnd(), cut: false };
    const isPart = line.length > MAX_LOOKED_BYTES;
    const shown = Math.min(MAX_SHOWN, isPart ? Math.max(1, text.length - BEHIND_THE_CUT) : MAX_SHOWN);
    return { line: text.slice(0, shown).replace(/[\ud800-\udbff]$/, ""), cut: true };
  });
}

/** A line's secrets masked; its ids are judged by what they are, for `"session_id": "…"` looks like one by its name. */
function maskedLine(line: string): string {
  let [out, from] = ["", 0];
  for (const match of line.matchAll(ID_MEMBER)) {
    const [member, name = "", value = ""] = match;
    out += maskSecrets(line.slice(from, match.index)).text + name + maskSecrets(value).text;
    from = match.index + member.length;
  }
  return out + maskSecrets(line.slice(from)).text;
}

/** Without their words some drafts would be others than they are: better none. */
function unreadAgain({ path }: OpenArchive, error: Error): MnemonicError {
  return new MnemonicError(
    "FILE_FAILED",
    `${quoted(path)} was read once, and can't be read again: ${error.message}`,
    "look at that file and its disk, and run the same command again",
    {
      cause: error,
      reason: { code: "archive_unread", name: path, detail: (error as NodeJS.ErrnoException).code ?? "" },
    },
  );
}

/** What `make` makes of the record at each place, by place. */
async function readRecords<T>(
  archives: readonly OpenArchive[],
  places: Iterable<Place>,
  make: (record: Uint8Array, archive: OpenArchive) => T | undefined,
): Promise<(place: Place) => T | undefined> {
  const offsets = archives.map(() => new Set<number>());
  const made = archives.map(() => new Map<number, T>());
  for (const { archive, offset } of places) offsets[archive]?.add(offset);
  for (const [number, wanted] of offsets.entries()) {
    if (wanted.size === 0) continue;
    const archive = archives[number] as OpenArchive;
    const sorted = [...wanted].toSorted((a, b) => a - b);
    const keep = (offset: number, record: Uint8Array): void => {
      const one = make(record, archive);
      if (one !== undefined) made[number]?.set(offset, one);
    };
    try {
      await readSorted(archive, sorted, keep);
    } catch (error) {
      // What it held was counted; its words can't be had any more.
      if (!(error instanceof LostFile)) throw isUnread(error) ? unreadAgain(archive, error as Error) : error;
    }
  }
  return ({ archive, offset }) => made[archive]?.get(offset);
}

function hitText(line: Uint8Array, archive: OpenArchive, reading: RecordReading): HitText | undefined {
  const outcome = readLine(line, 0, line.length);
  if (outcome.type !== "record") return undefined;
  const record = underOwnNames(outcome.value, outcome.text, archive.role, reading);
  const { value } = record;
  const text = (key: string): string => (typeof value[key] === "string" ? value[key] : "");
  const error = archive.role === "errors" ? errorWords(value, text) : undefined;
  const reason = error?.reason ?? text("reason");
  return {
    session: sessionOf(record),
    words: error === undefined ? hitWords(reason, line) : keptWords(error, line),
    interceptor: keptPiece(text("interceptor").slice(0, MAX_REASON), line),
    agentAction: keptPiece(agentActionOf(text).slice(0, MAX_REASON), line),
    userIntent: keptPiece(text("user_intent").slice(0, MAX_REASON), line),
    irreversible: isIrreversible(text("action"), reason, text("context")),
    shownSession: undefined,
    shownPlace: undefined,
  };
}

/** Reasons come again and again, in every run: what they say is made once. */
const SHORT_REASON = 256;
const MOST_REASONS = 1 << 13;
const knownReasons = new Map<string, HitWords>();

function hitWords(reason: string, line: Uint8Array): HitWords {
  if (reason.length > SHORT_REASON) return keptWords(newWords(reason), line);
  let words = knownReasons.get(reason);
  if (words === undefined) {
    if (knownReasons.size === MOST_REASONS) knownReasons.clear();
    words = keptWords(newWords(reason), line);
    knownReasons.set(words.reason, words);
  }
  return words;
}

function newWords(reason: string): HitWords {
  return { keywords: [keywordOf(reason)].filter((keyword) => keyword !== null), reason, type: "" };
}

function keptWords({ keywords, reason, type }: HitWords, line: Uint8Array): HitWords {
  const kept = (text: string): string => keptPiece(text.slice(0, MAX_REASON), line);
  return { keywords: keywords.slice(0, MAX_EXACT).map(kept), reason: kept(reason), type: kept(type) };
}

/** What Canon wrote of an error is what a draft of its like should say. */
function errorWords(value: Readonly<Record<string, unknown>>, text: (key: string) => string): HitWords {
  const { exact, semantic } = matchOf(value);
  return {
    keywords: exact,
    reason: semantic || text("rule") || text("context"),
    type: text("type").trim() || text("error_type").trim(),
  };
}

/** A piece of a string keeps the whole of it in memory, and these pieces outlive lines of megabytes: of a long one it is copied. */
function keptPiece(text: string, line: Uint8Array): string {
  if (line.length <= MAX_SHOWN) return text;
  return Buffer.from(text, "utf16le").toString("utf16le");
}

async function readSorted(archive: OpenArchive, offsets: readonly number[], keep: Keep): Promise<void> {
  if (archive.encoding !== "plain" || archive.framing !== "lines") await readPlaces(archive, offsets, keep);
  else whileOpen(archive.file, (fd) => readPlainLines(fd, archive.identity.sizeBytes, offsets, keep));
}

/** Offsets ascend, and the newest hits of many patterns lie close together: a block is read once for its neighbours. */
function readPlainLines(fd: number, sizeBytes: number, offsets: readonly number[], keep: Keep): void {
  let block: Buffer = Buffer.alloc(0);
  let blockStart = 0;
  const load = (at: number, bytes: number): void => {
    const fresh = Buffer.allocUnsafe(bytes);
    block = fresh.subarray(0, readFully(fd, fresh, bytes, at));
    blockStart = at;
  };
  for (const offset of offsets) {
    if (offset < blockStart || offset >= blockStart + block.length) load(offset, BLOCK_BYTES);
    let end = block.indexOf(NEWLINE, offset - blockStart);
    const more = (): boolean => end < 0 && blockStart + block.length < sizeBytes;
    for (let bytes = BLOCK_BYTES; more() && bytes <= MAX_LINE_BYTES; bytes *= 2) {
      const before = block.length;
      load(offset, bytes);
      end = block.indexOf(NEWLINE);
      if (end < 0 && block.length < bytes && block.length <= before) break;
    }
    keep(offset, block.subarray(offset - blockStart, end < 0 ? block.length : end));
  }
}
