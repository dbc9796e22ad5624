const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** `1,234,567` of a count, in any language. By hand: to make an Intl.NumberFormat takes a tenth of a short command. */
export function number(count: number): string {
  return String(count).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");
}

/** `1.5 MiB`: three digits at most, binary units as `--max-line` takes them. */
export function bytes(value: number): string {
  let [size, unit] = [value, 0];
  while (size >= 1023.5 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${size < 9.95 && unit > 0 ? size.toFixed(1) : String(Math.round(size))} ${UNITS[unit]}`;
}

/** `42s`, `3m 05s`, `2h 07m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
}

/** `2026-05-25 12:00:00Z` of the report's `2026-05-25T12:00:00.000Z`: the fraction matters to programs alone. */
export function time(iso: string): string {
  return iso.replace("T", " ").replace(/\.\d+Z$/, "Z");
}

/** Confidences have two digits. */
export function hundredths(value: number): string {
  return value.toFixed(2);
}
