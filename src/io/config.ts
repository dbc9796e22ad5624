import { join } from "node:path";
import { parseMap } from "../core/line/field-map.js";
import { clockOf } from "../core/line/zone.js";
import {
  DEFAULT_THRESHOLDS,
  TRIGGER_NAMES,
  type ReadingOptions,
  type Thresholds,
  type TriggerName,
} from "../model/options.js";
import type { Warning } from "../model/report.js";
import { warningOf, type WarningReason } from "../model/warning-reasons.js";
import { readOwnFile } from "./regular-file.js";

const FILE = "config.json";
type Value = Readonly<Record<string, unknown>>;

export interface Config {
  readonly thresholds: Thresholds;
  /** `mnemonic.tz` and `mnemonic.map`: they hold where the caller says nothing else. */
  readonly reading: Pick<ReadingOptions, "tz" | "map">;
  /** `mnemonic.max_memory_mib`; undefined: it is left to us. */
  readonly maxMemoryBytes: number | undefined;
  readonly warnings: readonly Warning[];
}

/** Reads the home's `config.json`. Never throws: what can't be used is a warning, and the default holds. */
export function readConfig(home: string): Config {
  const warnings: Warning[] = [];
  const warn = (reason: WarningReason): void => void warnings.push(warningOf("config_invalid", FILE, reason));
  const file = readJson(join(home, FILE), warn);
  const own = objectOf(file["mnemonic"], "mnemonic", warn);
  const start = objectOf(own["start_confidence"], "mnemonic.start_confidence", warn);
  const count = countReader(warn);
  const share = shareReader(warn);
  const d = DEFAULT_THRESHOLDS;
  const startConfidence = Object.fromEntries(
    TRIGGER_NAMES.map((name) => [
      name,
      share(start[name], `mnemonic.start_confidence.${name}`, d.startConfidence[name]),
    ]),
  ) as Record<TriggerName, number>;
  const thresholds = {
    sameSessionHits: count(own["same_session_hits"], "mnemonic.same_session_hits", d.sameSessionHits),
    d7Hits: count(own["d7_hits"], "mnemonic.d7_hits", d.d7Hits),
    d14Hits: count(own["d14_hits"], "mnemonic.d14_hits", d.d14Hits),
    errorsHits: count(own["errors_hits"], "mnemonic.errors_hits", d.errorsHits),
    startConfidence,
    holdBelow: share(own["hold_below"], "mnemonic.hold_below", d.holdBelow),
    resumeAbove: share(own["resume_above"], "mnemonic.resume_above", d.resumeAbove),
    autoSolidifyThreshold: count(file["auto_solidify_threshold"], "auto_solidify_threshold", d.autoSolidifyThreshold),
  };
  const mebibytes = own["max_memory_mib"];
  const maxMemoryBytes = mebibytes === undefined ? undefined : memoryOf(mebibytes, warn);
  return { thresholds, reading: readingOf(own, warn), maxMemoryBytes, warnings };
}

/** A zone as text, and a map as text or as an object of fields and paths (`preset` may name one to begin with). */
function readingOf({ tz, map }: Value, warn: Warn): Config["reading"] {
  const zone = typeof tz === "string" && clockOf(tz) !== undefined ? tz : undefined;
  if (tz !== undefined && zone === undefined) warn({ code: "config_zone", params: { name: "mnemonic.tz" } });
  const text = mapText(map);
  const isMap = text !== undefined && typeof parseMap(text) !== "string";
  if (map !== undefined && !isMap) warn({ code: "config_map", params: { name: "mnemonic.map" } });
  return { ...(zone !== undefined && { tz: zone }), ...(isMap && { map: text }) };
}

function mapText(map: unknown): string | undefined {
  if (typeof map === "string") return map;
  if (typeof map !== "object" || map === null || Array.isArray(map)) return undefined;
  const { preset, ...paths } = map as Value;
  const items = Object.entries(paths).map(([field, path]) => `${field}=${typeof path === "string" ? path : ""}`);
  return [...(preset === undefined ? [] : [typeof preset === "string" ? preset : "?"]), ...items].join(",");
}

/** What stands in `config.json` for the command: the members of `mnemonic`, unchecked. Never throws. */
export function configOptions(home: string): Value {
  const ignore = (): void => {};
  return objectOf(readJson(join(home, FILE), ignore)["mnemonic"], "mnemonic", ignore);
}

function readJson(path: string, warn: Warn): Value {
  let text: string;
  try {
    text = readOwnFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The system's messages name the whole path, which says no more than its name and is another on each machine.
    if (code !== "ENOENT") warn({ code: "config_unread", params: { detail: code ?? message } });
    return {};
  }
  try {
    return objectOf(JSON.parse(text.replace(/^\uFEFF/, "")) as unknown, FILE, warn);
  } catch {
    // The parser's own message quotes the file, which may hold anything.
    warn({ code: "config_no_json" });
    return {};
  }
}

function objectOf(value: unknown, name: string, warn: Warn): Value {
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Value;
  warn({ code: "config_no_object", params: { name } });
  return {};
}

type Warn = (reason: WarningReason) => void;
type Reader = (value: unknown, name: string, fallback: number) => number;

function countReader(warn: Warn): Reader {
  return (value, name, fallback) => {
    if (value === undefined) return fallback;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
    warn({ code: "config_count", params: { name, n: fallback } });
    return fallback;
  };
}

function memoryOf(value: unknown, warn: Warn): number | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= 2 ** 30)
    return value * 2 ** 20;
  warn({ code: "config_memory", params: { name: "mnemonic.max_memory_mib" } });
  return undefined;
}

function shareReader(warn: Warn): Reader {
  return (value, name, fallback) => {
    if (value === undefined) return fallback;
    if (typeof value === "number" && value >= 0 && value <= 1) return value;
    warn({ code: "config_share", params: { name, n: fallback } });
    return fallback;
  };
}
