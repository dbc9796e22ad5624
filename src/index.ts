export { openMnemonic } from "./open-mnemonic.js";
export type { DataSourceStatus, Mnemonic, MnemonicOptions, WriteOptions } from "./mnemonic.js";
export type { Confirmation, ConfirmOptions, DraftEdits, Rejection } from "./home/decision-desk.js";
export type { Verdict } from "./core/memory/decisions.js";
export type { CacheStatus, InterruptedBackfill } from "./model/outputs.js";
export type { HomeWatchOptions } from "./rescan/home-watch.js";
export { scanArchives, type ArchiveCounts, type ScanArchivesOptions } from "./scan/scan-archives.js";
export { readRules, type ReadRulesOptions } from "./read-rules.js";
export { recognize, type RecognizeOptions } from "./home/recognize.js";
export type { Recognition } from "./core/recognition/recognition.js";
export type { Counts, PatternCounts, Place } from "./core/merge/counts.js";
export {
  AbortedError,
  ArchiveNotFoundError,
  DraftNotFoundError,
  MnemonicError,
  UsageError,
  WorkerError,
  NotRememberedError,
  PatternNotFoundError,
  type ErrorCode,
  type ErrorReason,
  type NextRun,
} from "./model/errors.js";
export {
  DEFAULT_ACTIVITY,
  DEFAULT_THRESHOLDS,
  type ActivityLimits,
  type Progress,
  type ReadingOptions,
  type ScanOptions,
  type Thresholds,
  type TriggerName,
} from "./model/options.js";
export type * from "./model/explanation.js";
export type { Verdict as ExplanationVerdict } from "./model/explanation.js";
export type * from "./model/report.js";
export type { Rule, RuleSet, RuleType, RuleWarning, RuleWarningCode } from "./model/rule.js";
export type {
  ContextEntry,
  DecidedDraft,
  HistoryEntry,
  KeyKind,
  QueuedDraft,
  QueueEntry,
  SourceSwitch,
} from "./model/state.js";
