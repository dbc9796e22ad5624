import type { Host } from "../host.js";
import { recognition } from "../recognition.js";
import type { Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";

/** `mnemonic backfill ARCHIVE…`. Returns the exit code. */
export function backfillCommand(archives: readonly string[], flags: Flags, host: Host, texts: Texts): Promise<number> {
  return recognition((library, options) => library.backfill({ ...options, archives }), flags, archives, host, texts);
}
