import { ByteDictionary } from "../count/byte-dictionary.js";
import { ContextTally, type ContextPartial, type ContextQuestion } from "../count/context-tally.js";
import { grown } from "../count/columns.js";
import { FIELD } from "./fields.js";
import { JsonWalker, VALUE } from "./json-walker.js";
import { readLine } from "./line.js";
import type { LineScanner } from "./scanner.js";
import { isContext } from "../memory/state-guards.js";
import { encodeWtf8 } from "./wtf8.js";

const NEWLINE = 0x0a;

/**
 * The scanner of context archives: the plain scanner's walk over the bytes tells the rule of a line, and only lines of the
 * rules that are asked for are parsed. A line that is no context is passed over.
 */
export class ContextScanner implements LineScanner {
  readonly #tally: ContextTally;
  readonly #walker = new JsonWalker();
  readonly #wanted: ByteDictionary;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(question: ContextQuestion) {
    this.#tally = new ContextTally(question);
    this.#wanted = new ByteDictionary(question.seed);
    for (const rule of question.rules) this.#wanted.intern(encodeWtf8(rule));
  }

  buffer(bytes: number, keep: number): Uint8Array {
    if (bytes > this.#bytes.length) {
      const before = this.#bytes.subarray(0, keep);
      this.#bytes = grown(new Uint8Array(0), bytes);
      this.#bytes.set(before);
    }
    return this.#bytes;
  }

  scan(start: number, end: number): void {
    for (let p = start; p < end;) {
      const newline = this.#walker.walk(this.#bytes, p);
      const lineEnd = newline < 0 ? this.#bytes.indexOf(NEWLINE, p) : newline;
      if (newline < 0 || this.#mayBeWanted()) this.#read(p, lineEnd);
      p = lineEnd + 1;
    }
  }

  scanTail(start: number, end: number): void {
    this.#read(start, end);
  }

  // What depends on no place: an event is the same wherever it stands, and so is none in a line that is too long.
  beginRange(): void {}
  reject(): void {}
  endRange(): void {}

  finish(): ContextPartial {
    return this.#tally.toPartial();
  }

  /** Whether the walked line names one of the rules, as far as bytes tell. */
  #mayBeWanted(): boolean {
    const { type, start, end } = this.#walker;
    if (type[FIELD.rule_id] !== VALUE.text) return type[FIELD.rule_id] === VALUE.escaped;
    const [from, to] = [start[FIELD.rule_id] as number, end[FIELD.rule_id] as number];
    return this.#wanted.find(this.#bytes, from, to, this.#wanted.hash(this.#bytes, from, to)) >= 0;
  }

  #read(start: number, end: number): void {
    const outcome = readLine(this.#bytes, start, end);
    if (outcome.type === "record" && isContext(outcome.value)) this.#tally.add(outcome.value);
  }
}
