import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { agentActionOf } from "../core/agent-action.js";
import type { HitText, HitTexts } from "../core/draft.js";
import type { Place } from "../core/counts.js";
import { isIrreversible } from "../core/irreversible.js";
import { readLine } from "../core/line.js";
import { keywordOf, observe, underOwnNames } from "../core/record.js";
import type { RecordReading } from "../core/reading.js";
import type { OpenArchive } from "./archives.js";
import { readPlaces, type Keep } from "./places.js";

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
/** Of a text that is only shown or searched for words, so much is kept. */
const MAX_REASON = 2000;
/** No longer text can be made, so no longer line was ever a hit: where one stands now, the file was rewritten. */
const MAX_LINE_BYTES = 512 * 1024 * 1024;

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
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
  const offsets = archives.map(() => new Set<number>());
  for (const place of places) offsets[place.archive]?.add(place.offset);
  const texts = new Map<string, HitText>();
  for (const [number, wanted] of offsets.entries()) {
    if (wanted.size === 0) continue;
    const archive = archives[number] as OpenArchive;
    const sorted = [...wanted].toSorted((a, b) => a - b);
    const keep = (offset: number, line: Uint8Array): void => {
      const text = hitText(line, archive, reading);
      if (text !== undefined) texts.set(`${number}:${offset}`, text);
    };
    if (archive.encoding === "plain" && archive.framing === "lines") readPlainLines(archive, sorted, keep);
    else await readPlaces(archive, sorted, keep);
  }
  return (place) => texts.get(`${place.archive}:${place.offset}`);
}

function hitText(line: Uint8Array, archive: OpenArchive, reading: RecordReading): HitText | undefined {
  const outcome = readLine(line, 0, line.length);
  if (outcome.type !== "record") return undefined;
  const { value } = underOwnNames(outcome.value, outcome.text, archive.role, reading);
  const text = (key: string): string => (typeof value[key] === "string" ? value[key] : "");
  const reason = archive.role === "errors" ? text("rule") || text("context") : text("reason");
  return {
    session: observe(outcome.value, outcome.text, archive.role, reading).session,
    keyword: archive.role === "errors" ? null : ownCopy(keywordOf(reason)),
    reason: ownCopy(reason.slice(0, MAX_REASON)),
    interceptor: ownCopy(text("interceptor").slice(0, MAX_REASON)),
    agentAction: ownCopy(agentActionOf(text).slice(0, MAX_REASON)),
    userIntent: ownCopy(text("user_intent").slice(0, MAX_REASON)),
    irreversible: isIrreversible(text("action"), reason, text("context")),
  };
}

/** A piece of a string keeps the whole of it in memory, and these pieces outlive lines of megabytes. */
function ownCopy<T extends string | null>(text: T): T | string {
  return text === null ? text : Buffer.from(text, "utf16le").toString("utf16le");
}

/** Offsets ascend, and the newest hits of many patterns lie close together: a block is read once for its neighbours. */
function readPlainLines(archive: OpenArchive, offsets: readonly number[], keep: Keep): void {
  let block: Buffer = Buffer.alloc(0);
  let blockStart = 0;
  const load = (at: number, bytes: number): void => {
    const fresh = Buffer.allocUnsafe(bytes);
    block = fresh.subarray(0, readSync(archive.fd, fresh, 0, bytes, at));
    blockStart = at;
  };
  for (const offset of offsets) {
    if (offset < blockStart || offset >= blockStart + block.length) load(offset, BLOCK_BYTES);
    let end = block.indexOf(NEWLINE, offset - blockStart);
    const more = (): boolean => end < 0 && blockStart + block.length < archive.identity.sizeBytes;
    for (let bytes = BLOCK_BYTES; more() && bytes <= MAX_LINE_BYTES; bytes *= 2) {
      const before = block.length;
      load(offset, bytes);
      end = block.indexOf(NEWLINE);
      if (end < 0 && block.length < bytes && block.length <= before) break;
    }
    keep(offset, block.subarray(offset - blockStart, end < 0 ? block.length : end));
  }
}
