// One call that fails in one act: what must not come of it.
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { MnemonicError, type Report } from "../../src/index.js";
import { Home } from "../memory/home.js";
import { ACTS, type Act } from "./acts.js";
import { withFailingCall, type Ended, type FailingCall } from "./failing-call.js";

const WRITTEN = new Set(["mnemonic_state.json", "state.json", "errors.jsonl", "context_archive.jsonl"]);

const LEFT = /^(?:rejects\.\d+-[0-9a-f]{12}\.tmp|mnemonic-\d+-[0-9a-f]{16}\.spill)$/;

/** What the act comes to where nothing fails. */
export interface Wanted {
  readonly answer: unknown;
  readonly status: string | undefined;
  readonly contents: Record<string, unknown>;
}

export interface Tried {
  /** The code of the error; "result" without one. */
  readonly end: string;
  readonly wrong: readonly string[];
}

export function wantedOf(home: Home, { result }: Ended<unknown>): Wanted {
  return {
    answer: isAnswer(result) ? withoutTimings(home, result) : undefined,
    status: isAnswer(result) ? result.status : undefined,
    contents: contents(home, true),
  };
}

/** Does an act with a call that fails, and does it again. */
export async function tried(
  act: Act,
  before: Home,
  ids: readonly string[],
  failing: FailingCall,
  wanted: Wanted,
): Promise<Tried> {
  const home = copyOf(before);
  const [mine, descriptors] = [contents(home, false), openFiles()];
  const ended = await withFailingCall(failing, async () => act(home, ids));
  const wrong = [
    ...(openFiles() === descriptors ? [] : ["descriptors were left open"]),
    ...(isDeepStrictEqual(contents(home, false, failing), mine)
      ? []
      : ["a file that is none of ours was changed, or one was left"]),
    ...wrongEnd(home, ended, wanted),
    ...(await wrongRepeat(act, home, ids, ended, wanted)),
  ];
  rmSync(home.path, { recursive: true, force: true });
  const end = ended.error instanceof MnemonicError ? ended.error.code : "result";
  return { end, wrong: wrong.map((what) => `${JSON.stringify(failing)}: ${what}`) };
}

/** An answer that names nothing as missing is the whole answer. */
function wrongEnd(home: Home, { result, error }: Ended<unknown>, wanted: Wanted): string[] {
  if (error !== undefined)
    return error instanceof MnemonicError && error.hint !== ""
      ? []
      : [`no clear error: ${error instanceof Error ? error.message : typeof error}`];
  const isWhole = isAnswer(result) && result.status === "ok";
  return isWhole && !isDeepStrictEqual(withoutTimings(home, result), wanted.answer) ? ["another answer"] : [];
}

async function wrongRepeat(
  act: Act,
  home: Home,
  ids: readonly string[],
  { result }: Ended<unknown>,
  wanted: Wanted,
): Promise<string[]> {
  // A verdict counts each time it is given: it is given again where it was not taken.
  const again = act === ACTS["feedback"] && result !== undefined ? undefined : await act(home, ids);
  // A run that may not read a log goes by the others: what they have drafted and remembered stays.
  const isSame = isPartial(result) || isDeepStrictEqual(contents(home, true), wanted.contents);
  const isWhole = !isAnswer(again) || again.status === wanted.status;
  return [
    ...(isSame ? [] : ["repeated, it does not end as if nothing had been"]),
    ...(isWhole ? [] : ["repeated, it still is not whole"]),
  ];
}

export function copyOf(home: Home): Home {
  const copy = new Home();
  cpSync(home.path, copy.path, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return copy;
}

/** Where nothing can be removed any more, a temporary file stays. */
function isLeftAlways(name: string, failing: FailingCall | undefined): boolean {
  return failing?.operation === "unlinkSync" && failing.lasts && LEFT.test(name);
}

/** In which order the members of an object are written says nothing. */
function meaningOf(name: string, text: string): unknown {
  return name.endsWith(".json") && WRITTEN.has(name) ? JSON.parse(text) : text;
}

function contents(home: Home, isWritten: boolean, failing?: FailingCall): Record<string, unknown> {
  const names = readdirSync(home.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/mnemonic_(?:cache|backfill)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(home.path.length + 1));
  return Object.fromEntries(
    names
      .filter((name) => WRITTEN.has(name) === isWritten && name !== "rejects" && !isLeftAlways(name, failing))
      .map((name) => [name, meaningOf(name, readFileSync(home.file(name), "latin1").replaceAll(home.path, "HOME"))]),
  );
}

const openFiles = (): number => readdirSync("/proc/self/fd").length;

/** An answer that names nothing as missing is the whole answer. */
function isAnswer(result: unknown): result is Report {
  return typeof result === "object" && result !== null && "timings" in result;
}

/** It went by other logs. */
function isPartial(result: unknown): boolean {
  return isAnswer(result) && result.archives.some(({ code }) => code === "permission");
}

function withoutTimings(home: Home, { timings: _timings, ...report }: Report): unknown {
  return JSON.parse(JSON.stringify(report).replaceAll(home.path, "HOME"));
}
