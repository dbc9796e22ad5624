import { isUtf8 } from "node:buffer";
import { fdatasyncSync, writeSync } from "node:fs";
import { HEAD_BYTES, type OnReject } from "../core/line/scanner.js";
import { escaped } from "../core/text/visible-json.js";
import { MnemonicError } from "../model/errors.js";
import type { RejectReason } from "../model/report.js";
import { checksumBetween } from "./checksum.js";

const FLUSH_LENGTH = 64 * 1024;
/** No character of UTF-8 has more bytes. */
const LONGEST_CHARACTER = 4;

/** Writes a lane's rejected lines to a file of its own, as the lines of NDJSON that they will be. */
export class RejectSpool {
  /** What has been given so far. */
  bytes = 0;
  readonly #fd: number;
  #lines: string[] = [];
  #length = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Takes the rejected lines of an archive. */
  of(path: string): OnReject {
    return (offset, reason, line, isCut) => {
      const text = rejectLine(path, offset, reason, line, isCut);
      this.bytes += text.length;
      this.#length += text.length;
      this.#lines.push(text);
      if (this.#length >= FLUSH_LENGTH) this.flush();
    };
  }

  /** Makes what was given last, for whoever goes on from it. */
  settle(): void {
    this.flush();
    fdatasyncSync(this.#fd);
  }

  /** Of what was settled, `before` being that of what stands in front of it. @throws the file system's own error */
  checksum(from: number, to: number, before: number): number {
    return checksumBetween(this.#fd, from, to, before);
  }

  /** @throws MnemonicError OUTPUT_UNWRITABLE */
  flush(): void {
    const bytes = Buffer.from(this.#lines.join(""), "latin1");
    this.#lines = [];
    this.#length = 0;
    writeAll(this.#fd, bytes);
  }
}

/** @throws MnemonicError OUTPUT_UNWRITABLE */
export function writeAll(fd: number, bytes: Uint8Array): void {
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done);
  } catch (error) {
    throw new MnemonicError(
      "OUTPUT_UNWRITABLE",
      `rejected lines can't be written: ${(error as Error).message}`,
      "check the space and the permissions where the file of --rejects goes",
      { cause: error },
    );
  }
}

/** ASCII alone, so that its length is that of its bytes, and no terminal is told anything by it. */
function rejectLine(path: string, offset: number, reason: RejectReason, line: Uint8Array, isCut: boolean): string {
  const head = Buffer.from(line.subarray(0, HEAD_BYTES)); // a copy: the line may stand in shared memory
  const cut = isCut || line.length > HEAD_BYTES;
  const text = textOf(head, cut);
  const content = text === undefined ? { base64: head.toString("base64") } : { text };
  const json = JSON.stringify({ path, offset, reason, ...content, ...(cut && { cut }) });
  return `${asciiOf(escaped(json))}\n`;
}

/** Of a line that is cut, up to its last whole character; undefined: it is no UTF-8. */
function textOf(head: Buffer, isCut: boolean): string | undefined {
  for (let less = 0; less < (isCut ? LONGEST_CHARACTER : 1) && less <= head.length; less++) {
    const whole = head.subarray(0, head.length - less);
    if (isUtf8(whole)) return whole.toString("utf8");
  }
  return undefined;
}

function asciiOf(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
