import { ASSIGNMENTS } from "./secret-assignments.js";
import { TriedPatterns } from "./tried-patterns.js";

/**
 * Secrets by their own form. The forms are those that the providers document; secretlint's preset has most of them too,
 * but it is asynchronous, needs the file system's layer above core, and knows neither JWT nor `password=`.
 *
 * No pattern backtracks over an unbounded run: each starts at a literal and either takes the whole run or fails at once.
 */
const FORMS = {
  "private-key":
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)|\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/g,
  aws: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|AIDA|AROA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  github: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  gitlab: /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{20,}/g,
  slack:
    /(?<![A-Za-z0-9])(?:xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}|xapp-\d-[\w-]{10,})|(?<=hooks\.slack\.com\/(?:services|workflows)\/)[\w/]{10,}/g,
  anthropic: /(?<![A-Za-z0-9])sk-ant-[\w-]{16,}/g,
  openai: /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None|or-v1|lf)-[\w-]{16,}|[A-Za-z0-9]{20,})/g,
  google: /(?<![A-Za-z0-9])(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/g,
  "api-key":
    /(?<![A-Za-z0-9])(?:[spr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}|hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{30,}|do[opr]_v1_[0-9a-f]{40,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}|dapi[0-9a-f]{32}|glsa_[\w]{30,}|sntrys_[\w+/=-]{30,}|SG\.[\w-]{16,32}\.[\w-]{16,64}|SK[0-9a-f]{32}|key-[0-9a-f]{32}|LTAI[A-Za-z0-9]{12,24}|AKID[A-Za-z0-9]{16,40}|\d{8,10}:AA[\w-]{33}|(?:pplx|nvapi|fw|tvly)-[\w-]{20,}|hv[sbr]\.[\w-]{24,}|dckr_[op]at_[\w-]{20,}|bce-v3\/ALTAK-[\w/-]{20,}|dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9.]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}|SEC[0-9a-f]{64}|[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40})(?![A-Za-z0-9])/g,
  jwt: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}/g,
} as const;

/** A header's credentials; of a bare scheme only what has a digit, for "Bearer authentication" is a word. */
const HEADER =
  /((?:\bauthorization|\bx-(?:api|auth)-(?:key|token)|\bapi-?key)["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token|digest|apikey|bot)\s{1,4})?)(?!\[masked:|[$<{]|(?:bearer|basic|token|digest|apikey|bot)\s)([^\s"',;]{6,})|(\b(?:bearer|basic)\s{1,4})(?=[\w.~+/-]{0,64}\d)([\w.~+/-]{12,}={0,2})/gi;
/** The password of a connection string, up to the last `@` of its host part. */
const URL_PASSWORD = /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,64}:)(?!\[masked:)([^\s/"'<>]{1,256})(?=@)/gi;

export type SecretKind = keyof typeof FORMS | "authorization" | "password" | "token";

export interface Masked {
  readonly text: string;
  readonly kinds: readonly SecretKind[];
}

/** Short texts come again and again: names and ids of the same hits, scan after scan. */
const SHORT_LENGTH = 256;
const MOST_REMEMBERED = 1 << 15;
const remembered = new Map<string, Masked>();

/** Each secret of the text as `[masked:kind]`. Masking a masked text changes nothing. */
export function maskSecrets(text: string): Masked {
  if (text.length > SHORT_LENGTH) return maskedText(text);
  let masked = remembered.get(text);
  if (masked === undefined) {
    if (remembered.size === MOST_REMEMBERED) remembered.clear();
    remembered.set(text, (masked = maskedText(text)));
  }
  return masked;
}

/** What is replaced, and by what: `groups` are those of the pattern. */
export interface Masking {
  readonly pattern: RegExp;
  readonly masked: (mask: Mask, all: string, ...groups: readonly (string | undefined)[]) => string;
}

type Mask = (kind: SecretKind) => string;

/** In this order. */
const MASKINGS: readonly Masking[] = [
  ...Object.entries(FORMS).map(([kind, pattern]): Masking => ({ pattern, masked: (mask) => mask(kind as SecretKind) })),
  { pattern: HEADER, masked: (mask, _, name, _value, scheme) => (name ?? scheme ?? "") + mask("authorization") },
  { pattern: URL_PASSWORD, masked: (mask, _, before = "") => before + mask("password") },
  ...ASSIGNMENTS,
];

let tried: TriedPatterns<Masking> | undefined;

function maskedText(text: string): Masked {
  const kinds = new Set<SecretKind>();
  const mask = (kind: SecretKind): string => {
    kinds.add(kind);
    return `[masked:${kind}]`;
  };
  const first = (tried ??= new TriedPatterns(MASKINGS)).in(text);
  let masked = text;
  for (const one of MASKINGS)
    // Hardly any text holds a secret. Once one is masked, what was found in the text before tells nothing of the rest.
    if (first.has(one) || masked !== text)
      masked = masked.replace(one.pattern, (all: string, ...groups: (string | undefined)[]) =>
        one.masked(mask, all, ...groups),
      );
  return { text: masked, kinds: [...kinds] };
}
