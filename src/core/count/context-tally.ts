import type { ContextEntry } from "../../model/state.js";
import { compareText } from "../merge/counts.js";
import { hashBytes, type HashSeed } from "../line/hash.js";
import type { Precision } from "./precision.js";
import { Shard, SHARD_COUNT, shardOf, type ShardColumns } from "./shard.js";
import { parseTime } from "../line/time.js";
import { encodeWtf8 } from "../line/wtf8.js";

/** What is looked for among contexts: those of these rules (as they stand in contexts), not later than `untilMs`. */
export interface ContextQuestion {
  readonly seed: HashSeed;
  readonly rules: readonly string[];
  readonly untilMs: number;
}

/** A summary with the time of its newest context. */
export interface TimedSummary {
  readonly text: string;
  readonly timeMs: number;
}

/**
 * What a lane found of contexts: an event is a (rule, session, time), in shards by its session as a scan's groups are, and
 * stands there once however often it was met. Per rule besides: its newest summaries, and the newest context at risk.
 */
export interface ContextPartial {
  readonly shards: readonly ShardColumns[];
  readonly summaries: readonly (readonly TimedSummary[])[];
  /** Epoch milliseconds; -Infinity: none. */
  readonly irreversibleMs: readonly number[];
  /** Time of the earliest context that is later than was asked for; Infinity: none. */
  readonly nextMs: number;
}

/** More than are shown, for some are the same once they are cleaned. */
const KEPT_SUMMARIES = 8;
const MAX_SUMMARY = 2000;

/** Every time is kept to the millisecond: that is what an event is told by. */
export function eventPrecision(untilMs: number): Precision {
  return { asOfMs: untilMs, floorMs: -Infinity, exactHours: [] };
}

/** Collects contexts of some rules, each by its rule's number in the question. */
export class ContextTally {
  readonly #question: ContextQuestion;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #shards: Shard[];
  readonly #summaries: Map<string, number>[];
  readonly #irreversibleMs: number[];
  #nextMs = Infinity;

  constructor(question: ContextQuestion) {
    this.#question = question;
    this.#numbers = new Map(question.rules.map((rule, i) => [rule, i]));
    const precision = eventPrecision(question.untilMs);
    this.#shards = Array.from({ length: SHARD_COUNT }, () => new Shard(question.seed, precision));
    this.#summaries = question.rules.map(() => new Map());
    this.#irreversibleMs = question.rules.map(() => -Infinity);
  }

  add(entry: ContextEntry): void {
    const rule = entry.rule_id === null ? undefined : this.#numbers.get(entry.rule_id);
    const timeMs = parseTime(entry.ts);
    if (rule === undefined || Number.isNaN(timeMs)) return;
    if (timeMs > this.#question.untilMs) {
      this.#nextMs = Math.min(this.#nextMs, timeMs);
      return;
    }
    this.#event(rule, entry.session_id ?? "", timeMs);
    this.#summary(this.#summaries[rule] as Map<string, number>, entry.summary.slice(0, MAX_SUMMARY), timeMs);
    if (entry.risk_type === "irreversible")
      this.#irreversibleMs[rule] = Math.max(timeMs, this.#irreversibleMs[rule] as number);
  }

  toPartial(): ContextPartial {
    return {
      shards: this.#shards.map((shard) => shard.toColumns()),
      summaries: this.#summaries.map((texts) => newestSummaries(texts)),
      irreversibleMs: this.#irreversibleMs,
      nextMs: this.#nextMs,
    };
  }

  #event(rule: number, session: string, timeMs: number): void {
    const bytes = encodeWtf8(session);
    const hash = hashBytes(bytes, 0, bytes.length, this.#question.seed);
    const shard = this.#shards[shardOf(hash)] as Shard;
    shard.hit(shard.session(bytes, 0, bytes.length, hash), rule, timeMs);
  }

  #summary(texts: Map<string, number>, text: string, timeMs: number): void {
    const known = texts.get(text);
    if (known !== undefined && known >= timeMs) return;
    texts.set(text, timeMs);
    if (texts.size < 2 * KEPT_SUMMARIES) return;
    const kept = new Set(newestSummaries(texts).map((one) => one.text));
    for (const one of texts.keys()) if (!kept.has(one)) texts.delete(one);
  }
}

/** The newest first; at one time by text, so that no cut changes which they are. */
export function newestSummaries(texts: Iterable<readonly [text: string, timeMs: number]>): TimedSummary[] {
  return [...texts]
    .toSorted(([a, x], [b, y]) => y - x || compareText(a, b))
    .slice(0, KEPT_SUMMARIES)
    .map(([text, timeMs]) => ({ text, timeMs }));
}
