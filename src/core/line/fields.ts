/** The keys that counting looks at. The numbers index the columns of `JsonWalker`. */
export const FIELD = {
  ts: 0,
  timestamp: 1,
  session_id: 2,
  rule_id: 3,
  interceptor: 4,
  action: 5,
  reason: 6,
  false_positive: 7,
  from_level: 8,
  to_level: 9,
  summary: 10,
  match: 11,
  error_type: 12,
  source: 13,
} as const;
export const FIELD_COUNT = 14;
export const NO_FIELD = -1;

const NAMES = Object.entries(FIELD).map(([name, field]) => ({ field, bytes: new TextEncoder().encode(name) }));

/** Wanted keys by length: few share one, so a key is told by one or two comparisons. */
const BY_LENGTH: readonly (readonly { field: number; bytes: Uint8Array }[])[] = Array.from(
  { length: 16 },
  (_, length) => NAMES.filter(({ bytes }) => bytes.length === length),
);

/** The field whose key is `bytes[start, end)` (without quotes, without escapes), or NO_FIELD. */
export function fieldOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 15) return NO_FIELD;
  const candidates = BY_LENGTH[length] as readonly { field: number; bytes: Uint8Array }[];
  for (let c = 0; c < candidates.length; c++) {
    const candidate = candidates[c] as { field: number; bytes: Uint8Array };
    let i = 0;
    while (i < length && bytes[start + i] === candidate.bytes[i]) i++;
    if (i === length) return candidate.field;
  }
  return NO_FIELD;
}
