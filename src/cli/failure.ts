import { cleanForTerminal } from "../core/safe-text.js";
import { quoted } from "../core/quoted.js";
import { ArchiveNotFoundError, MnemonicError, NotRememberedError } from "../model/errors.js";
import { OutputError, Refusal, StoppedError, WrongUsage } from "./command-errors.js";
import { EXIT } from "./exit-codes.js";
import { remark, type Host } from "./host.js";
import { bytes } from "./quantities.js";
import type { Texts } from "./texts.js";

const MOST_TEXT = 2000;

interface Failure {
  /** What was wrong, and where. */
  readonly message: string;
  /** What to do. */
  readonly hint: string;
  readonly exitCode: number;
}

/** Says on standard error what went wrong, in two lines, and returns the exit code. The stack only with --debug. */
export async function reportFailure(error: unknown, host: Host, texts: Texts, debug: boolean): Promise<number> {
  const { message, hint, exitCode } = failureOf(error, texts);
  const lines = [`mnemonic: ${message}`, ...(hint === "" ? [] : [`  ${hint}`]), ...(debug ? stackOf(error) : [])];
  const text = lines.map((line) => `${cleanForTerminal(line, MOST_TEXT)}\n`).join("");
  await remark(host, text);
  return exitCode;
}

function failureOf(error: unknown, texts: Texts): Failure {
  const { failure } = texts;
  if (error instanceof WrongUsage) return { message: error.message, hint: error.hint, exitCode: EXIT.usage };
  if (error instanceof Refusal) return { message: error.message, hint: error.hint, exitCode: EXIT.failed };
  if (error instanceof StoppedError) return stopped(error, texts);
  if (error instanceof OutputError) {
    return { message: failure.output(error.message), hint: failure.outputHint, exitCode: EXIT.failed };
  }
  if (error instanceof MnemonicError) return ofLibrary(error, texts);
  const message = error instanceof Error ? error.message : String(error);
  return { message: failure.internal(message), hint: failure.internalHint, exitCode: EXIT.failed };
}

function stopped({ progress }: StoppedError, { failure }: Texts): Failure {
  const message =
    progress === undefined
      ? failure.stoppedEarly
      : failure.stopped(bytes(progress.doneBytes), bytes(progress.totalBytes));
  return { message, hint: failure.stoppedHint, exitCode: EXIT.stopped };
}

function ofLibrary(error: MnemonicError, { failure }: Texts): Failure {
  const message =
    error instanceof ArchiveNotFoundError
      ? failure.archiveNotFound(quoted(error.path), error.message)
      : failure.message(error.code, error.message);
  const exitCode = error.code === "USAGE" ? EXIT.usage : EXIT.failed;
  const hint = failure.hint(error.code, error.hint);
  return { message: error instanceof NotRememberedError ? failure.notRemembered(message) : message, hint, exitCode };
}

/** The stack with those of the causes, a line each. */
function stackOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  return [...(error.stack ?? String(error)).split("\n"), ...stackOf(error.cause, depth + 1)];
}
