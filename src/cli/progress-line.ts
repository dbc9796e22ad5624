import { cleanForTerminal } from "../core/text/safe-text.js";
import type { Progress } from "../model/options.js";
import { plainWidth } from "./plain-width.js";
import { bytes, duration } from "./texts/quantities.js";
import type { Texts } from "./texts/texts.js";

/** Before this the rate is that of starting up, and what it promises is wrong by hours. */
const STEADY_MS = 3000;

/** Of a path its end says most. */
const MOST_NAME = 40;

/** `1.2 GiB of 2.8 GiB, 512 MiB/s, 3s left`. */
export function progressState(
  { doneBytes, totalBytes, elapsedMs, knownBytes = 0 }: Progress,
  { progress }: Texts,
): string {
  if (doneBytes <= knownBytes || elapsedMs <= 0) return progress.starting;
  const perMs = (doneBytes - knownBytes) / elapsedMs;
  const state = progress.state(bytes(doneBytes), bytes(totalBytes), bytes(perMs * 1000));
  const leftBytes = totalBytes - doneBytes;
  return leftBytes > 0 && elapsedMs >= STEADY_MS ? state + progress.left(duration(leftBytes / perMs)) : state;
}

/** The same behind a bar and the share done, in one line that never reaches the terminal's last column. */
export function progressBar(state: Progress, columns: number, texts: Texts): string {
  const share = state.totalBytes > 0 ? Math.min(1, state.doneBytes / state.totalBytes) : 0;
  const text = `${String(Math.floor(share * 100)).padStart(3)}%  ${progressState(state, texts)}`;
  const room = Math.min(30, columns - 1 - plainWidth(text) - 4);
  if (room >= 5) {
    const name = archiveName(state, columns - 1 - plainWidth(text) - room - 3);
    return `[${"=".repeat(Math.round(share * room)).padEnd(room)}] ${text}${name}`;
  }
  return plainWidth(text) < columns ? text : text.slice(0, 4);
}

/** The archive that is read, behind the rest where there is room for all of it; else nothing. */
export function archiveName({ archive }: Progress, room: number): string {
  if (archive === undefined) return "";
  const name = Array.from(cleanForTerminal(archive, 4096));
  const shown = name.length > MOST_NAME ? `…${name.slice(1 - MOST_NAME).join("")}` : name.join("");
  // Wide characters that the simple measure does not know are at most two columns each.
  const width = Array.from(shown).reduce((sum, char) => sum + (char <= "~" ? 1 : 2), 2);
  return width < room ? `  ${shown}` : "";
}
