import type { PatternReport, Report, Source } from "../model/report.js";
import { markdownCell } from "./delimited.js";
import { padTo, widthOf, wrap } from "./fitting.js";
import { safeName } from "./safe-name.js";
import { cleaned } from "./shown.js";
import { sparklineOf } from "./sparkline.js";
import { loadTexts } from "./texts/load-texts.js";
import type { Texts } from "./texts/texts.js";

/** As many patterns as a person reads; `json` has all. */
const MOST_ROWS = 50;
const LEAST_NAME = 12;

/**
 * The tables of `!patterns` and `!datasource` belong to the protocol, as its lines do: agents look for them. So they are
 * Chinese in any locale, and in English only for who asks for it by `--lang en`.
 */
export async function seedTexts(lang: unknown): Promise<Texts> {
  return loadTexts(lang === "en" ? "en" : "zh");
}

export interface PatternsFound {
  readonly patterns: readonly PatternReport[];
  /** Drafts that await a person. */
  readonly pending: number;
  readonly now?: string;
  /** Hits by day, for a terminal that has room for them: a column more than the protocol's table, which programs read. */
  readonly activity?: Report["activity"];
}

/** The table of `!patterns`. `columns`: how wide it may be; a name gives way, nothing else does. */
export function patternsTable(found: PatternsFound, texts: Texts, columns = Infinity): string[] {
  const { patterns, pending, activity, now = "" } = found;
  const { seed } = texts;
  const days = activity === undefined ? [] : [texts.patterns.columns.days];
  const shown = cleaned(patterns.slice(0, MOST_ROWS));
  const rows = shown.map((pattern, i) => [
    safeName([nameOf(pattern, shown), pattern.pattern], texts) + decisionOf(pattern, texts),
    String(pattern.counts.session),
    String(pattern.counts.d7),
    tenths(pattern.confidence),
    seed.action(pattern.action),
    ...(activity === undefined ? [] : [sparklineOf(patterns[i] as PatternReport, activity, now)]),
  ]);
  const table = gridOf([[...seed.columns, ...days], ...rows], columns);
  const more = patterns.length > shown.length ? [seed.more(patterns.length - shown.length)] : [];
  return [seed.patterns, ...table, ...more, "", seed.queue(pending)];
}

/** The label, as the protocol has it; with the key where two patterns have the same. */
function nameOf({ pattern, label }: PatternReport, all: readonly PatternReport[]): string {
  const isAlone = all.filter((one) => one.label === label).length === 1;
  return isAlone || label === pattern ? label : `${label} (${pattern})`;
}

/** The protocol's actions have no word for a draft that a person has decided; so it stands with the name. */
function decisionOf({ covered_by }: PatternReport, { seed, patterns }: Texts): string {
  const by = covered_by?.by;
  return by === "confirmed" || by === "rejected" ? seed.decided(patterns.decided[by]) : "";
}

/** `0.8`, `1.0`, `0.45`: confidences move by tenths, but may start anywhere. */
function tenths(value: number): string {
  return value.toFixed(2).replace(/0$/, "");
}

/** A Markdown table whose columns stand below each other, whatever width its characters have. */
function gridOf(rows: readonly (readonly string[])[], columns: number): string[] {
  const cells = rows.map((row) => row.map((cell) => markdownCell(cell)));
  const natural = (i: number) => cells.reduce((most, row) => Math.max(most, widthOf(row[i] ?? "")), 0);
  const [name = 0, ...rest] = (rows[0] ?? []).map((_, i) => natural(i));
  const others = rest.reduce((sum, width) => sum + width + 3, 4);
  const widths = [Math.min(name, Math.max(LEAST_NAME, columns - others)), ...rest];
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, i) => padTo(cut(row[i] ?? "", width), width)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body.map(line)];
}

function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${wrap(text, width - 1)[0] ?? ""}…`;
}

export interface SourceFound {
  readonly source: Source;
  /** Of Guard's log: hits in the last 7 days; else the error records. */
  readonly records: number;
  readonly sessions: Readonly<Record<Source, number>>;
}

const CHAIN = ["guard_intercept", "canon_errors", "none"] as const;

/** The block of `!datasource`. */
export function sourceBlock({ source, records, sessions }: SourceFound, { seed }: Texts): string[] {
  return [
    seed.source,
    `  ${seed.current(source, seed.sources[source])}`,
    `  ${seed.health[source](records)}`,
    `  ${seed.history}`,
    ...CHAIN.map((name) => `    ${seed.sessions[name](sessions[name])}`),
    `  ${seed.chain(CHAIN.join(" → "))}`,
  ];
}
