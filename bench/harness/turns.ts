// Processes that take turns at the same job. In a round each side gets a new process, for memory lies otherwise in each, which
// alone makes one faster than another by a few percent; then the sides take short turns, each time in another order, so that
// all of them meet the same moods of the machine. Those last a tenth of a second to a second and make a turn two or three times
// as slow: so a side is compared with the others turn by turn, each with its neighbours in time, and the median of that
// speaks for the round.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Answer } from "../contenders/answer.js";
import type { Turn } from "../contenders/serve.js";
import { shuffled } from "./runs.js";
import { median } from "./statistics.js";

export interface Side {
  readonly name: string;
  /** Path of the process's script, and what stands behind it. */
  readonly script: string;
  readonly args: readonly string[];
}

/** One side's figures of one round. */
export interface RoundFigure {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly answer: Answer;
}

export interface RoundLimits {
  /** Turns of each side that count, at most and at least. */
  readonly turns: number;
  readonly leastTurns: number;
  /** Those before them, until the code is compiled. */
  readonly warmUps: number;
  /** After so long, a round is content with the least: many short rounds say more than few long ones. */
  readonly seconds: number;
}

export async function takeTurns(sides: readonly Side[], limits: RoundLimits): Promise<RoundFigure[]> {
  const { turns, leastTurns, warmUps, seconds } = limits;
  const end = performance.now() + seconds * 1000;
  const players = sides.map((side) => ({ side, process: fork(side.script, side.args), turns: [] as Turn[] }));
  try {
    await Promise.all(players.map(({ side, process }) => next(side, process)));
    for (let i = 0; i < warmUps + turns; i++) {
      if (i >= warmUps + leastTurns && performance.now() > end) break;
      for (const { side, process, turns: taken } of shuffled(players)) {
        process.send("turn");
        taken.push((await next(side, process)) as Turn);
      }
    }
    return figuresOf(players.map(({ turns: taken }) => taken.slice(warmUps)));
  } finally {
    for (const { process } of players) process.kill();
  }
}

/** @throws Error with what the side said, or that it ended. */
async function next(side: Side, process: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const end = once(process, "exit", { signal: ended.signal }).then(([code, signal]) => ({
    error: `it ended with ${code ?? signal}`,
  }));
  const message = once(process, "message", { signal: ended.signal }).then(([value]) => value as unknown);
  try {
    const value = await Promise.race([message, end]);
    if (typeof value === "object" && value !== null && "error" in value)
      throw new Error(`${side.name} could not be measured: ${String(value.error)}`);
    return value;
  } finally {
    ended.abort();
    await Promise.allSettled([message, end]);
  }
}

function figuresOf(sides: readonly (readonly Turn[])[]): RoundFigure[] {
  const seconds = levels(sides.map((turns) => turns.map((turn) => turn.seconds)));
  const cpuSeconds = levels(sides.map((turns) => turns.map((turn) => turn.cpuSeconds)));
  return sides.map(([first], i) => ({
    seconds: seconds[i] as number,
    cpuSeconds: cpuSeconds[i] as number,
    answer: (first as Turn).answer,
  }));
}

/** A level for each side, such that the ratio of two is how they stand to each other in the turns that they took side by side. */
export function levels(sides: readonly (readonly number[])[]): number[] {
  const logs = sides.map((times) => times.map(Math.log));
  const moods = (logs[0] ?? []).map((_, turn) => mean(logs.map((side) => side[turn] as number)));
  const usual = median(moods);
  return logs.map((side) => Math.exp(usual + median(side.map((log, turn) => log - (moods[turn] as number)))));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
