import { availableParallelism } from "node:os";
import type { OpenArchive } from "../io/archives.js";
import type { CountOptions } from "./count-options.js";

/** Below this the main thread has scanned it before a worker could be of use. */
const INLINE_BYTES = 48 << 20;
/** About what a compressed log becomes. */
const EXPANSION = 8;

export function workBytes(archives: readonly OpenArchive[]): number {
  return archives.reduce((sum, { identity, encoding }) => sum + workOf(encoding, identity.sizeBytes), 0);
}

export function workOf(encoding: OpenArchive["encoding"], bytes: number): number {
  return bytes * (encoding === "plain" ? 1 : EXPANSION);
}

/** How many threads may scan at most, the main thread among them. */
export function mostLanes(
  bytes: number,
  { threads, inlineBytes = INLINE_BYTES }: Pick<CountOptions, "threads" | "inlineBytes">,
): number {
  return bytes < inlineBytes ? 1 : (threads ?? availableParallelism());
}
