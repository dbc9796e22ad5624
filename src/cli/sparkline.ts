import { DAY_MS } from "../model/options.js";
import type { PatternReport, Report } from "../model/report.js";
import type { Host } from "./host.js";
import type { Settings } from "./settings.js";

/** Days that a sparkline shows, up to that of the report's moment. */
export const SPARK_DAYS = 14;
const BARS = Array.from("▁▂▃▄▅▆▇█");
const NONE = "·";
/** So wide must a terminal be that there is room for it beside everything else. */
const LEAST_COLUMNS = 100;
const MOST_PATTERNS = 200;

type Activity = NonNullable<Report["activity"]>;

/** What a scan is asked for beside the rest: hits by day, where a person looks at a terminal that is wide enough. */
export function sparkOptions(
  { format }: Settings,
  { stdout, env }: Host,
): { activity?: { days: number; patterns: number; sessions: number } } {
  const isShown =
    format === "text" && stdout.isTTY === true && env["TERM"] !== "dumb" && (stdout.columns ?? 0) >= LEAST_COLUMNS;
  return isShown ? { activity: { days: SPARK_DAYS, patterns: MOST_PATTERNS, sessions: 0 } } : {};
}

/** The sparkline of a pattern; empty for one that was not counted by day. */
export function sparklineOf(pattern: PatternReport, activity: Activity, now: string): string {
  const counted = activity.patterns.find((one) => keyOf(one) === keyOf(pattern));
  return counted === undefined ? "" : sparkline(daysUpTo(now, counted.days, activity.to));
}

/** One character a day, in eighths of the highest. */
export function sparkline(days: readonly number[]): string {
  const most = Math.max(1, ...days);
  return days.map((n) => (n === 0 ? NONE : BARS[Math.ceil((n / most) * BARS.length) - 1])).join("");
}

/** The last days up to `now`'s; `days` ends with the day `to`. */
function daysUpTo(now: string, days: readonly number[], to: string | null): number[] {
  const behind = to === null ? 0 : Math.round((dayMs(now) - dayMs(to)) / DAY_MS);
  return Array.from({ length: SPARK_DAYS }, (_, i) => days[days.length - SPARK_DAYS + i + behind] ?? 0);
}

function dayMs(iso: string): number {
  return Date.parse(iso.slice(0, iso.indexOf("T") < 0 ? undefined : iso.indexOf("T")));
}

function keyOf({ pattern, rule_id, error_type }: Pick<PatternReport, "pattern" | "rule_id" | "error_type">): string {
  return `${error_type === undefined ? (rule_id === null ? 1 : 0) : 2} ${pattern}`;
}
