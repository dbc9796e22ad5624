import type { Counted } from "./scan/count-options.js";
import { activityReport } from "./core/merge/activity-report.js";
import { sumLines } from "./core/merge/counts.js";
import { SAMPLE_LIMIT } from "./core/count/partial.js";
import type { PassedOver } from "./io/archive-paths.js";
import type { Mode } from "./core/recognition/recognise.js";
import type { Recognition } from "./core/recognition/recognition.js";
import type { Remembrance } from "./core/memory/remember.js";
import { KIND, PATTERN } from "./core/line/record.js";
import { isoTime } from "./core/line/time.js";
import type { LineCounts, RecordCounts, Report, Source, Warning } from "./model/report.js";

export interface ReportParts {
  readonly nowMs: number;
  readonly mode: Mode;
  readonly source: Source;
  readonly passedOver: Pick<PassedOver, "files" | "paths">;
  /** The scan whose patterns are reported. */
  readonly used: Counted;
  /** All scans of this run. */
  readonly counted: readonly Counted[];
  readonly recognition: Recognition;
  readonly remembrance: Pick<Remembrance, "entered" | "waiting" | "switched">;
  readonly warnings: readonly Warning[];
  /** When the run began, by `performance.now`. */
  readonly started: number;
}

const RECOGNITION = { guard_intercept: "on", canon_errors: "degraded", none: "off" } as const;

export function reportOf(parts: ReportParts): Report {
  const archives = parts.counted.flatMap((counted) => counted.archives);
  const lines = linesOf(parts.counted);
  const warnings = [...parts.warnings, ...parts.counted.flatMap((counted) => counted.warnings)];
  const whole =
    lines.rejected === 0 &&
    archives.every(({ status }) => status === "complete") &&
    !parts.counted.some(({ counts }) => counts.nuls);
  const { patterns, drafts } = parts.recognition;
  const { entered, waiting, switched } = parts.remembrance;
  const isNew = new Set(entered);
  const { files, paths } = parts.passedOver;
  const passed_over = { files, paths: [...paths] };
  return {
    schema: "mnemonic.report/1",
    status: whole && warnings.length === 0 ? "ok" : "degraded",
    now: isoTime(parts.nowMs) as string,
    mode: parts.mode,
    source: parts.source,
    recognition: RECOGNITION[parts.source],
    archives,
    ...(passed_over.files === 0 ? {} : { passed_over }),
    lines,
    records: recordsOf(parts.used),
    patterns,
    drafts,
    new_drafts: drafts.map(({ draft_id }) => draft_id).filter((id) => isNew.has(id)),
    ...(waiting.length === 0 ? {} : { waiting }),
    ...(switched === undefined ? {} : { switched }),
    ...(parts.used.counts.activity && { activity: activityReport(parts.used.counts.activity) }),
    warnings,
    timings: timingsOf(parts),
  };
}

function linesOf(counted: readonly Counted[]): LineCounts {
  const samples = counted.flatMap(({ counts }) => counts.lines.samples).slice(0, SAMPLE_LIMIT);
  return sumLines(
    counted.map(({ counts }) => counts.lines),
    samples,
  );
}

function recordsOf({ counts }: Counted): RecordCounts {
  const of = (kind: number): number => counts.kinds[kind] ?? 0;
  const sum = (pick: (pattern: (typeof counts.patterns)[number]) => number): number =>
    counts.patterns.reduce((total, pattern) => total + pick(pattern), 0);
  return {
    hits: of(KIND.hit),
    retries: of(KIND.retry),
    confirmations: of(KIND.confirmation),
    false_positives: of(KIND.falsePositive),
    contexts: of(KIND.context),
    errors: of(KIND.error),
    own: of(KIND.own),
    outside: of(KIND.outside),
    unattributed: sum(({ kind, total }) => (kind === PATTERN.unattributed ? total : 0)),
    undated: counts.undated,
    future: sum(({ future }) => future),
    sessionless: counts.sessionless,
    in_7d: sum(({ d7 }) => d7),
    in_14d: sum(({ d14 }) => d14),
    sessions: counts.sessions,
  };
}

function timingsOf({ counted, started }: ReportParts): Report["timings"] {
  const sum = (pick: (counted: Counted) => number): number =>
    Math.round(counted.reduce((total, one) => total + pick(one), 0) * 1000) / 1000;
  return {
    total_ms: Math.round((performance.now() - started) * 1000) / 1000,
    plan_ms: sum(({ timings }) => timings.planMs),
    scan_ms: sum(({ timings }) => timings.scanMs),
    merge_ms: sum(({ timings }) => timings.mergeMs),
    threads: Math.max(...counted.map(({ timings }) => timings.threads)),
    bytes: sum(({ timings }) => timings.bytes),
    read_bytes: sum(({ timings }) => timings.readBytes),
    scanner: counted[0]?.timings.scanner ?? "plain",
    cache_notes: counted.flatMap(({ notes }) => notes),
  };
}
