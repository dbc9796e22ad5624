import { overlaid } from "../core/line/field-map.js";
import { mapTextOf, proposeMap } from "../core/line/map-proposal.js";
import { readingOf, recordReading, type Reading } from "../core/line/reading.js";
import { KIND, observe, PATTERN, underOwnNames, type Observation } from "../core/line/record.js";
import { isoTime } from "../core/line/time.js";
import { namedFiles } from "../io/archive-paths.js";
import { closeArchives, openArchives, type OpenArchive, type SkippedArchive } from "../io/archives.js";
import { sampleOf } from "../io/archive-sample.js";
import { readConfig } from "../io/config.js";
import { prepareArchives } from "../io/prepared-archives.js";
import { reasonMembers } from "../model/archive-reasons.js";
import type { ScanOptions } from "../model/options.js";
import type { ArchivesOutput, LookedArchive } from "../model/outputs.js";
import { momentOf } from "./moment.js";

const MOST_FIELDS = 30;

/**
 * Looks at the first records of archives and says what would be understood of them, and which map would make more of it.
 * @throws ArchiveNotFoundError, UsageError, AbortedError
 */
export async function lookAtArchives(
  home: string,
  archives: readonly string[],
  options: Pick<ScanOptions, "now" | "tz" | "map" | "signal">,
): Promise<ArchivesOutput> {
  const asked = { ...readConfig(home).reading, ...options };
  const nowMs = momentOf(options.now, asked.tz);
  const reading = readingOf({ ...(asked.tz && { tz: asked.tz }), ...(asked.map && { map: asked.map }) }, nowMs);
  const files = namedFiles(archives);
  const first = openArchives(files);
  const opened = [...first.open];
  try {
    const { open, skipped } = await prepareArchives(first, files, opened, options);
    const looked: LookedArchive[] = [];
    for (const archive of open) looked.push(await lookAt(archive, reading, asked.map));
    return {
      schema: "mnemonic.archives/1",
      now: isoTime(nowMs) as string,
      archives: [...looked, ...skipped.map(unread)],
    };
  } finally {
    closeArchives(opened);
  }
}

function unread({ path, status, reason }: SkippedArchive): LookedArchive {
  return { path, status, ...reasonMembers(reason), ...NOTHING };
}

const NOTHING = {
  encoding: null,
  framing: null,
  records: 0,
  rejected: 0,
  whole: true,
  kinds: { hits: 0, unattributed: 0, undated: 0, sessionless: 0, others: 0 },
  first: null,
  last: null,
  fields: [],
  map: null,
} as const;

async function lookAt(archive: OpenArchive, reading: Reading, mapped: string | undefined): Promise<LookedArchive> {
  const { records, rejected, whole } = await sampleOf(archive);
  const read = recordReading(reading);
  const seen = records.map(({ value, text }) => observe(value, text, "intercepts", read));
  const named = records.map(({ value, text }) => underOwnNames(value, text, "intercepts", read).value);
  const more = mapTextOf(proposeMap(named, read.clock, read.map?.record !== undefined));
  const times = seen.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
  return {
    path: archive.path,
    status: "complete",
    encoding: archive.encoding,
    framing: archive.framing,
    records: records.length,
    rejected,
    whole,
    kinds: kindsOf(seen),
    first: isoTime(times.reduce((least, ms) => Math.min(least, ms), Infinity)),
    last: isoTime(times.reduce((most, ms) => Math.max(most, ms), -Infinity)),
    fields: fieldsOf(records.map(({ value }) => value)),
    map: more === "" ? null : overlaid(mapped ?? "", more),
  };
}

function kindsOf(seen: readonly Observation[]): LookedArchive["kinds"] {
  const hits = seen.filter(({ kind }) => kind === KIND.hit);
  return {
    hits: hits.length,
    unattributed: hits.filter(({ patternKind }) => patternKind === PATTERN.unattributed).length,
    undated: hits.filter(({ timeMs }) => Number.isNaN(timeMs)).length,
    sessionless: hits.filter(({ session }) => session === null).length,
    others: seen.length - hits.length,
  };
}

/** Top-level names, the commonest first. */
function fieldsOf(records: readonly Readonly<Record<string, unknown>>[]): LookedArchive["fields"] {
  const counts = new Map<string, number>();
  for (const record of records) for (const name of Object.keys(record)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MOST_FIELDS)
    .map(([name, count]) => ({ name, records: count }));
}
