import { nearNames } from "../core/text/near-names.js";
import { quoted } from "../core/text/quoted.js";
import { WrongUsage } from "./command-errors.js";
import { settingsOf, TABLE_FORMATS, type Flags } from "./settings.js";
import type { Texts } from "./texts/texts.js";

/** Options that an environment variable may set: `maxLine` by `MNEMONIC_MAX_LINE`. */
export const ENV_OPTIONS = [
  "home",
  "now",
  "tz",
  "map",
  "session",
  "threads",
  "format",
  "lang",
  "color",
  "progress",
  "quiet",
  "maxLine",
  "maxMemory",
  "tempDir",
  "failOn",
  "staleDays",
] as const;
/**
 * What only one run or one machine can know has no place in a home's `config.json`; what the library takes from there itself is
 * left to it.
 */
const NOT_IN_CONFIG: ReadonlySet<string> = new Set(["home", "now", "session", "tz", "map", "maxMemory", "tempDir"]);
const SWITCHES: ReadonlySet<string> = new Set(["progress", "quiet"]);
const ON = ["1", "true", "yes", "on"];
const OFF = ["0", "false", "no", "off"];

export type Env = Readonly<Record<string, string | undefined>>;
type ConfigValues = Readonly<Record<string, unknown>>;

/** A value that can't be used, and where it stands. */
export interface OptionProblem {
  /** As `config.json` has it. */
  readonly name: string;
  readonly from: "env" | "config";
  readonly place: string;
  readonly message: string;
}

export interface SourcedFlags {
  /** For `settingsOf`: of each option the flag, else the variable, else the home's `config.json`. */
  readonly flags: Flags;
  /** Of `config.json`: the defaults hold. Of a variable: wrong usage, as in a flag, but to who lists them. */
  readonly problems: readonly OptionProblem[];
}

/** Fills in what no flag has set. `given`: the flags; `config`: the member `mnemonic` of `config.json`. */
export function sourcedFlags(
  given: Flags,
  isGiven: (name: string) => boolean,
  env: Env,
  config: ConfigValues,
  texts: Texts,
): SourcedFlags {
  const flags: Record<string, unknown> = { ...given };
  const origins: Record<string, string> = {};
  const problems: OptionProblem[] = [];
  for (const name of ENV_OPTIONS) {
    if (isGiven(name)) continue;
    const from = env[envName(name)] ? "env" : "config";
    const place = from === "env" ? envName(name) : configPlace(name);
    const value = env[envName(name)] || configValue(name, config);
    if (value === undefined) continue;
    try {
      flags[name] = usable(name, value, place, texts);
      origins[name] = place;
    } catch (error) {
      if (!(error instanceof WrongUsage)) throw error;
      problems.push({ name: snake(name), from, place, message: error.message });
    }
  }
  return { flags: { ...flags, origins }, problems };
}

export function envName(name: string): string {
  return `MNEMONIC_${snake(name).toUpperCase()}`;
}

export function configPlace(name: string): string {
  return `config.json: mnemonic.${snake(name)}`;
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function configValue(name: string, config: ConfigValues): unknown {
  return NOT_IN_CONFIG.has(name) || !Object.hasOwn(config, snake(name)) ? undefined : config[snake(name)];
}

/** The value as a flag would have it. @throws WrongUsage */
function usable(name: string, value: unknown, place: string, texts: Texts): unknown {
  const { badValue, expected } = texts.usage;
  const written = typeof value === "string" ? value : JSON.stringify(value);
  const bad = (what: string): WrongUsage => new WrongUsage(badValue(place, quoted(written, 60), what));
  if (SWITCHES.has(name)) {
    const word = String(value).toLowerCase();
    if (ON.includes(word)) return true;
    if (OFF.includes(word)) return false;
    throw bad(expected.oneOf([...ON, ...OFF].join(", ")));
  }
  if (typeof value !== "string" && typeof value !== "number") throw bad(expected.text);
  settingsOf({ [name]: String(value), origins: { [name]: place } }, [], texts, TABLE_FORMATS);
  return String(value);
}

/** Variables that look like ours and are none: a slip of the pen. */
export function unknownVariables(env: Env, texts: Texts): Pick<OptionProblem, "place" | "message">[] {
  const known = ENV_OPTIONS.map(envName);
  const strange = Object.keys(env).filter((name) => name.startsWith("MNEMONIC_") && !known.includes(name));
  return strange.map((name) => {
    const near = nearNames(name, known);
    const hint = near.length > 0 ? texts.usage.didYouMean(near.join(", ")) : "";
    return { place: name, message: texts.config.unknownVariable(quoted(name, 60)) + hint };
  });
}
