// The yardstick, in turns: a fixed piece of work by whose time that of a scan is divided, so that figures of two machines can be
// compared. It must stay as it is: a change makes all stored figures void (raise `YARDSTICK` in gate.ts then).
//
// It is of the same kind as a scan: a file is read in chunks of 256 KiB, every byte is looked at once, in order, and for every
// line two names are hashed and a table of 8 MB, larger than a core's own caches, is updated where the hash says. So what
// slows a scan slows it too: clock, caches, memory, a neighbour on the same core. It is plain JavaScript over typed
// arrays and makes no strings, objects or garbage; so it depends less on the version of V8 than JSON.parse would.
import { closeSync, openSync, readSync } from "node:fs";
import type { Answer } from "./answer.js";
import { serve } from "./serve.js";

const [archive = ""] = process.argv.slice(2);
const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a];
const SLOTS = 1 << 21;
const table = new Int32Array(SLOTS);
const chunk = new Uint8Array(256 << 10);

serve(async () => {
  table.fill(0);
  const fd = openSync(archive, "r");
  const walk = { hash: 0, strings: 0, lines: 0, inString: false, escaped: false };
  for (let bytes = readSync(fd, chunk); bytes > 0; bytes = readSync(fd, chunk)) walkChunk(walk, bytes);
  closeSync(fd);
  const digest = String(table.reduce((sum, count, slot) => (sum + Math.imul(count, slot | 1)) | 0, 0));
  const answer: Answer = { digest, counted: digest, rules: 0, hits: walk.lines, hits7: 0, hits14: 0 };
  return answer;
});

interface Walk {
  hash: number;
  strings: number;
  lines: number;
  inString: boolean;
  escaped: boolean;
}

/** Long, for it is the whole loop: strings are told from structure, each string is hashed, and every fourth is counted. */
function walkChunk(walk: Walk, bytes: number): void {
  let { hash, strings, lines, inString, escaped } = walk;
  for (let p = 0; p < bytes; p++) {
    const byte = chunk[p] as number;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inString = false;
        if ((++strings & 3) === 0) {
          const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
          table[slot] = (table[slot] as number) + 1;
        }
      } else hash = Math.imul(hash ^ byte, 0x01000193);
    } else if (byte === QUOTE) {
      inString = true;
      hash = 0x811c9dc5 | 0;
    } else if (byte === NEWLINE) lines++;
  }
  Object.assign(walk, { hash, strings, lines, inString, escaped });
}
