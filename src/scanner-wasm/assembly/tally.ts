/** What a record adds to its session (core/shard.ts). */
import { addToCell, cellOf } from "./cells";
import { hitsAt, internGroup, NEVER, timesAt } from "./groups";
import { root } from "./root";
import { Session } from "./sessions";

// @ts-ignore: decorator
@inline
export function countHit(session: Session, pattern: u32, ms: f64): void {
  const i = internGroup(session, pattern);
  const block = <usize>session.groups;
  const hits = hitsAt(block, session.groupCapacity, i);
  store<u32>(hits, load<u32>(hits) + 1);
  if (ms == ms) noteTime(session, timesAt(block, session.groupCapacity, i), pattern, ms);
}

/**
 * Keeps the two newest distinct times; what they displace, and what repeats the newest, goes into a cell, unless it lies
 * before the floor.
 */
// @ts-ignore: decorator
@inline
export function noteTime(session: Session, times: usize, pattern: u32, ms: f64): void {
  const newest = load<f64>(times);
  const second = load<f64>(times, 8);
  let older = ms;
  if (ms > newest) {
    older = second;
    store<f64>(times, newest, 8);
    store<f64>(times, ms);
  } else if (ms > second && ms != newest) {
    older = second;
    store<f64>(times, ms, 8);
  }
  if (older >= root().floorMs && older != NEVER) addToCell(session, pattern << 1, cellOf(older), 1);
}

/** A hit later than the partial's moment: it belongs to its session, but to no time. */
export function countFutureHit(session: Session, pattern: u32): void {
  const i = internGroup(session, pattern);
  const hits = hitsAt(<usize>session.groups, session.groupCapacity, i);
  store<u32>(hits, load<u32>(hits) + 1);
  addToCell(session, pattern << 1, Infinity, 1);
}

export function countFalsePositive(session: Session, pattern: u32, ms: f64): void {
  internGroup(session, pattern);
  const at = ms == ms ? ms : NEVER; // an undated one counts where there is no floor
  if (at >= root().floorMs) addToCell(session, (pattern << 1) | 1, cellOf(at), 1);
}
