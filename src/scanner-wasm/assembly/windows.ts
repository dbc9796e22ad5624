/** Finish of the sessions: core/windows.ts, over entries in memory. */
import { Cell, Cells, CELLS_HEADER } from "./cells";
import { findGroup, hitsAt, NEVER, timesAt } from "./groups";
import { allocate, release } from "./memory";
import { isInPart, laneAt } from "./merge";
import { CHUNK_HEADER, MERGED, Session, SESSION_BYTES, SessionChunk } from "./sessions";

/** Question and answers of one pattern (core/windows.ts, `WindowCounts`). */
@unmanaged
export class Answer {
  judgedUntilMs: f64;
  d7: f64;
  d14: f64;
  sessions: f64;
  current: f64;
  effectiveD7: f64;
  effectiveD14: f64;
  effectiveAll: f64;
  sameSessionD7: f64;
  sameSessionAll: f64;
  sameSessionEvents: f64;
  /** False positives without a session: they cancel from the sum, so last. */
  looseD7: f64;
  looseD14: f64;
  looseAll: f64;
}
export const ANSWER_BYTES: usize = 112;

/** Working figures of one group. */
@unmanaged
class GroupTally {
  raw7: u32;
  raw14: u32;
  hits7: u32;
  hits14: u32;
  all: u32;
  false7: u32;
  false14: u32;
  falseAll: u32;
  future: u32;
}
const TALLY_BYTES: usize = 36;
const DAY_MS: f64 = 86_400_000;

let nowMs: f64 = 0;
let from7: f64 = 0;
let from14: f64 = 0;
let answers: usize = 0;
let current: usize = 0;
let tallies: usize = 0;
let tallyCapacity: u32 = 0;

/** `answers` holds an Answer for each pattern; `currentEntry` is the current session's entry or 0. */
export function ask(answersAt: usize, now: f64, currentEntry: usize): void {
  answers = answersAt;
  nowMs = now;
  from7 = now - 7 * DAY_MS;
  from14 = now - 14 * DAY_MS;
  current = currentEntry;
  roomFor(1);
}

/**
 * Adds the sessions of a merged part (merge.ts); gives how many have an id. A session's groups lie anywhere: they are
 * loaded some sessions ahead, so that misses overlap (as in batch.ts).
 */
export function answerPart(lanes: usize, count: u32, part: u32, parts: u32): u32 {
  if (ahead == 0) ahead = allocate(<usize>AHEAD << 2);
  let sessions: u32 = 0;
  let waiting: u32 = 0;
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    for (let chunk = <usize>laneAt(lanes, i).firstChunk; chunk != 0; chunk = <usize>changetype<SessionChunk>(chunk).next) {
      const end = chunk + CHUNK_HEADER + <usize>changetype<SessionChunk>(chunk).used * SESSION_BYTES;
      for (let entry = chunk + CHUNK_HEADER; entry < end; entry += SESSION_BYTES) {
        const session = changetype<Session>(entry);
        if (!isInPart(session, part, parts) || session.length == MERGED) continue;
        if (session.length != 0) sessions++;
        sum += load<u32>(<usize>session.groups) + load<u32>(<usize>session.groups, 64) + load<u32>(<usize>session.cells);
        store<u32>(ahead + (<usize>waiting << 2), <u32>entry);
        if (++waiting == AHEAD) {
          answerWaiting(waiting);
          waiting = 0;
        }
      }
    }
  }
  answerWaiting(waiting);
  touchedSum += sum;
  return sessions;
}

const AHEAD: u32 = 32;
let ahead: usize = 0;
let touchedSum: u32 = 0;

function answerWaiting(count: u32): void {
  for (let i: u32 = 0; i < count; i++) answerSession(<usize>load<u32>(ahead + (<usize>i << 2)));
}

function roomFor(groups: u32): void {
  if (groups <= tallyCapacity) return;
  release(tallies, <usize>tallyCapacity * TALLY_BYTES);
  tallyCapacity = groups;
  tallies = allocate(<usize>groups * TALLY_BYTES);
}

// @ts-ignore: decorator
@inline
function answerOf(pattern: u32): Answer {
  return changetype<Answer>(answers + <usize>pattern * ANSWER_BYTES);
}

// @ts-ignore: decorator
@inline
function tallyAt(i: u32): GroupTally {
  return changetype<GroupTally>(tallies + <usize>i * TALLY_BYTES);
}

function answerSession(entry: usize): void {
  const session = changetype<Session>(entry);
  const capacity = session.groupCapacity;
  const block = <usize>session.groups;
  const isPlain = session.cells == 0 && session.length != 0 && entry != current;
  if (!isPlain) tallyCells(session);
  for (let i: u32 = 0; i < capacity; i++) {
    const key = load<u32>(block + (<usize>i << 2));
    if (key == 0) continue;
    const answer = answerOf(key - 1);
    const hits = load<u32>(hitsAt(block, capacity, i));
    const times = timesAt(block, capacity, i);
    const newest = load<f64>(times);
    const second = load<f64>(times, 8);
    if (isPlain && answer.judgedUntilMs == NEVER && newest <= nowMs) answerPlainGroup(answer, hits, newest, second);
    else {
      const tally = tallyAt(isPlain ? 0 : i);
      if (isPlain) memory.fill(changetype<usize>(tally), 0, TALLY_BYTES);
      answerGroup(entry, answer, tally, hits, newest, second);
    }
  }
}

/** Nearly every group: no cells, no watermark, not the current session. Nothing is put by in memory for it. */
// @ts-ignore: decorator
@inline
function answerPlainGroup(answer: Answer, hits: u32, newest: f64, second: f64): void {
  answer.effectiveAll += <f64>hits;
  if (hits != 0) answer.sessions += 1;
  if (<f64>hits > answer.sameSessionAll) answer.sameSessionAll = <f64>hits;
  const events: f64 = second > NEVER ? 2 : newest > NEVER ? 1 : 0;
  if (events > answer.sameSessionEvents) answer.sameSessionEvents = events;
  if (newest <= from14) return;
  const hits14: f64 = second > from14 ? 2 : 1;
  answer.d14 += hits14;
  answer.effectiveD14 += hits14;
  if (newest <= from7) return;
  const hits7: f64 = second > from7 ? 2 : 1;
  answer.d7 += hits7;
  answer.effectiveD7 += hits7;
  if (hits7 > answer.sameSessionD7) answer.sameSessionD7 = hits7;
}

/** Clears the session's tallies and adds its cells. */
function tallyCells(session: Session): void {
  roomFor(session.groupCapacity);
  memory.fill(tallies, 0, <usize>session.groupCapacity * TALLY_BYTES);
  if (session.cells == 0) return;
  const cells = changetype<Cells>(<usize>session.cells);
  for (let i: u32 = 0; i < cells.capacity; i++) {
    const cell = changetype<Cell>(changetype<usize>(cells) + CELLS_HEADER + (<usize>i << 4));
    if (cell.count != 0) addCell(session, cell);
  }
}

// @ts-ignore: decorator
@inline
function addTime(tally: GroupTally, judged: f64, ms: f64, count: u32): void {
  if (ms > nowMs || ms == NEVER) return;
  const in14 = ms > from14 ? count : 0;
  const in7 = ms > from7 ? count : 0;
  tally.raw14 += in14;
  tally.raw7 += in7;
  if (ms <= judged) return;
  tally.all += count;
  tally.hits14 += in14;
  tally.hits7 += in7;
}

function addCell(session: Session, cell: Cell): void {
  const pattern = cell.owner >> 1;
  const i = findGroup(<usize>session.groups, session.groupCapacity, pattern);
  const tally = tallyAt(i);
  const judged = answerOf(pattern).judgedUntilMs;
  const at = cell.at;
  if ((cell.owner & 1) != 0) {
    if (at > nowMs || (at <= judged && judged != NEVER)) return;
    tally.falseAll += cell.count;
    if (at > from14) tally.false14 += cell.count;
    if (at > from7) tally.false7 += cell.count;
  } else if (at == Infinity) tally.future += cell.count;
  else addTime(tally, judged, at, cell.count);
}

// @ts-ignore: decorator
@inline
function net(hits: u32, falses: u32): f64 {
  return hits > falses ? <f64>(hits - falses) : 0;
}

// @ts-ignore: decorator
@inline
function answerGroup(entry: usize, answer: Answer, tally: GroupTally, hits: u32, newest: f64, second: f64): void {
  const judged = answer.judgedUntilMs;
  addTime(tally, judged, newest, 1);
  addTime(tally, judged, second, 1);
  const past = hits - tally.future;
  // Undated hits count as judged once any decision exists.
  const all = judged == NEVER ? past : tally.all;
  answer.d7 += <f64>tally.raw7;
  answer.d14 += <f64>tally.raw14;
  if (changetype<Session>(entry).length == 0) return answerSessionless(answer, tally, all);
  if (hits != 0) answer.sessions += 1;
  if (entry == current) answer.current += <f64>past;
  const net7 = net(tally.hits7, tally.false7);
  const netAll = net(all, tally.falseAll);
  answer.effectiveD7 += net7;
  answer.effectiveD14 += net(tally.hits14, tally.false14);
  answer.effectiveAll += netAll;
  if (net7 > answer.sameSessionD7) answer.sameSessionD7 = net7;
  if (netAll > answer.sameSessionAll) answer.sameSessionAll = netAll;
  const events: f64 = second > judged ? 2 : newest > judged ? 1 : 0;
  if (events > answer.sameSessionEvents) answer.sameSessionEvents = events;
}

function answerSessionless(answer: Answer, tally: GroupTally, all: u32): void {
  answer.effectiveD7 += <f64>tally.hits7;
  answer.effectiveD14 += <f64>tally.hits14;
  answer.effectiveAll += <f64>all;
  answer.looseD7 += <f64>tally.false7;
  answer.looseD14 += <f64>tally.false14;
  answer.looseAll += <f64>tally.falseAll;
}
