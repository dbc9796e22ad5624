import type { Token } from "stream-json/core/parser.js";

/**
 * How an archive's decoded bytes are cut into records: JSON Lines; JSON values one after another, of which an array
 * holds records; or objects whose `records` array does.
 */
export type Framing = "lines" | "values" | "records";

const HEAD_BYTES = 64 * 1024;
/** A first value that is not closed so far on is not waited for. */
const MAX_HEAD_BYTES = 1 << 20;
const NEWLINE = 0x0a;
/** What a record names itself by: an object with one of these is no mere holder of records. */
const OWN_FIELDS = new Set(["ts", "timestamp", "rule_id", "session_id", "interceptor"]);

export interface Head {
  readonly bytes: Uint8Array;
  /** Whether this is all there is. */
  readonly whole: boolean;
}

/**
 * Decides the framing once for an archive (semantics, section 2). `read` gives at least that many of the first bytes,
 * fewer only where there are no more. An ordinary log costs a look at its first line; the parser is loaded for others.
 *
 * Where the first line holds several objects it is concatenated JSON, with or without a newline behind it and whatever the
 * next lines are: they are values too, and an archive that is read so stays so while it grows. A line further behind that
 * lost its newline is one of JSON Lines, and a reject.
 */
export async function framingOf(read: (bytes: number) => Promise<Head>): Promise<Framing> {
  const head = await read(HEAD_BYTES);
  const start = contentStart(head.bytes);
  const first = head.bytes[start];
  if ((first !== 0x7b && first !== 0x5b) || (first === 0x7b && isRecordLine(head, start))) return "lines";
  const { tokenizer, isConcatenation } = await loadTools();
  for (let { bytes, whole } = head; ; { bytes, whole } = await read(MAX_HEAD_BYTES)) {
    const framing = new FirstValue(tokenizer()).read({ bytes, whole }, start);
    if (framing === "values" || framing === "records") return framing;
    const newline = bytes.indexOf(NEWLINE, start);
    const line = bytes.subarray(start, newline < 0 ? bytes.length : newline);
    if (first === 0x7b && isConcatenation(line, newline >= 0)) return "values";
    if (framing !== undefined) return framing;
    // One line that goes on and on is a long record.
    if (bytes.length > HEAD_BYTES) return newline < 0 ? "lines" : "values";
  }
}

type Tokenize = (text: string) => readonly Token[];

async function loadTools() {
  const [{ jsonParser }, { getManyValues, toMany }, { isConcatenation }] = await Promise.all([
    import("stream-json/core/parser.js"),
    import("stream-chain/core"),
    import("./concatenation.js"),
  ]);
  const tokenizer = (): Tokenize => {
    const parse = jsonParser({ streamValues: false, jsonStreaming: true });
    return (text) => getManyValues(toMany<unknown>(parse(text))) as readonly Token[];
  };
  return { tokenizer, isConcatenation };
}

/** Behind blank lines, comment lines, NULs and BOMs. */
function contentStart(bytes: Uint8Array): number {
  for (let p = 0; p < bytes.length; p++) {
    const byte = bytes[p] as number;
    if (byte === 0x23) {
      const newline = bytes.indexOf(NEWLINE, p);
      if (newline < 0) return bytes.length;
      p = newline;
    } else if (!isBlank(byte) && byte !== 0 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return p;
  }
  return bytes.length;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}

/** Whether the first line is an object, and none that could hold the records of the whole file. */
function isRecordLine({ bytes }: Head, start: number): boolean {
  const newline = bytes.indexOf(NEWLINE, start);
  if (newline < 0) return false;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, newline - start);
  const mayHold = line.includes('"records"') || line.includes(String.raw`\u00`);
  if (mayHold && !hasContent(bytes, newline)) return false;
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
}

function hasContent(bytes: Uint8Array, start: number): boolean {
  return bytes.subarray(start).some((byte) => !isBlank(byte));
}

/**
 * Follows the values that begin on the first line by the lines they stand on. A line that was torn off does not pass for the
 * first of a pretty-printed value: what it left open, the records on the next lines can't continue, and the parser says so.
 */
class FirstValue {
  readonly #tokenize: Tokenize;
  #depth = 0;
  #isArray = false;
  /** Objects that are elements of the array, so far. */
  #objects = 0;
  #key = "";
  /** Whether the object was seen to be a record itself, or to hold an array before `records`. */
  #isRecord = false;
  #holdsRecords = false;
  /** Whether the first value has ended. */
  #isClosed = false;

  constructor(tokenize: Tokenize) {
    this.#tokenize = tokenize;
  }

  /** Undefined: more bytes are needed to tell. */
  read({ bytes, whole }: Head, start: number): Framing | undefined {
    this.#isArray = bytes[start] === 0x5b;
    let line = 0;
    for (let p = start; p < bytes.length; line++) {
      const newline = bytes.indexOf(NEWLINE, p);
      const end = newline < 0 ? bytes.length : newline + 1;
      if (!this.#line(bytes, p, end)) return this.#broken(line);
      if ((this.#isClosed && this.#depth === 0) || this.#isEvident(line))
        return this.#told(line, !hasContent(bytes, end));
      p = end;
    }
    if (this.#holdsRecords || this.#isArray) return this.#holdsRecords ? "records" : "values";
    return whole ? "lines" : undefined;
  }

  /**
   * False: it is no JSON. Structure is ASCII, and whatever else there is stands in strings, so nothing is decoded. The
   * parser tells nothing of a piece that breaks, so pieces end where objects do.
   */
  #line(bytes: Uint8Array, start: number, end: number): boolean {
    try {
      for (let p = start; p < end;) {
        const close = bytes.indexOf(0x7d, p);
        const next = close < 0 || close >= end ? end : close + 1;
        const text = Buffer.from(bytes.buffer, bytes.byteOffset + p, next - p).toString("latin1");
        for (const token of this.#tokenize(text)) this.#token(token);
        p = next;
      }
      return true;
    } catch {
      return false;
    }
  }

  #token(token: Token): void {
    if (token.name === "startObject" || token.name === "startArray") this.#opens(token.name);
    else if (token.name === "endObject" || token.name === "endArray") this.#closes(token.name);
    else if (token.name === "keyValue" && this.#depth === 1 && !this.#isClosed) {
      this.#key = token.value;
      if (OWN_FIELDS.has(this.#key)) this.#isRecord = true;
    }
  }

  #opens(name: string): void {
    if (name === "startArray" && this.#depth === 1 && !this.#isArray && !this.#isClosed && !this.#holdsRecords) {
      if (this.#key === "records" && !this.#isRecord) this.#holdsRecords = true;
      else this.#isRecord = true;
    }
    this.#depth++;
  }

  #closes(name: string): void {
    this.#depth--;
    if (name === "endObject" && this.#depth === 1 && !this.#isClosed) this.#objects++;
    if (this.#depth === 0) this.#isClosed = true;
  }

  /** An array or holder that goes on behind its first line: no need to wait for its end. */
  #isEvident(line: number): boolean {
    return line > 0 && (this.#holdsRecords || (this.#isArray && this.#objects > 0));
  }

  /** The first thing that is no JSON stands on this line: what came before it decides. */
  #broken(line: number): Framing {
    if (this.#holdsRecords) return "records";
    return this.#isArray && (line > 0 || this.#objects > 0) ? "values" : "lines";
  }

  /** The value is closed on this line, or told without that. */
  #told(line: number, isLast: boolean): Framing {
    if (this.#holdsRecords) return line > 0 || isLast ? "records" : "lines";
    if (this.#isArray) return line > 0 || isLast || this.#objects > 0 ? "values" : "lines";
    return line > 0 ? "values" : "lines";
  }
}
