import type { Report } from "./report.js";

/** Codes are stable: programs branch on them, messages may change. */
export type ErrorCode =
  /** An argument or option that can't be used. */
  | "USAGE"
  /** An archive that was named is not there, or can't be opened. */
  | "ARCHIVE_NOT_FOUND"
  /** The home is not there or can't be read, or it is not known where it would be. */
  | "HOME_NOT_FOUND"
  /** The caller's signal ended it; nothing was written. */
  | "ABORTED"
  /** There are more sessions and patterns than memory can hold, or a line is too long for it. */
  | "OUT_OF_MEMORY"
  /** `tempDir` takes no temporary files, has no room left, or gives back other bytes than were written. */
  | "TEMP_UNWRITABLE"
  /** A worker thread died; the scan has no result. */
  | "WORKER_FAILED"
  /** The state or Canon's files could not be written or read; where a scan has a result, see `NotRememberedError`. */
  | "STATE_UNWRITABLE"
  /** More files would be open than the system allows. */
  | "TOO_MANY_FILES"
  /** `rejects` names something that is there and may not be replaced. */
  | "OUTPUT_EXISTS"
  /** `rejects` could not be written. */
  | "OUTPUT_UNWRITABLE"
  /** Another process writes the home, and did not end within `lockWaitMs`. */
  | "LOCKED"
  /** No draft has this id, or several begin so. */
  | "DRAFT_NOT_FOUND"
  /** What the draft says looks like an attack: `force` confirms it all the same. */
  | "DRAFT_UNSAFE"
  /** That can't be done with a draft of this status, or the queue is full. */
  | "DRAFT_STATUS"
  /** No rule, pattern or draft has this name, or several might. */
  | "PATTERN_NOT_FOUND"
  /** This `Mnemonic` was closed. */
  | "CLOSED"
  /** The system could not read or write a file; `cause` is its own error. */
  | "FILE_FAILED"
  /** A fault of Mnemonic. */
  | "INTERNAL";

/** Why it could not be done, more closely than by the code: the values of `ErrorReason.code`. */
export const ERROR_REASONS = [
  "home_missing",
  "home_file",
  "home_unknown",
  "home_unreadable",
  "state_unread",
  "state_unwritten",
  "state_newer",
  "locked",
  "output_exists",
  "output_irregular",
  "output_foreign",
  "output_unwritten",
  "output_rule",
  "output_input",
  "since_late",
  "files_few",
  "draft_rejected",
  "draft_aside",
  "draft_handed",
  "draft_not_rejected",
  "draft_unsafe",
  "queue_full",
  "archives_none",
  "archive_unread",
] as const;

/** What a message says, by a stable code and what it names: to say it in other words or another language. */
export interface ErrorReason {
  readonly code: (typeof ERROR_REASONS)[number];
  /** A path, or the id of a draft. */
  readonly name?: string;
  /** What the system says, as a code. */
  readonly detail?: string;
  /** How many there may be. */
  readonly n?: number;
}

/**
 * Base of every error that Mnemonic throws. Bad data in a log is never an error (it is counted in the report);
 * these are misuse and failures of the environment. `message` says what is wrong and where, `hint` what to do.
 */
export class MnemonicError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  /** What the message says, for other languages; undefined: there is nothing to say it by. */
  readonly reason: ErrorReason | undefined;

  constructor(code: ErrorCode, message: string, hint = "", options: { cause?: unknown; reason?: ErrorReason } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
    this.reason = options.reason;
  }
}

/** An option or argument that can't be used. */
export class UsageError extends MnemonicError {
  constructor(message: string, hint = "", options: { reason?: ErrorReason } = {}) {
    super("USAGE", message, hint, options);
  }
}

/** A named archive or home that does not exist or can't be opened. */
export class ArchiveNotFoundError extends MnemonicError {
  readonly path: string;
  constructor(path: string, reason: string) {
    super(
      "ARCHIVE_NOT_FOUND",
      `archive ${JSON.stringify(path)}: ${reason}`,
      "check the path; a pattern such as 'old/*.jsonl.gz' must match a file",
    );
    this.path = path;
  }
}

/** Of what is not in the queue only the scan that found it knows. */
const IDS_HINT =
  "see the ids with: mnemonic drafts; one that waits for room in the queue is not there yet: decide some, and scan again";

/** An id that no draft has or begins with, or that several begin with (`matches`). `near`: which it may be a slip of. */
export class DraftNotFoundError extends MnemonicError {
  readonly id: string;
  readonly matches: readonly string[];
  /** So many more than `matches` names. */
  readonly more: number;
  readonly near: readonly string[];

  constructor(id: string, matches: readonly string[], more: number, near: readonly string[] = []) {
    const problem = matches.length === 0 ? "there is no such draft" : `${matches.length + more} drafts begin so`;
    const unknown = near.length > 0 ? `did you mean ${near.join(", ")}?` : IDS_HINT;
    const hint =
      matches.length === 0 ? unknown : `name one whole: ${matches.join(", ")}${more > 0 ? `, +${more} more` : ""}`;
    super("DRAFT_NOT_FOUND", `draft ${JSON.stringify(id)}: ${problem}`, hint);
    this.id = id;
    this.matches = matches;
    this.more = more;
    this.near = near;
  }
}

/** A name that stands for no rule, pattern or draft, or for more than one. `near`: what it may have meant, or which. */
export class PatternNotFoundError extends MnemonicError {
  readonly pattern: string;
  readonly isAmbiguous: boolean;
  readonly near: readonly string[];
  /** So many more than `near` names. */
  readonly more: number;

  constructor(pattern: string, isAmbiguous: boolean, near: readonly string[], more = 0) {
    const name = JSON.stringify(pattern);
    const names = [...near.map((one) => JSON.stringify(one)), ...(more > 0 ? [`+${more} more`] : [])].join(", ");
    super(
      "PATTERN_NOT_FOUND",
      isAmbiguous ? `${name} may mean ${names}` : `no rule, pattern or draft is called ${name}`,
      isAmbiguous
        ? "name one of them whole"
        : near.length > 0
          ? `did you mean ${names}?`
          : "see the names with: mnemonic patterns",
    );
    this.pattern = pattern;
    this.isAmbiguous = isAmbiguous;
    this.near = near;
    this.more = more;
  }
}

/** The caller's signal ended the call. Nothing was written but the progress of a backfill (`next`: "onwards"). `cause` is the signal's `reason`. */
export class AbortedError extends MnemonicError {
  readonly next: NextRun;

  constructor(what: string, next: NextRun = "anew") {
    const written = next === "onwards" ? "no draft was queued; progress is kept" : "nothing was written";
    super("ABORTED", `${what} was stopped before it was done; ${written}`, NEXT_HINTS[next]);
    this.next = next;
  }
}

/**
 * What the same command will do after a stop: begin anew, go on from where this one was stopped, or begin anew with what must
 * come through standard input once more.
 */
export type NextRun = "anew" | "onwards" | "input";

const NEXT_HINTS: Readonly<Record<NextRun, string>> = {
  anew: "run the same command again",
  onwards: "run the same command again: it goes on from there",
  input: "run it again from the beginning: only files can be gone on with, not standard input",
};

/**
 * A scan has its result, and the state could not be written: nothing of it is remembered. `code` is STATE_UNWRITABLE or
 * LOCKED; the report's drafts are not in the queue.
 */
export class NotRememberedError extends MnemonicError {
  readonly report: Report;
  constructor(report: Report, cause: MnemonicError) {
    super(cause.code, cause.message, cause.hint, { cause, ...(cause.reason && { reason: cause.reason }) });
    this.report = report;
  }
}

/** A worker died. The scan has no result. */
export class WorkerError extends MnemonicError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(
      "WORKER_FAILED",
      message,
      "try again with one thread (threads, --threads 1); if it persists, report it with the archive's size",
      options,
    );
  }
}

/** The form in which an error crosses a thread: a class would lose its name and fields there. */
export interface ErrorWire {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/**
 * What the system refused where nothing closer is known of it: a failing disk, say, and no fault of ours. Others stay what they
 * are; what the caller's signal ended has the signal's reason as its cause.
 */
export function clearError(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof AbortedError && signal?.aborted === true) error.cause = signal.reason;
  if (!(error instanceof Error) || error instanceof MnemonicError || !("syscall" in error)) return error;
  const code = (error as { code?: unknown }).code;
  if (code === "EMFILE" || code === "ENFILE")
    return new MnemonicError(
      "TOO_MANY_FILES",
      `more files are open than may be: ${error.message}`,
      "raise the limit (ulimit -n), and run the same command again",
      { cause: error },
    );
  return new MnemonicError(
    "FILE_FAILED",
    `a file could not be read or written: ${error.message}`,
    "look at that file and its disk, and run the same command again",
    { cause: error },
  );
}

export function errorToWire(thrown: unknown): ErrorWire {
  const error = clearError(thrown);
  if (error instanceof MnemonicError) return { ok: false, code: error.code, message: error.message, hint: error.hint };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { ok: false, code: "INTERNAL", message, hint: "this is a fault of Mnemonic; please report it" };
}

export function errorFromWire(wire: ErrorWire): MnemonicError {
  return new MnemonicError(wire.code, wire.message, wire.hint);
}
