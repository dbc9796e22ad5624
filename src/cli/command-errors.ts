import { UsageError } from "../model/errors.js";
import type { Progress } from "../model/options.js";

/** Wrong usage that the command found by itself: its text is in the user's language already. */
export class WrongUsage extends UsageError {
  /** What is wrong one by one, where it is more than the message says. */
  readonly problems: readonly string[];

  constructor(message: string, hint?: string, problems: readonly string[] = []) {
    super(message, hint);
    this.problems = problems;
  }
}

/** It could not be done, for a reason that the command found by itself: told in the user's language, exit code 1. */
export class Refusal extends Error {
  override name = "Refusal";
  /** What to do. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Ctrl-C ended the run. */
export class StoppedError extends Error {
  override name = "StoppedError";
  /** How far the reading had come, as far as is known. */
  readonly progress: Progress | undefined;
  /** Nothing was to be kept of the run. */
  readonly isDry: boolean;

  constructor(progress: Progress | undefined, cause: unknown, isDry = false) {
    super("stopped", { cause });
    this.progress = progress;
    this.isDry = isDry;
  }
}

/** Standard output could not take the result: the disk is full, say. */
export class OutputError extends Error {
  override name = "OutputError";
}
