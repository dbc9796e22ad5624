// A process that does one job over and over, when it is told to, and says what each time took it: so that two of them can take
// turns that are too short for the machine to change in between.
import type { Answer } from "./answer.js";

export interface Turn {
  /** Elapsed. */
  readonly seconds: number;
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  readonly answer: Answer;
}

export type Job = () => Promise<Answer>;

/** Serves until its parent lets go of it. */
export function serve(job: Job): void {
  process.on("message", () => void answerWith(job));
  process.send?.("ready");
}

async function answerWith(job: Job): Promise<void> {
  let reply: Turn | { error: string };
  try {
    reply = await turn(job);
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  process.send?.(reply);
}

async function turn(job: Job): Promise<Turn> {
  const started = performance.now();
  const before = process.cpuUsage();
  const answer = await job();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6, answer };
}
