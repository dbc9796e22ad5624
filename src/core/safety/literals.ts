/**
 * Literals of a regular expression: short texts of which every match holds one. Most texts hold none of any pattern, and one that
 * is not tried is not compiled either. The pattern's source is read once, from left to right: of what stands in a row the best
 * literal is taken, of alternatives one each. What is not known here asks for nothing, so such a pattern is always tried.
 */

/** Longer literals say little more. */
const ENOUGH = 3;
/** Of a class with more characters none is asked for. */
const MOST_OF_CLASS = 6;
const LAST_ASCII = 0x7f;
const ZERO_WIDTH = "bB";
const NOTHING = Symbol("nothing");
const LOOKS = ["?=", "?!", "?<=", "?<!"];
/** Escapes of which the text is not known. */
const CLASSES = "dDwWsS123456789";

/** In small letters: what matches has one of them in small letters too. Undefined: it may hold anything. */
export function literalsOf({ source, flags }: RegExp): readonly string[] | undefined {
  if (/[^gi]/.test(flags)) return undefined;
  const reader = new Reader(source);
  const literals = reader.alternatives();
  return reader.isUnknown ? undefined : literals;
}

/** Other scripts have letters of which the small one is told by their neighbours, or is two. */
function small(char: string): string | undefined {
  const lower = char.toLowerCase();
  return char.charCodeAt(0) > LAST_ASCII && lower !== char.toUpperCase() ? undefined : lower;
}

/** The one whose shortest literal is longer; else the one with fewer. */
function better(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const more = shortest(b) - shortest(a);
  return more > 0 || (more === 0 && b.length < a.length) ? b : a;
}

function shortest(literals: readonly string[]): number {
  let least = ENOUGH;
  for (const { length } of literals) if (length < least) least = length;
  return least;
}

class Reader {
  /** Something was met that is not known. */
  isUnknown = false;
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Up to the end, or to the parenthesis that closes a group. */
  alternatives(): readonly string[] | undefined {
    const all: string[] = [];
    let isOpen = false;
    for (;;) {
      const literals = this.#sequence();
      if (literals === undefined) isOpen = true;
      else all.push(...literals);
      if (this.#source.charAt(this.#at) !== "|") return isOpen ? undefined : all;
      this.#at++;
    }
  }

  #sequence(): readonly string[] | undefined {
    let best: readonly string[] | undefined;
    let run = "";
    for (;;) {
      const char = this.#source.charAt(this.#at);
      if (char === "" || char === "|" || char === ")") return run === "" ? best : better(best, [run]);
      this.#at++;
      const told = this.#told(char);
      if (told === NOTHING) continue;
      const times = this.#times();
      if (typeof told === "string" && times !== "any") run += told;
      if (typeof told === "string" && times === "once") continue;
      if (run !== "") best = better(best, [run]);
      run = "";
      if (typeof told === "object" && times !== "any") best = better(best, told);
    }
  }

  /** Of what begins with `char`: the only character that it matches, the literals of a group, or undefined: it may be anything. */
  #told(char: string): string | readonly string[] | typeof NOTHING | undefined {
    if (char === "(") return this.#group();
    if (char === "[") return this.#class();
    if (char === "^" || char === "$") return NOTHING;
    if (char !== "\\") return char === "." ? undefined : small(char);
    const escaped = this.#source.charAt(this.#at++);
    if (ZERO_WIDTH.includes(escaped)) return NOTHING;
    if (escaped === "n") return "\n";
    if (CLASSES.includes(escaped)) return undefined;
    this.isUnknown ||= /[a-zA-Z0]/.test(escaped);
    return escaped;
  }

  /** What looks ahead or back takes no text; what it asks for is not asked here. */
  #group(): readonly string[] | typeof NOTHING | undefined {
    const looks = LOOKS.find((sign) => this.#source.startsWith(sign, this.#at));
    const isNamed = looks === undefined && this.#source.charAt(this.#at) === "?";
    this.isUnknown ||= isNamed && this.#source.charAt(this.#at + 1) !== ":";
    this.#at += looks?.length ?? (isNamed ? 2 : 0);
    const inside = this.alternatives();
    this.#at++;
    return looks === undefined ? inside : NOTHING;
  }

  /** The characters of a class, where they are few and spelled out. */
  #class(): readonly string[] | undefined {
    const start = this.#at;
    while (this.#at < this.#source.length && this.#source.charAt(this.#at) !== "]")
      this.#at += this.#source.charAt(this.#at) === "\\" ? 2 : 1;
    const chars = this.#source.slice(start, this.#at++);
    if (chars.length > MOST_OF_CLASS || /^\^|\\|.-./.test(chars)) return undefined;
    const told = chars.split("").map(small);
    return told.every((char) => char !== undefined) ? told : undefined;
  }

  /** How often what was read may come; "some": at least once. */
  #times(): "once" | "some" | "any" {
    const sign = this.#source.charAt(this.#at);
    if (sign !== "?" && sign !== "*" && sign !== "+" && sign !== "{") return "once";
    const isSome = sign === "+" || (sign === "{" && this.#source.charAt(this.#at + 1) !== "0");
    this.#at = sign === "{" ? this.#source.indexOf("}", this.#at) + 1 : this.#at + 1;
    if (this.#source.charAt(this.#at) === "?") this.#at++;
    return isSome ? "some" : "any";
  }
}
