/**
 * From the wanted values of a valid line to a record: core's `observe`, for what is surely plain. A line that this does not
 * take goes the slow path; nothing has been counted of it then.
 */
import { hasBackslash, hasBackslash16, isCleanAsciiId, isPlainAscii, isPlainId } from "./bytes";
import { CONFIRMATION, CONTEXT, ERROR, FALSE_POSITIVE, HIT, OWN, pushRecord, RETRY } from "./batch";
import { entryOf, internName } from "./dictionary";
import {
  ACTION,
  ERROR_TYPE,
  FALSE_POSITIVE_FLAG,
  FROM_LEVEL,
  INTERCEPTOR,
  MATCH,
  REASON,
  RULE_ID,
  SESSION_ID,
  SOURCE,
  SUMMARY,
  TIMESTAMP,
  TO_LEVEL,
  TS,
  values,
} from "./fields";
import { hashOf } from "./hash";
import { reserveScratch } from "./lane";
import { countKind } from "./range";
import { addRaw, findRaw, findTagged, openRawNames, RawName, RawNames } from "./raw-names";
import { INTERCEPTORS, PATTERNS, root } from "./root";
import { findSession } from "./sessions";
import { NOT_ASCII, unescapeAscii } from "./unescape";
import { readEpoch, readTime } from "./time";

// Pattern kinds (core/record.ts).
const RULE: u32 = 0;
// Tags of interceptors.
const ANY: u32 = 0;
const USER_CORRECTION: u32 = 1;
const RETRY_LOOP: u32 = 2;
/** Reasons are remembered for records without a rule: short ones, and not without end. */
const LONGEST_REASON: u32 = 1024;
const MOST_REASONS: u32 = 1 << 17;

let rules: usize = 0;
let interceptors: usize = 0;
let reasons: usize = 0;
let unnamed: u32 = 0; // number of the interceptor ""

/** What the slow path shall teach of the line at hand: bits of LEARN. */
let learn: u32 = 0;
const LEARN_RULE: u32 = 1;
const LEARN_INTERCEPTOR: u32 = 2;
const LEARN_REASON: u32 = 4;

export function openAccept(): void {
  rules = openRawNames();
  interceptors = openRawNames();
  reasons = openRawNames();
  unnamed = internName(INTERCEPTORS, 0, 0, 0);
}

export function forgetLearning(): void {
  learn = 0;
}

// @ts-ignore: decorator
@inline
function startOf(field: u32): usize {
  return <usize>load<u32>(values + (<usize>field << 3));
}

// @ts-ignore: decorator
@inline
function lengthOf(field: u32): u32 {
  return load<u32>(values + (<usize>field << 3), 4);
}

// @ts-ignore: decorator
@inline
function has(set: u32, field: u32): bool {
  return ((set >> field) & 1) != 0;
}

/**
 * Counts the line whose wanted values stand in `values`; false for the slow path. The sets are by field: which are strings,
 * numbers, `true`, and anything but absent or null.
 */
export function acceptRecord(text: u32, numbers: u32, truths: u32, present: u32, offset: f64): bool {
  if (has(text, SOURCE)) {
    const source = sourceKind();
    if (source == SLOW) return false;
    if (source == OWN) return countOnly(OWN);
  }
  let interceptor = unnamed;
  let tag = ANY;
  if (has(text, INTERCEPTOR) && lengthOf(INTERCEPTOR) != 0) {
    const entry = interceptorEntry();
    if (entry == null) return false;
    interceptor = entry.number;
    tag = entry.tag;
  } else {
    if (has(present, SUMMARY)) return countOnly(CONTEXT);
    if ((present & ((1 << MATCH) | (1 << ERROR_TYPE))) != 0) return countOnly(ERROR);
  }

  const kind = kindOf(text, truths, tag);
  if (kind == SLOW) return false;

  const timeField = has(text | numbers, TS) ? TS : TIMESTAMP;
  let ms: f64 = NaN;
  if (has(text, timeField)) {
    ms = readTime(startOf(timeField), lengthOf(timeField));
    if (ms != ms) return false;
  } else if (has(numbers, timeField)) {
    ms = readEpoch(startOf(timeField), lengthOf(timeField), false);
    if (ms != ms) return false;
  }

  let session: usize = 0;
  let sessionLength: u32 = 0;
  let hash: u32 = 0;
  if (has(text | numbers, SESSION_ID)) {
    sessionLength = lengthOf(SESSION_ID);
    if (sessionLength != 0) {
      session = startOf(SESSION_ID);
      hash = hashOf(session, sessionLength);
      if (!isPlainId(session, sessionLength) && findSession(session, sessionLength, hash) == 0) {
        // Escaped or not ASCII, and not known as it stands.
        const decoded = reserveScratch(sessionLength + 16);
        sessionLength = unescapeAscii(session, sessionLength, decoded);
        if (sessionLength == NOT_ASCII || sessionLength == 0 || !isPlainId(decoded, sessionLength)) return false;
        session = decoded;
        hash = hashOf(session, sessionLength);
      }
    }
  }

  const pattern = patternOf(text, numbers, interceptor);
  if (pattern == SLOW) return false;
  pushRecord(kind, pattern, interceptor, session, sessionLength, hash, ms, offset);
  return true;
}

const SLOW: u32 = 0xffff_ffff;

function countOnly(kind: u32): bool {
  countKind(kind, NaN);
  return true;
}

/** OWN for Mnemonic's own records, SLOW, or 0. */
function sourceKind(): u32 {
  const p = startOf(SOURCE);
  const length = lengthOf(SOURCE);
  if (hasBackslash(p, length)) return SLOW;
  // "mnemonic_pattern"
  const own = length == 16 && load<u64>(p) == 0x6369_6e6f_6d65_6e6d && load<u64>(p, 8) == 0x6e72_6574_7461_705f;
  return own ? OWN : 0;
}

// @ts-ignore: decorator
@inline
function interceptorEntry(): RawName | null {
  const p = startOf(INTERCEPTOR);
  const length = lengthOf(INTERCEPTOR);
  const hash = hashOf(p, length);
  const entry = findRaw(interceptors, p, length, hash);
  return entry != null ? entry : newInterceptor(p, length, hash);
}

function newInterceptor(p: usize, length: u32, hash: u32): RawName | null {
  if (!isPlainAscii(p, length)) {
    learn = LEARN_INTERCEPTOR;
    return null;
  }
  return rememberInterceptor(p, length, hash, internName(INTERCEPTORS, 0, p, length));
}

function rememberInterceptor(p: usize, length: u32, hash: u32, number: u32): RawName {
  return addRaw(interceptors, p, length, hash, number, tagOf(number));
}

function tagOf(interceptor: u32): u32 {
  const name = entryOf(INTERCEPTORS, interceptor);
  const p = <usize>name.bytes;
  // "UserCorrection", "RetryLoop"
  if (name.length == 14 && load<u64>(p) == 0x7272_6f43_7265_7355 && load<u64>(p, 6) == 0x6e6f_6974_6365_7272) return USER_CORRECTION;
  if (name.length == 9 && load<u64>(p) == 0x6f6f_4c79_7274_6552 && load<u8>(p, 8) == 0x70) return RETRY_LOOP;
  return ANY;
}

/** First match wins (core/record.ts, `kindOf`). */
// @ts-ignore: decorator
@inline
function kindOf(text: u32, truths: u32, tag: u32): u32 {
  let action: u32 = 0;
  if (has(text, ACTION)) {
    action = actionOf(startOf(ACTION), lengthOf(ACTION));
    if (action == SLOW) return SLOW;
  }
  if (has(truths, FALSE_POSITIVE_FLAG) || action == ACTION_FALSE_POSITIVE) return FALSE_POSITIVE;
  if (tag == USER_CORRECTION) return action == ACTION_DOWNGRADE ? FALSE_POSITIVE : correctionKind(text);
  return tag == RETRY_LOOP || action == ACTION_RETRY ? RETRY : HIT;
}

const ACTION_FALSE_POSITIVE: u32 = 1;
const ACTION_RETRY: u32 = 2;
const ACTION_DOWNGRADE: u32 = 3;

// @ts-ignore: decorator
@inline
function actionOf(p: usize, length: u32): u32 {
  if (length > 16) return hasBackslash(p, length) ? SLOW : 0;
  if (hasBackslash16(p, length)) return SLOW;
  if (length == 5) return load<u32>(p) == 0x7274_6572 && load<u8>(p, 4) == 0x79 ? ACTION_RETRY : 0;
  if (length == 14) {
    const long = load<u64>(p) == 0x6f70_5f65_736c_6166 && load<u64>(p, 6) == 0x6576_6974_6973_6f70;
    return long ? ACTION_FALSE_POSITIVE : 0;
  }
  if (length == 9) return load<u64>(p) == 0x6461_7267_6e77_6f64 && load<u8>(p, 8) == 0x65 ? ACTION_DOWNGRADE : 0;
  return 0;
}

function correctionKind(text: u32): u32 {
  const from = levelOf(text, FROM_LEVEL);
  const to = levelOf(text, TO_LEVEL);
  if (from == SLOW || to == SLOW) return SLOW;
  return from != 0 && to != 0 && to < from ? FALSE_POSITIVE : CONFIRMATION;
}

/** 1 to 3 for monitor, soft, hard; 0 for no text; other text may become one of them by trimming and lower case: SLOW. */
function levelOf(text: u32, field: u32): u32 {
  if (!has(text, field)) return 0;
  const p = startOf(field);
  const length = lengthOf(field);
  if (length == 4 && load<u32>(p) == 0x6472_6168) return 3;
  if (length == 4 && load<u32>(p) == 0x7466_6f73) return 2;
  if (length == 7 && load<u64>(p) << 8 == 0x726f_7469_6e6f_6d00) return 1;
  return SLOW;
}

/** The number of the record's pattern, or SLOW. */
// @ts-ignore: decorator
@inline
function patternOf(text: u32, numbers: u32, interceptor: u32): u32 {
  const length = lengthOf(RULE_ID);
  if (!has(text | numbers, RULE_ID) || length == 0) return patternOfReason(text, interceptor);
  const p = startOf(RULE_ID);
  const hash = hashOf(p, length);
  const entry = findRaw(rules, p, length, hash);
  return entry != null ? entry.number : newRule(p, length, hash);
}

function newRule(p: usize, length: u32, hash: u32): u32 {
  let id = p;
  let idLength = length;
  if (!isCleanAsciiId(p, length)) {
    id = reserveScratch(length + 16);
    idLength = unescapeAscii(p, length, id);
    if (idLength == NOT_ASCII || idLength == 0 || !isCleanAsciiId(id, idLength)) {
      learn = LEARN_RULE;
      return SLOW;
    }
  }
  const pattern = internName(PATTERNS, RULE, id, idLength);
  addRaw(rules, p, length, hash, pattern, 0);
  return pattern;
}

/** Without a rule the reason may name a keyword. What it comes to was learnt from the slow path. */
function patternOfReason(text: u32, interceptor: u32): u32 {
  const length = has(text, REASON) ? lengthOf(REASON) : 0;
  if (length > LONGEST_REASON) return SLOW;
  const p = length == 0 ? values : startOf(REASON);
  const entry = findTagged(reasons, p, length, reasonHash(p, length, interceptor), interceptor);
  if (entry != null) return entry.number;
  if (changetype<RawNames>(reasons).count < MOST_REASONS) {
    learn = LEARN_REASON;
    reasonStart = p;
    reasonLength = length;
    reasonInterceptor = interceptor;
  }
  return SLOW;
}

/** One reason may come with thousands of interceptors: by the reason alone they would all lie in one list. */
function reasonHash(p: usize, length: u32, interceptor: u32): u32 {
  return hashOf(p, length) ^ <u32>((<u64>(interceptor + 1) * root().multiplier) >> 32);
}

let reasonStart: usize = 0;
let reasonLength: u32 = 0;
let reasonInterceptor: u32 = 0;

/** Called by the slow path with what it made of the line that was refused last. */
export function learnNames(patternKind: u32, pattern: u32, interceptor: u32): void {
  if (learn == LEARN_RULE && patternKind == RULE) {
    const p = startOf(RULE_ID);
    const length = lengthOf(RULE_ID);
    addRaw(rules, p, length, hashOf(p, length), pattern, 0);
  } else if (learn == LEARN_INTERCEPTOR) {
    const p = startOf(INTERCEPTOR);
    const length = lengthOf(INTERCEPTOR);
    rememberInterceptor(p, length, hashOf(p, length), interceptor);
  } else if (learn == LEARN_REASON && patternKind != RULE) {
    const hash = reasonHash(reasonStart, reasonLength, reasonInterceptor);
    addRaw(reasons, reasonStart, reasonLength, hash, pattern, reasonInterceptor);
  }
  learn = 0;
}
