// Lines for the fuzzer: made of the same few ids and keys, so that counts meet, then damaged with knowledge of their
// structure. Much faster than arbitraries, which shrink; a failing case is small enough to be cut down by the fuzzer.

// prettier-ignore
const KEYS = [
  "ts", "timestamp", "session_id", "rule_id", "interceptor", "action", "reason", "false_positive",
  "from_level", "to_level", "summary", "match", "error_type", "source",
];
const OTHER_KEYS = [
  "context",
  "mode",
  "x",
  "",
  "tS",
  "rule_ids",
  "__proto__",
  "键",
  "a key of more than sixteen bytes",
  "context_level",
];
const IDS = [
  "s1",
  "s2",
  "20260501_002538_4abc0b",
  "s".repeat(40),
  "s".repeat(41),
  "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
  "会话一",
  "long".repeat(30),
];
const RULES = ["rule_ban_013", "r1", "r2", "rule_gap_101", "规则", "é", "e\u0301", "r".repeat(70)];
const INTERCEPTORS = ["Ban", "Ban", "Clarify", "RetryLoop", "UserCorrection", "UserCorrection", "拦截", ""];
const ACTIONS = [
  "block",
  "warn",
  "retry",
  "false_positive",
  "downgrade",
  "escalate",
  "correct",
  "an action of more than sixteen bytes",
];
const REASONS = ["关键词匹配: 虚构", "keyword match: x", "用户否决", "Keyword Match：y z", ""];
const LEVELS = ["hard", "soft", "monitor", "Hard", "none"];
const SCALARS = [
  "0",
  "-0",
  "1",
  "-1.5e-3",
  "1E+9",
  "01",
  "1.",
  ".5",
  "+1",
  "-",
  "1e",
  "NaN",
  "true",
  "false",
  "null",
  "tru",
  "nul",
  "False",
  "1e400",
];
const NESTED = [
  "[]",
  "{}",
  '[1,[2,{}],{"a":null}]',
  '{"rule_id":"r9","ts":1}',
  "[1,]",
  '{"a":}',
  "[1}",
  "{,}",
  '["\\u12"]',
  '["\t"]',
  '{"a" : [ 1 , 2 ] }',
];
const STRINGS = [
  "",
  "a",
  "\\\\",
  '\\"',
  "\\u0041",
  "\\ud83d\\ude00",
  "\\ud800",
  "\\n\\t",
  "\\/",
  "\\x",
  "\\u00g0",
  "\\u12",
  "😀",
  "},{",
  '\\\\\\"',
  "\\",
  "\x7f",
  "\t",
  "\x01",
  "\u2028",
  "x".repeat(70),
  "\\\\".repeat(40),
  '"',
  "\\u0000",
  "\ufeff",
];
const SPACES = ["", "", "", "", " ", " ", "\t", " \r ", "  "];
const TOKENS = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\\u",
  "\t",
  "\r",
  "\0",
  "\x1f",
  " ",
  "0",
  "e",
  ".",
  "-",
  '""',
  '","',
  '":"',
  "\\\\",
  "é",
  "null",
];
const BROKEN = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf0, 0x9f, 0x98], [0x80]];

/** A small fast generator (mulberry32). */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    let z = (this.#state = (this.#state + 0x6d2b79f5) >>> 0);
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  }

  below(n: number): number {
    return this.next() % n;
  }

  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

export class OddLines {
  readonly #random: Random;
  readonly #nowMs: number;

  constructor(random: Random, nowMs: number) {
    this.#random = random;
    this.#nowMs = nowMs;
  }

  /** One line (or a few), its newline included. */
  line(): Buffer {
    const random = this.#random;
    let bytes: Buffer = Buffer.from(this.#record());
    if (random.oneIn(6)) for (let n = 1 + random.below(3); n > 0; n--) bytes = this.#damaged(bytes);
    const before = random.oneIn(25)
      ? random.pick(["\n", " ", "\t", "# note\n", "\ufeff", "\0\0\0", "\0\n", "x", "[]\n", "\r\n"])
      : "";
    const after = random.oneIn(15) ? random.pick(["\r", " ", "\t", "}", ",", "\0", "\u00a0", " \r", "{}"]) : "";
    return Buffer.concat([Buffer.from(before), bytes, Buffer.from(`${after}\n`)]);
  }

  #record(): string {
    const random = this.#random;
    const members: [string, string][] = [
      [random.oneIn(3) ? "timestamp" : "ts", this.#time()],
      ["session_id", this.#text(random.pick(IDS))],
      ["interceptor", this.#text(random.pick(INTERCEPTORS))],
      ["rule_id", this.#text(random.pick(RULES))],
      ["action", this.#text(random.pick(ACTIONS))],
      ["reason", this.#text(random.pick(REASONS))],
      ["context", this.#string()],
    ];
    if (random.oneIn(3)) members.splice(random.below(members.length), 1);
    if (random.oneIn(4)) members.push(["false_positive", random.pick(["true", "false", '"true"', "null"])]);
    if (random.oneIn(5))
      members.push(["from_level", this.#text(random.pick(LEVELS))], ["to_level", this.#text(random.pick(LEVELS))]);
    for (let n = random.oneIn(2) ? 0 : random.below(4); n > 0; n--) {
      members.splice(random.below(members.length + 1), 0, [
        random.pick(random.oneIn(3) ? KEYS : OTHER_KEYS),
        this.#value(),
      ]);
    }
    if (random.oneIn(8)) members.reverse();
    return this.#written(members);
  }

  #written(members: readonly [string, string][]): string {
    const random = this.#random;
    const style = random.below(10);
    const [colon, comma] = style < 6 ? [":", ","] : style < 8 ? [": ", ", "] : ["", ""];
    const space = (): string => (style < 8 ? "" : random.pick(SPACES));
    const body = members.map(([key, value]) => {
      const separator = colon === "" ? `${space()}:${space()}` : colon;
      return `"${random.oneIn(60) ? escapedText(key, random) : key}"${separator}${value}`;
    });
    return `${space()}{${space()}${body.join(comma === "" ? `${space()},${space()}` : comma)}${space()}}${space()}`;
  }

  #text(text: string): string {
    const random = this.#random;
    if (random.oneIn(30)) return this.#value();
    if (random.oneIn(40)) return `"${escapedText(text, random)}"`;
    if (random.oneIn(60)) return random.pick(["7", "7.0", "9007199254740993", "-1", "1e400"]);
    return random.oneIn(50) ? `" ${text}\\t"` : `"${text}"`;
  }

  #string(): string {
    const random = this.#random;
    let text = "";
    for (let n = random.below(4); n > 0; n--)
      text += random.oneIn(12) ? random.pick(STRINGS) : "word 上下文 ".slice(0, random.below(9));
    return `"${text}${"y".repeat(random.oneIn(10) ? random.below(200) : 0)}"`;
  }

  #value(): string {
    const random = this.#random;
    const which = random.below(4);
    if (which === 0) return random.pick(SCALARS);
    return which === 1 ? random.pick(NESTED) : this.#string();
  }

  #time(): string {
    const random = this.#random;
    const hours = random.pick([0, 0, 1, 24, 7 * 24, 14 * 24, 20 * 24]);
    const ms =
      this.#nowMs - hours * 3_600_000 + random.pick([-1, 0, 1, -60_000, 1000, random.below(7_200_000) - 3_600_000]);
    const iso = new Date(ms).toISOString();
    switch (random.below(24)) {
      case 0:
        return `"${iso.slice(0, 19)}${random.pick(["Z", "", "+08:00", "-0530", "+01", "z", "+2:00"])}"`;
      case 1:
        return `"${iso.slice(0, 20)}${"123456789012".slice(0, random.below(12))}${random.pick(["Z", "+00:00", ""])}"`;
      case 2:
        return String(random.pick([ms, ms / 1000, Math.floor(ms / 1000), ms * 1000, ms * 1e6, ms / 7]));
      case 3:
        return `"${random.pick([ms, ms / 1000, `${ms}123456`, `0${ms}`, iso.slice(0, 10), iso.replace("T", " "), iso.replace(".", ",").toLowerCase()])}"`;
      case 4:
        return random.pick([
          '"2026-02-30T10:00:00Z"',
          '"?"',
          '""',
          "null",
          "true",
          '"2024-02-29T23:59:60Z"',
          '"0000-01-01T00:00:00.000Z"',
          '"2026-05-25T24:00:00Z"',
          '"2026-05-2５T00:00:00Z"',
        ]);
      case 5:
        return `"${escapedText(iso, random)}"`;
      default:
        return `"${iso}"`;
    }
  }

  /** One edit: a token or bytes put in, over, or a piece taken out, doubled or moved. Never a newline. */
  #damaged(bytes: Buffer): Buffer {
    const random = this.#random;
    const at = random.below(bytes.length + 1);
    const rest = bytes.subarray(at);
    const before = bytes.subarray(0, at);
    const piece = rest.subarray(0, 1 + random.below(6));
    switch (random.below(7)) {
      case 0:
        return Buffer.concat([before, Buffer.from(random.pick(TOKENS)), rest]);
      case 1:
        return Buffer.concat([before, Buffer.from(random.pick(TOKENS)), rest.subarray(1)]);
      case 2:
        return Buffer.concat([before, rest.subarray(piece.length)]);
      case 3:
        return Buffer.concat([before, piece, rest]);
      case 4:
        return Buffer.concat([before, Buffer.from(random.pick(BROKEN)), rest]);
      case 5:
        return Buffer.from(before);
      default: {
        const byte = random.below(256);
        return Buffer.concat([before, Buffer.of(byte === 0x0a ? 0x22 : byte), rest.subarray(1)]);
      }
    }
  }
}

function escapedText(text: string, random: Random): string {
  if (text === "") return text;
  const at = random.below(text.length);
  return `${text.slice(0, at)}\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}${text.slice(at + 1)}`;
}
