import type { Texts } from "./texts/texts.js";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `2 hr. ago`, `in 6 days`, `6天后`: how far `iso` lies from `nowIso`, in the largest unit that it fills; empty for what is no time. */
export function relativeTime(iso: string, nowIso: string, { language }: Texts): string {
  const ms = Date.parse(iso) - Date.parse(nowIso);
  if (Number.isNaN(ms)) return "";
  const [unit, size] = UNITS.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? ["minute", 60_000];
  return new Intl.RelativeTimeFormat(language, { style: "short" }).format(Math.trunc(ms / size), unit);
}
