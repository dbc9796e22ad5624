import { cleanForTerminal } from "../core/text/safe-text.js";
import { maskSecrets } from "../core/safety/secrets.js";
import { quoted } from "../core/text/quoted.js";
import {
  AbortedError,
  ArchiveNotFoundError,
  DraftNotFoundError,
  MnemonicError,
  NotRememberedError,
  PatternNotFoundError,
} from "../model/errors.js";
import { OutputError, Refusal, StoppedError, WrongUsage } from "./command-errors.js";
import { EXIT } from "./exit-codes.js";
import { remark, type Host } from "./host.js";
import { withBlanks } from "./texts/invocation.js";
import { bytes } from "./texts/quantities.js";
import type { Texts } from "./texts/texts.js";

const MOST_TEXT = 2000;
const DRAFT_ID = /^d_[0-9a-f]{2,}$/;

interface Failure {
  /** What was wrong, and where. */
  readonly message: string;
  /** What to do. */
  readonly hint: string;
  readonly exitCode: number;
  /** What is wrong one by one. */
  readonly problems?: readonly string[];
}

/** Says on standard error what went wrong, in two lines, and returns the exit code. The stack only with --debug. */
export async function reportFailure(error: unknown, host: Host, texts: Texts, debug: boolean): Promise<number> {
  const { message, hint, exitCode, problems = [] } = failureOf(error, texts);
  const below = [...problems, ...(hint === "" ? [] : [hint])].map((line) => `  ${line}`);
  const lines = [`mnemonic: ${message}`, ...below, ...(debug ? stackOf(error) : [])];
  const text = lines.map((line) => `${withBlanks(cleanForTerminal(line, MOST_TEXT))}\n`).join("");
  await remark(host, text);
  return exitCode;
}

function failureOf(error: unknown, texts: Texts): Failure {
  const { failure } = texts;
  if (error instanceof WrongUsage) {
    const { hint, problems } = error;
    return { message: error.message, hint, problems, exitCode: EXIT.usage };
  }
  if (error instanceof Refusal) return { message: error.message, hint: error.hint, exitCode: EXIT.failed };
  if (error instanceof StoppedError) return stopped(error, texts);
  if (error instanceof OutputError) {
    return { message: failure.output(error.message), hint: failure.outputHint, exitCode: EXIT.failed };
  }
  if (error instanceof DraftNotFoundError) return unknownDraft(error, texts);
  if (error instanceof PatternNotFoundError) return unknownName(error, texts);
  if (error instanceof MnemonicError) return ofLibrary(error, texts);
  const message = error instanceof Error ? error.message : String(error);
  return { message: failure.internal(message), hint: failure.internalHint, exitCode: EXIT.failed };
}

function stopped({ progress, cause, isDry }: StoppedError, { failure }: Texts): Failure {
  const where =
    progress === undefined
      ? failure.stoppedEarly
      : failure.stopped(bytes(progress.doneBytes), bytes(progress.totalBytes));
  const next = cause instanceof AbortedError ? cause.next : "anew";
  return {
    message: next === "onwards" ? failure.kept(where) : failure.unwritten(where),
    hint: isDry && next === "anew" ? failure.stoppedDry : failure.stoppedHint[next],
    exitCode: EXIT.stopped,
  };
}

function unknownDraft({ id, matches, more, near }: DraftNotFoundError, { queue, explain, drafts }: Texts): Failure {
  const name = quoted(id, 60);
  if (matches.length > 0)
    return {
      message: explain.ambiguous(name),
      hint: explain.whole(matches.join(drafts.list), more),
      exitCode: EXIT.failed,
    };
  const hint = near.length > 0 ? explain.didYouMean(near.join(drafts.list)) : queue.unknownHint;
  return { message: queue.unknown(name), hint, exitCode: EXIT.failed };
}

/** A list of names in the user's language; each may come from a log. */
function unknownName(
  { pattern, isAmbiguous, near, more }: PatternNotFoundError,
  { explain, drafts, queue }: Texts,
): Failure {
  const [name = "", ...known] = [pattern, ...near].map((one) => quoted(maskSecrets(one).text, 100));
  const names = known.join(drafts.list);
  if (isAmbiguous) return { message: explain.ambiguous(name), hint: explain.whole(names, more), exitCode: EXIT.failed };
  const hint =
    near.length > 0 ? explain.didYouMean(names) : DRAFT_ID.test(pattern) ? queue.unknownHint : explain.unknownHint;
  return { message: explain.unknown(name), hint, exitCode: EXIT.failed };
}

function ofLibrary(error: MnemonicError, { failure }: Texts): Failure {
  const message =
    error instanceof ArchiveNotFoundError
      ? failure.archiveNotFound(quoted(error.path), error.message)
      : failure.message(error.code, error.message, error.reason);
  const exitCode = error.code === "USAGE" ? EXIT.usage : EXIT.failed;
  const hint = failure.hint(error.code, error.hint, error.reason);
  return { message: error instanceof NotRememberedError ? failure.notRemembered(message) : message, hint, exitCode };
}

/** The stack with those of the causes, a line each. */
function stackOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  return [...(error.stack ?? String(error)).split("\n"), ...stackOf(error.cause, depth + 1)];
}
