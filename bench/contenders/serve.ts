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
  process.on("message", () => {
    void turn(job).then(
      (done) => process.send?.(done),
      (error: Error) => process.send?.({ error: error.message }),
    );
  });
  process.send?.("ready");
}

async function turn(job: Job): Promise<Turn> {
  const started = performance.now();
  const before = process.cpuUsage();
  const answer = await job();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6, answer };
}
