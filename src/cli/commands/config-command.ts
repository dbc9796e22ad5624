import { nearNames } from "../../core/text/near-names.js";
import { quoted } from "../../core/text/quoted.js";
import { readConfig, type Config } from "../../io/config.js";
import { resolveHome } from "../../io/home.js";
import { MnemonicError } from "../../model/errors.js";
import type { ConfigOutput, ConfigValue } from "../../model/outputs.js";
import type { Warning } from "../../model/report.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import { homeConfig } from "../home-config.js";
import type { Host } from "../host.js";
import {
  configPlace,
  ENV_OPTIONS,
  envName,
  snake,
  sourcedFlags,
  unknownVariables,
  type OptionProblem,
} from "../option-sources.js";
import { printResult } from "../output.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import { table } from "../table.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";

const OWN_DEFAULTS: Readonly<Record<string, string | boolean>> = {
  format: "text",
  color: "auto",
  progress: true,
  quiet: false,
  tz: "UTC",
  maxLine: "64M",
  staleDays: "7",
};

/** The library's own name for it in `config.json`. */
const MEMORY_KEY = "max_memory_mib";

/** `mnemonic config`: each option and threshold with its value and where that comes from. */
export async function configCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, problems } = placeOf(settings.home, flags, texts);
  const json = outputOf(home, problems, flags, host, texts);
  await printResult({ json, items: json.values, text: configText(cleaned(json)) }, settings, home, host, texts);
  return EXIT.done;
}

/** A home that was set for all commands and is none is listed like any other bad value. @throws MnemonicError */
function placeOf(home: string | undefined, { origins }: Flags, texts: Texts) {
  try {
    return { home: resolveHome(home), problems: [] };
  } catch (error) {
    const place = origins?.["home"];
    if (place === undefined || !(error instanceof MnemonicError)) throw error;
    const message = texts.config.noHome(place, quoted(String(home), 100));
    return { home: resolveHome(), problems: [{ name: "home", from: "env" as const, place, message }] };
  }
}

function outputOf(
  home: string,
  homeProblems: readonly OptionProblem[],
  flags: Flags,
  { env }: Host,
  texts: Texts,
): ConfigOutput {
  const own = homeConfig(home);
  const { warnings, thresholds, reading, maxMemoryBytes } = readConfig(home);
  const options = ENV_OPTIONS.map((name) => optionValue(name, flags, { ...reading, maxMemoryBytes, home }, texts));
  const limits = thresholdValues(thresholds, own);
  const known = [...options, ...limits].map(({ name }) => (name === "max_memory" ? MEMORY_KEY : name));
  const bad = [
    ...homeProblems,
    ...problemsOf(env, {}, texts, texts.config.refused),
    ...problemsOf({}, own, texts, texts.config.holds),
    ...warnings.map((warning) => warned(warning, texts)),
  ];
  return {
    schema: "mnemonic.config/1",
    home,
    values: [...options, ...limits].map((value) => marked(value, bad)),
    problems: [
      ...bad.map(({ place, message }) => ({ place, message })),
      ...unknownVariables(env, texts),
      ...slips(own, known, texts),
    ],
  };
}

/** Of the variables, or of `config.json`, each for itself: what goes before another is no reason to pass over the other. */
function problemsOf(
  env: Host["env"],
  own: Readonly<Record<string, unknown>>,
  texts: Texts,
  said: (problem: string) => string,
): OptionProblem[] {
  const { problems } = sourcedFlags({}, () => false, env, own, texts);
  return problems.map(({ name, from, place, message }) => ({ name, from, place, message: said(message) }));
}

function warned(warning: Warning, texts: Texts): OptionProblem {
  const name = warning.reasons?.[0]?.params?.name?.replace(/^mnemonic\./, "") ?? "";
  const place = warning.path ?? "config.json";
  return {
    name: name === MEMORY_KEY ? "max_memory" : name,
    from: "config",
    place,
    message: texts.warnings.item(warning),
  };
}

/** The value that holds in place of one that can't be used, with what is wrong with that. */
function marked(value: ConfigValue, bad: readonly OptionProblem[]): ConfigValue {
  const isHidden = ({ from }: OptionProblem): boolean =>
    value.from === "flag" || (from === "config" && value.from !== "default");
  const problem = bad.find((one) => one.name === value.name && !isHidden(one));
  return problem === undefined ? value : { ...value, problem: problem.message };
}

/** `library`: what the library found by itself. */
function optionValue(
  name: string,
  flags: Flags,
  library: Readonly<Record<"home", string>> & Config["reading"] & Pick<Config, "maxMemoryBytes">,
  texts: Texts,
): ConfigValue {
  const given = flags[name];
  const origin = flags.origins?.[name];
  const shown = { name: snake(name), env: envName(name) };
  if (origin !== undefined)
    return { ...shown, value: given as string, from: origin.startsWith("MNEMONIC_") ? "env" : "config", place: origin };
  const isFlag = given !== undefined && !(name === "progress" && given === true);
  if (isFlag) return { ...shown, value: given as string, from: "flag", place: `--${snake(name).replace("_", "-")}` };
  const read = name === "tz" || name === "map" ? library[name] : undefined;
  if (read !== undefined) return { ...shown, value: read, from: "config", place: configPlace(name) };
  if (name === "maxMemory" && library.maxMemoryBytes !== undefined)
    return { ...shown, value: `${library.maxMemoryBytes / 2 ** 20}M`, from: "config", place: configPlace(MEMORY_KEY) };
  const fallback = name === "home" ? library.home : name === "lang" ? texts.language : (OWN_DEFAULTS[name] ?? null);
  return { ...shown, value: fallback, from: "default", place: null };
}

/** Thresholds are a home's own: `config.json` alone sets them. */
function thresholdValues(
  thresholds: ReturnType<typeof readConfig>["thresholds"],
  own: Readonly<Record<string, unknown>>,
) {
  const { startConfidence, autoSolidifyThreshold: _canons, ...others } = thresholds;
  const start = own["start_confidence"];
  const starts = typeof start === "object" && start !== null ? (start as Readonly<Record<string, unknown>>) : {};
  const one = (name: string, value: number, written: unknown): ConfigValue => ({
    name,
    env: null,
    value,
    ...(written === value
      ? { from: "config" as const, place: configPlace(name) }
      : { from: "default" as const, place: null }),
  });
  return [
    ...Object.entries(others).map(([name, value]) => one(configKey(name), value, own[configKey(name)])),
    ...Object.entries(startConfidence).map(([name, value]) => one(`start_confidence.${name}`, value, starts[name])),
  ];
}

/** `d7Hits` is `d7_hits` there. */
function configKey(name: string): string {
  return snake(name);
}

/** Members of `mnemonic` that are nearly ours. Others are fine: they are someone else's. */
function slips(
  own: Readonly<Record<string, unknown>>,
  known: readonly string[],
  texts: Texts,
): ConfigOutput["problems"] {
  const top = new Set(known.map((name) => name.split(".")[0] as string));
  return Object.keys(own)
    .filter((name) => !top.has(name))
    .flatMap((name) => {
      const near = nearNames(name, top);
      const hint = texts.usage.didYouMean(near.join(", "));
      const message = texts.config.unknownKey(quoted(name, 60)) + hint;
      return near.length === 0 ? [] : [{ place: "config.json", message }];
    });
}

export function configText({ home, values, problems }: ConfigOutput): (view: View) => string[] {
  return ({ texts, paint, columns }) => {
    const { config, patterns, drafts } = texts;
    const rows = values.map(({ name, value, from, place, problem }) => [
      problem === undefined ? name : config.marked(name),
      value === null ? config.unset : String(value),
      config.sources[from],
      place ?? "",
    ]);
    const head = [
      { title: config.columns.name, least: 10 },
      { title: config.columns.value, least: 10, most: 60 },
      { title: config.columns.from },
      { title: config.columns.place, folds: 1 },
    ];
    const [titles = "", ...lines] = table(head, rows, columns, { field: patterns.field, separator: drafts.clauses });
    const bad = problems.flatMap(({ message }) => hanging("  ", message, columns));
    return [
      ...hanging("", config.title(home), columns).map((line) => paint.title(line)),
      paint.dim(titles),
      ...lines,
      ...(bad.length === 0 ? [] : ["", paint.caution(config.problems(problems.length)), ...bad]),
    ];
  };
}
