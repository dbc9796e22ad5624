// The command in process on a real home: what a person types, and what comes out.
import { Readable, type PassThrough } from "node:stream";
import { openMnemonic } from "../../src/index.js";
import { run } from "../../src/cli/run.js";
import type { Host, Keyboard } from "../../src/cli/host.js";
import { NOW, type Home } from "../memory/home.js";
import { answering, keyboardOf, sinkOf } from "./fake-host.js";

export interface Typed {
  /** Of the output; 80 if it is not piped. */
  readonly columns?: number;
  readonly piped?: boolean;
  /** Keys that a person presses; with them there is a terminal. */
  readonly keys?: readonly string[];
  readonly env?: Record<string, string>;
  /** Keys that were pressed before anything was asked. */
  readonly ahead?: string;
  /** What comes in on standard input, where there is no terminal. */
  readonly input?: string;
  /** Without the home and the moment. */
  readonly asIs?: boolean;
  /** The home by `--home`, so that what is advised names it; else by its variable. */
  readonly named?: boolean;
  /** What they make of a text in their editor. */
  readonly edit?: (text: string) => string;
}

/** Runs `mnemonic <line>` on the home, as of NOW. A part of the line in quotes is one argument. */
export async function typed(
  home: Home,
  line: string,
  { piped = false, columns = piped ? undefined : 80, keys, ahead, env = {}, edit, ...how }: Typed = {},
) {
  const { asIs = false, named = false, input } = how;
  const isTTY = keys !== undefined;
  const stdout = sinkOf({ isTTY, ...(columns === undefined ? {} : { columns }) });
  const stderr = sinkOf();
  const keyboard = input === undefined ? keyboardOf(isTTY) : (Readable.from([Buffer.from(input)]) as Keyboard);
  answering(stdout, keyboard, keys ?? []);
  if (ahead !== undefined) (keyboard as unknown as PassThrough).write(ahead);
  const host: Host = {
    stdout,
    stderr,
    stdin: () => keyboard,
    edit: async (text) => edit?.(text),
    env: { NO_COLOR: "1", ...(asIs || named ? {} : { MNEMONIC_HOME: home.path }), ...env },
    signal: new AbortController().signal,
    version: () => "1.2.3",
    openLibrary: async (options) => openMnemonic(options),
  };
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const when = args.includes("--now") ? [] : ["--now", NOW];
  const where = named ? ["--home", home.path] : [];
  const code = await run(asIs ? args : [...args, ...where, ...when], host);
  return { code, out: stdout.text, err: stderr.text };
}

/** The JSON that a command prints. */
export async function json(home: Home, line: string, input?: string): Promise<Record<string, unknown>> {
  const { code, out, err } = await typed(home, `${line} --format json`, input === undefined ? {} : { input });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
}
