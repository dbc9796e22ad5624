import type { Command as Program } from "commander";
import type { Command as Completed, Complete } from "@bomb.sh/tab";
import { isHistory } from "../core/memory/state-guards.js";
import { PRESETS } from "../core/line/map-presets.js";
import { maskSecrets } from "../core/safety/secrets.js";
import { readRules } from "../io/rules-directory.js";
import { SHELLS } from "./commands/completion-command.js";
import { EXIT } from "./exit-codes.js";
import { write, type Host, type Library } from "./host.js";
import { LANGUAGES } from "./texts/language.js";
import { COLORS } from "./paint.js";
import { FAIL_ON, FORMATS, TABLE_FORMATS } from "./settings.js";
import { spoken } from "./texts/spoken.js";
import { RULE_TYPES } from "../model/rule.js";

/**
 * A shell takes what is offered for a word, some of them after another expansion: an id with anything else in it is not
 * offered at all, since ids come out of logs.
 */
const HARMLESS = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]*$/u;
const MOST_NAMES = 500;
const LONGEST_NAME = 100;

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "--format": TABLE_FORMATS,
  "--lang": LANGUAGES,
  "--color": COLORS,
  "--fail-on": FAIL_ON,
  "--type": RULE_TYPES,
  "--map": Object.keys(PRESETS),
  "--tz": ["UTC", ...Intl.supportedValuesOf("timeZone")],
};
/** Commands that print tables (`settingsOf` with TABLE_FORMATS); before the command's name any of them may be meant. */
const TABLES = new Set(["", "patterns", "drafts", "drafts list"]);
/** What a command's arguments name. */
const NAMES: Readonly<Record<string, "drafts" | "patterns" | "everything" | "shells" | "commands">> = {
  "drafts show": "drafts",
  "drafts confirm": "drafts",
  "drafts reject": "drafts",
  "drafts reopen": "drafts",
  feedback: "patterns",
  explain: "everything",
  completion: "shells",
  help: "commands",
};
/** How the shell is told that files or folders go here. */
const FILES = ":0";
const FOLDERS = ":16";
const WITH_FILES = new Set(["scan", "backfill", "explain", "report", "doctor"]);
const FILE_OPTIONS = new Set(["--html", "--rejects", "--answers"]);

interface Names {
  readonly drafts: readonly string[];
  readonly patterns: readonly string[];
}

/** `mnemonic complete -- WORD…`, asked by the shell's script: what may stand where the last word stands. */
export async function completeCommand(words: readonly string[], program: Program, host: Host): Promise<number> {
  const { RootCommand } = await import("@bomb.sh/tab");
  const names = await namesFor(words, host);
  const root = new RootCommand();
  addOptions(root, program, names, "");
  for (const [path, command] of commandsBelow(program)) {
    const completed = root.command(path, command.summary());
    addOptions(completed, command, names, path);
    addOptions(completed, program, names, path);
    addArguments(completed, path, names, program);
  }
  // The package changes the list that it is given.
  const answers = spoken(() => root.parse([...words]));
  await write(host.stdout, withPlaces(answers, words));
  return EXIT.done;
}

function commandsBelow(program: Program, before = ""): [path: string, command: Program][] {
  const shown = program.commands.filter((command) => command.name() !== "complete");
  return shown.flatMap((command) => {
    const path = `${before}${command.name()}`;
    const itself: [path: string, command: Program][] = [[path, command]];
    return itself.concat(commandsBelow(command, `${path} `));
  });
}

function addOptions(completed: Completed, { options }: Program, names: Names, path: string): void {
  for (const { long, short, description, required } of options) {
    if (long == null) continue;
    const values = valuesOf(long, names, path);
    const offer = (complete: Complete): void => values?.forEach((value) => complete(value, ""));
    const alias = short?.slice(1);
    if (required) completed.option(long.slice(2), description, offer, alias);
    else completed.option(long.slice(2), description, alias);
  }
}

function valuesOf(long: string, names: Names, path: string): readonly string[] | undefined {
  if (long === "--rule") return names.patterns;
  return long === "--format" && !TABLES.has(path) ? FORMATS : CHOICES[long];
}

function addArguments(completed: Completed, path: string, names: Names, program: Program): void {
  const kind = NAMES[path];
  if (kind === undefined) return;
  const values = {
    drafts: names.drafts,
    patterns: names.patterns,
    everything: [...names.patterns, ...names.drafts],
    shells: SHELLS,
    commands: program.commands.map((command) => command.name()),
  }[kind];
  completed.argument("name", (complete) => values.forEach((value) => complete(value, "")), path.startsWith("drafts "));
}

/** Ids of the home, where a command wants some. A home that can't be read has none. */
async function namesFor(words: readonly string[], host: Host): Promise<Names> {
  const wanted = words.some((word) => ["drafts", "explain", "feedback", "contexts"].includes(word));
  if (!wanted) return { drafts: [], patterns: [] };
  try {
    const home = homeOf(words) ?? host.env["MNEMONIC_HOME"];
    const library = await host.openLibrary(home ? { home } : {});
    try {
      return await namesOf(library);
    } finally {
      await library.close();
    }
  } catch {
    // Nothing is offered; the command itself will say what is wrong.
    return { drafts: [], patterns: [] };
  }
}

function homeOf(words: readonly string[]): string | undefined {
  const at = words.indexOf("--home");
  return at >= 0 ? words[at + 1] : words.find((word) => word.startsWith("--home="))?.slice("--home=".length);
}

async function namesOf(library: Library): Promise<Names> {
  const queue = await library.drafts();
  const { rules } = await readRules(library.home);
  const history = await library.patternHistory();
  const patterns = [...rules.map(({ id }) => id), ...history.filter(isHistory).map(({ pattern }) => pattern)];
  return { drafts: harmless(queue.map(({ draft_id }) => draft_id)), patterns: harmless(patterns) };
}

function harmless(names: readonly string[]): string[] {
  const isHarmless = (name: string): boolean =>
    name.length <= LONGEST_NAME && HARMLESS.test(name) && maskSecrets(name).kinds.length === 0;
  return [...new Set(names)].filter(isHarmless).slice(0, MOST_NAMES);
}

/** Where a file or folder may stand the shell completes its name, which the package always forbids. */
function withPlaces(answers: string, words: readonly string[]): string {
  const before = words.at(-2) ?? "";
  const place = before === "--home" || words.at(-1)?.startsWith("--home=") ? FOLDERS : undefined;
  const command = words.find((word) => !word.startsWith("-"));
  const isArchive = command !== undefined && command !== words.at(-1) && WITH_FILES.has(command);
  const isFile = FILE_OPTIONS.has(before) || (isArchive && !before.startsWith("--"));
  return answers.replace(/^:\d+$/m, place ?? (isFile ? FILES : ":4"));
}
