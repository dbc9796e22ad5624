import type { Readable, Writable } from "node:stream";
import type { Mnemonic } from "../mnemonic.js";

/** A stream that text goes to: standard output, standard error, or a test's. */
export type Sink = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Standard input: keys, where it is a terminal. */
export type Keyboard = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** What the command needs of the library. */
export type Library = Pick<
  Mnemonic,
  | "home"
  | "scan"
  | "survey"
  | "watch"
  | "cacheStatus"
  | "clearCache"
  | "backfill"
  | "explain"
  | "drafts"
  | "draftStatuses"
  | "draft"
  | "confirm"
  | "reject"
  | "reopen"
  | "add"
  | "feedback"
  | "contexts"
  | "clearContexts"
  | "dataSource"
  | "patternHistory"
  | "close"
>;

/** Everything outside that a command touches. src/cli.ts makes it of the process; tests make their own. */
export interface Host {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** A function, because the process makes its own when it is first asked for. */
  readonly stdin: () => Keyboard;
  /** Lets a person change a text in their editor; undefined: they have none, or left it with a failure. */
  readonly edit: (text: string) => Promise<string | undefined>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Of the package. A function, because it is read from the disk. */
  readonly version: () => string;
  readonly openLibrary: (options: { readonly home?: string; readonly threads?: number }) => Promise<Library>;
}

/** Resolves once the text is handed over, also when nobody reads it any more (`| head`). Other failures, such as a full disk, reject. */
export function write(sink: Sink, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve, reject) => {
    sink.write(text, (error) => (error && !isClosedPipe(error) ? reject(error) : resolve()));
  });
}

/** Text on standard error. Where that is gone there is nobody to tell, and the result is worth no less. */
export async function remark({ stderr }: Host, text: string): Promise<void> {
  try {
    await write(stderr, text);
  } catch {
    // The exit code still says how it went.
  }
}

export function isClosedPipe(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ERR_STREAM_WRITE_AFTER_END";
}

/** Columns of a terminal; 80 where there is none. Below 20 nothing would fit: such a width is not believed. */
export function columnsOf(sink: Sink): number {
  return knownColumns(sink) ?? 80;
}

/** The same for results. What is piped is for other programs: no line is broken and no name shortened, if COLUMNS does not say so. */
export function resultColumns({ stdout, env }: Pick<Host, "stdout" | "env">): number {
  const wanted = Number(env["COLUMNS"] ?? "");
  if (stdout.isTTY !== true && stdout.columns === undefined && Number.isInteger(wanted) && wanted > 0)
    return Math.max(20, wanted);
  return knownColumns(stdout) ?? (stdout.isTTY === true ? 80 : Infinity);
}

function knownColumns({ columns }: Sink): number | undefined {
  return columns === undefined || columns <= 0 ? undefined : Math.max(20, columns);
}

/** Whether a person sits before it, who can be asked. */
export function isInteractive({ stdin, stdout }: Host): boolean {
  return stdout.isTTY === true && stdin().isTTY === true;
}
