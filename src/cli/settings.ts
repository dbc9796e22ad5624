import { quoted } from "../core/text/quoted.js";
import { boundMs } from "../core/line/bounds.js";
import { MAPPED_FIELDS, parseMap } from "../core/line/field-map.js";
import { PRESETS } from "../core/line/map-presets.js";
import { parseTime } from "../core/line/time.js";
import { clockOf } from "../core/line/zone.js";
import { WrongUsage } from "./command-errors.js";
import { MOST_LINE_BYTES, MOST_THREADS, type ScanOptions } from "../model/options.js";
import { LANGUAGES } from "./texts/language.js";
import { COLORS, type ColorChoice } from "./paint.js";
import type { Texts } from "./texts/texts.js";

/** What every command prints. */
export const FORMATS = ["text", "json", "ndjson"] as const;
/** What commands print whose result is a table. */
export const TABLE_FORMATS = [...FORMATS, "csv", "markdown"] as const;
export type Format = (typeof TABLE_FORMATS)[number];
export const FAIL_ON = ["drafts", "rejects"] as const;
export type FailOn = (typeof FAIL_ON)[number];

const STALE_DAYS = 7;
const MOST_DAYS = 3650;
const MOST_MEMORY_BYTES = 2 ** 40;
const SIZE = /^(\d{1,15}) ?(?:([KMGkmg])(?:i?[Bb])?)?$/;
const SIZE_UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** Options as commander hands them over: by name, unchecked. `origins`: where those stand that are no flags. */
export type Flags = Readonly<Record<string, unknown>> & { readonly origins?: Readonly<Record<string, string>> };

/** Options with their values checked. Nothing is looked up on the disk for it. */
export interface Settings {
  readonly home?: string;
  readonly format: Format;
  readonly color: ColorChoice;
  readonly failOn: ReadonlySet<FailOn>;
  /** `doctor`: Guard is stale when its newest record is older. */
  readonly staleDays: number;
  readonly quiet: boolean;
  readonly progress: boolean;
  /** Of a watch. */
  readonly intervalSeconds?: number;
  /** What goes to the library as it is. */
  readonly scan: ScanOptions & { readonly dryRun: boolean };
}

/** Throws WrongUsage at the first value that can't be used. */
export function settingsOf(
  flags: Flags,
  archives: readonly string[],
  texts: Texts,
  formats: readonly Format[] = FORMATS,
): Settings {
  const { expected } = texts.usage;
  const read = reader(flags, texts);
  read("--lang", "lang", oneOf(LANGUAGES), expected.oneOf(LANGUAGES.join(", "))); // looked up before, in language.ts
  const home = read("--home", "home", text, expected.text);
  const tz = read("--tz", "tz", zone, expected.zone);
  const quiet = flags["quiet"] === true;
  return {
    ...(home === undefined ? {} : { home }),
    format: read("--format", "format", formatOf(formats, flags), expected.oneOf(formats.join(", "))) ?? "text",
    color: read("--color", "color", oneOf(COLORS), expected.oneOf(COLORS.join(", "))) ?? "auto",
    failOn: new Set(read("--fail-on", "failOn", listOf(FAIL_ON), expected.oneOf(FAIL_ON.join(", "))) ?? []),
    staleDays:
      read("--stale-days", "staleDays", wholeNumber(MOST_DAYS), expected.wholeNumber(1, MOST_DAYS)) ?? STALE_DAYS,
    quiet,
    progress: flags["progress"] !== false && !quiet,
    ...present({ intervalSeconds: read("--interval", "interval", secondsOf, expected.seconds) }),
    scan: {
      ...present({
        tz,
        now: read("--now", "now", moment(tz), expected.time),
        since: read("--since", "since", bound, expected.bound),
        until: read("--until", "until", bound, expected.bound),
        map: read("--map", "map", map, expected.map(MAPPED_FIELDS.join(", "), Object.keys(PRESETS).join(", "))),
        threads: read("--threads", "threads", wholeNumber(MOST_THREADS), expected.wholeNumber(1, MOST_THREADS)),
        session: read("--session", "session", text, expected.text)?.trim(),
        rejects: read("--rejects", "rejects", text, expected.text),
        overwrite: flags["rejects"] !== undefined && flags["force"] === true ? true : undefined,
        maxLineBytes: read("--max-line", "maxLine", sizeUpTo(MOST_LINE_BYTES), expected.size("511M")),
        maxMemoryBytes: read("--max-memory", "maxMemory", sizeUpTo(MOST_MEMORY_BYTES), expected.size("1024G")),
        tempDir: read("--temp-dir", "tempDir", text, expected.text),
        archives: archives.length === 0 ? undefined : archives.map((path) => named(path, texts)),
      }),
      ...(flags["cache"] === false ? { noCache: true } : {}),
      ...(flags["verify"] === true ? { verify: true } : {}),
      dryRun: flags["dryRun"] === true,
    },
  };
}

/** A value as it is meant, or undefined if it can't be meant. */
type Parse<T> = (value: string) => T | undefined;

function reader(flags: Flags, { usage }: Texts) {
  return <T>(flag: string, name: string, parse: Parse<T>, expected: string): T | undefined => {
    const value = flags[name];
    if (typeof value !== "string") return undefined;
    const parsed = parse(value);
    const place = flags.origins?.[name] ?? flag;
    if (parsed === undefined)
      throw new WrongUsage(usage.badValue(place, shortened(value), expected), usage.badValueHint(place));
    return parsed;
  };
}

/** An empty name comes from an unset variable: it must not become the current folder. */
function named(path: string, { usage }: Texts): string {
  if (path === "") throw new WrongUsage(usage.badValue("ARCHIVE", '""', usage.expected.text));
  return path;
}

function shortened(value: string): string {
  return quoted(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

function oneOf<T extends string>(values: readonly T[]): Parse<T> {
  return (value) => values.find((known) => known === value);
}

/** What is set for all commands holds where a command has that format; elsewhere it is text. */
function formatOf(formats: readonly Format[], { origins }: Flags): Parse<Format> {
  return (value) => {
    const known = oneOf(origins?.["format"] === undefined ? formats : TABLE_FORMATS)(value);
    return known === undefined || formats.includes(known) ? known : "text";
  };
}

function listOf<T extends string>(values: readonly T[]): Parse<T[]> {
  return (value) => {
    const found = value.split(",").map((part) => oneOf(values)(part.trim()));
    return found.includes(undefined) ? undefined : (found as T[]);
  };
}

function text(value: string): string | undefined {
  return value.trim() === "" ? undefined : value;
}

/** As text where no zone was asked for: what names none itself is by the home's setting. */
function moment(tz: string | undefined): Parse<number | string> {
  const clock = tz === undefined ? undefined : clockOf(tz);
  return (value) => {
    const ms = parseTime(value.trim(), typeof clock === "function" ? clock : undefined);
    if (Number.isNaN(ms)) return undefined;
    return tz === undefined ? value.trim() : ms;
  };
}

function zone(value: string): string | undefined {
  return clockOf(value.trim()) === undefined ? undefined : value.trim();
}

function bound(value: string): string | undefined {
  return Number.isNaN(boundMs(value, "since", 0)) ? undefined : value.trim();
}

function map(value: string): string | undefined {
  return typeof parseMap(value) === "string" ? undefined : value;
}

function wholeNumber(most: number): Parse<number> {
  return (value) => {
    const parsed = /^\d{1,4}$/.test(value) ? Number(value) : 0;
    return parsed >= 1 && parsed <= most ? parsed : undefined;
  };
}

function secondsOf(value: string): number | undefined {
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  return seconds >= 0.1 && seconds <= 86_400 ? seconds : undefined;
}

function sizeUpTo(most: number): Parse<number> {
  return (value) => {
    const match = SIZE.exec(value.trim());
    if (match === null) return undefined;
    const size = Number(match[1]) * (SIZE_UNITS[match[2]?.toUpperCase() ?? ""] ?? 1);
    return size >= 1 && size <= most ? size : undefined;
  };
}

/** The members that are there: an option that was not given is absent, not undefined. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
