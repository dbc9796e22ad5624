import type { Masking } from "./secrets.js";

/**
 * Secrets by the name they are given: `password=…`, `"token": "…"`, `--api-key …`, 密码：…. What a password's name is given is
 * masked unless it is plainly no value; what a token's name is given must also look like one, for "token: identifier" is
 * prose. Under any other name only what is long and random counts, and a checksum's name says that it is no secret.
 */

const VALUE = String.raw`(?:"[^"\n]{1,256}"|'[^'\n]{1,256}'|[^\s"'\u0060，。；,;&|<>)}…]{1,512})`;
const SIGN = String.raw`["']?\s{0,4}(?:=>|:=|[=:：＝])\s{0,4}`;

const PASSWORD_NAMES = String.raw`pass(?:word|wd|phrase)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|密码|口令|密鑰|密钥`;
const TOKEN_NAMES = String.raw`tokens?|api[_-]?keys?|access[_-]?keys?|account[_-]?key|private[_-]?key|auth(?:[_-]?key)?|credentials?|session[_-]?(?:id|key)|cookie|sig(?:nature)?|令牌|凭证|凭据`;

// The name may be the end of a longer one (DB_PASSWORD), so nothing is asked of what stands before it.
const PASSWORD = new RegExp(String.raw`((?:${PASSWORD_NAMES})[\w-]{0,20}${SIGN})(${VALUE})`, "gi");
const TOKEN = new RegExp(String.raw`((?:${TOKEN_NAMES})${SIGN})(${VALUE})`, "gi");
const FLAG = new RegExp(
  String.raw`(--?[a-z-]{0,20}(?:password|passwd|secret|token|api-?key)\s{1,4})(?!-)(${VALUE})`,
  "gi",
);
const TOLD = new RegExp(String.raw`((?:${PASSWORD_NAMES}|${TOKEN_NAMES})\s?(?:\bis\b|是|为)\s?)(${VALUE})`, "gi");
const NAMED = new RegExp(String.raw`((?<![\w.-])([\w.-]{2,40})${SIGN})(["']?[\w+/=-]{24,200}["']?)(?![\w+/=-])`, "g");

const NO_VALUE =
  /^["']?(?:$|\[masked:|[<{*.$%]|x{3,}|process\.|os\.|env\.|getenv|(?:null|nil|none|true|false|undefined|empty|required|optional|string|number|boolean|object|type|str|int|any|the|a|an|must|should|is|not|to|and|or|for|in|invalid|missing|expired|wrong|incorrect|changed|reset|redacted|hidden|changeme|example|field|input|prompt|validation|policy|hash|hashing|hint|不|必|请|已|为空|未|至少|长度)(?![\w]))/i;
const CHECKSUM =
  /sha\d*|md5|hash|digest|checksum|integrity|commit|etag|rev(?:ision)?$|uuid|image|data|path|url|file|build|version|base64|hex|^id$|draft_id|trace|span|request/i;

/** In this order. */
export const ASSIGNMENTS: readonly Masking[] = [
  {
    pattern: PASSWORD,
    masked: (mask, all, name = "", value = "") => (isPassword(value) ? name + mask("password") : all),
  },
  { pattern: TOKEN, masked: (mask, all, name = "", value = "") => (isToken(value) ? name + mask("token") : all) },
  {
    pattern: FLAG,
    masked: (mask, all, name = "", value = "") => (isToken(value) || hasDigit(value) ? name + mask("token") : all),
  },
  {
    pattern: TOLD,
    masked: (mask, all, name = "", value = "") =>
      hasDigit(value) && isPassword(value) ? name + mask("password") : all,
  },
  {
    pattern: NAMED,
    masked: (mask, all, before = "", name = "", value = "") =>
      !CHECKSUM.test(name) && isRandom(value) ? before + mask("token") : all,
  },
];

function isPassword(value: string): boolean {
  return value.length >= 4 && !NO_VALUE.test(value);
}

/** At least eight characters, and no word or camelCase name: a digit, or longer than these are. */
function isToken(value: string): boolean {
  const bare = value.replace(/^["']|["']$/g, "");
  if (bare.length < 8 || NO_VALUE.test(bare)) return false;
  return hasDigit(bare) || /^[\w+/=-]{24,}$/.test(bare);
}

function hasDigit(value: string): boolean {
  return /\d/.test(value) && !NO_VALUE.test(value);
}

/** Upper and lower case and digits, four bits a character or more: what identifiers and words do not reach. */
function isRandom(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && entropyBits(value) >= 4;
}

function entropyBits(value: string): number {
  const times = new Map<string, number>();
  for (const char of value) times.set(char, (times.get(char) ?? 0) + 1);
  let bits = 0;
  for (const n of times.values()) bits -= (n / value.length) * Math.log2(n / value.length);
  return bits;
}
