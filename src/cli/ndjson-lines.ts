import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import ndjson from "ndjson";
import { write, type Sink } from "./host.js";
import { escaped } from "../core/text/visible-json.js";

/** One item a line, as fast as the reader takes them. The package ends its lines as the system does; NDJSON has LF. */
export async function writeLines(items: readonly object[], sink: Sink): Promise<void> {
  await pipeline(Readable.from(items), ndjson.stringify(), async (lines: AsyncIterable<string>) => {
    for await (const line of lines) await write(sink, `${escaped(line.trimEnd())}\n`);
  });
}
