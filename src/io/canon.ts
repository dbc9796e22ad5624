import { statSync } from "node:fs";
import { join } from "node:path";
import { maskSecrets } from "../core/safety/secrets.js";
import { joinMembers, splitMembers, withMembers, type JsonMember } from "../core/line/json-members.js";
import { isObject } from "../core/memory/state-shape.js";
import { countOf, namesOf, plusOne, unusableShared } from "../core/memory/counters.js";
import { quoted } from "../core/text/quoted.js";
import type { Warning } from "../model/report.js";
import { warningOf } from "../model/warning-reasons.js";
import type { QueuedDraft, Stored } from "../model/state.js";
import { closeQuietly } from "./closing.js";
import { linesWith, openRegularFile, readOwnFile } from "./regular-file.js";
import { appendLines, moveAside, replaceFile } from "./durable-write.js";
import { corruptLabel, SHARED_STATE_NAME } from "./state-store.js";

export const ERRORS_NAME = "errors.jsonl";
const DEFAULT_MODE = 0o644;
/** There is no such file, or something else stands in its place. */
const HOLDS_NONE = new Set(["ENOENT", "EISDIR", "ENOTREG"]);

/** A confirmed draft as it stands in `errors.jsonl`. */
export interface ConfirmedRecord {
  readonly draft_id: string;
  readonly ts: string | null;
  readonly rule_id: string | null;
  readonly exact: readonly string[];
}

/**
 * The confirmed drafts that Canon was handed, by id. Lines that are no records of ours are passed over unparsed.
 * @throws the file system's own error
 */
export function confirmedRecords(home: string): Map<string, ConfirmedRecord> {
  const found = new Map<string, ConfirmedRecord>();
  try {
    for (const line of linesWith(join(home, ERRORS_NAME), '"draft_id"')) {
      const record = confirmedRecord(line);
      if (record !== undefined && !found.has(record.draft_id)) found.set(record.draft_id, record);
    }
  } catch (error) {
    if (!HOLDS_NONE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  return found;
}

/** The same, as far as they can be read: of a file that can't, `errorsProblem` tells. */
export function readableRecords(home: string): Iterable<ConfirmedRecord> {
  try {
    return confirmedRecords(home).values();
  } catch {
    return [];
  }
}

/** Why `errors.jsonl` can't be read though something stands in its place; null: it can, or there is nothing. */
export function errorsProblem(home: string): Warning | null {
  try {
    closeQuietly(openRegularFile(join(home, ERRORS_NAME)));
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    return warningOf("errors_unreadable", ERRORS_NAME, {
      code: "errors_unread",
      params: { detail: code ?? message },
    });
  }
}

function confirmedRecord(line: string): ConfirmedRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value["draft_id"] !== "string") return undefined;
  const match = isObject(value["match"]) ? value["match"]["exact"] : undefined;
  return {
    draft_id: value["draft_id"],
    ts: typeof value["ts"] === "string" ? value["ts"] : null,
    rule_id: typeof value["rule_id"] === "string" ? value["rule_id"] : null,
    exact: Array.isArray(match) ? match.filter((text): text is string => typeof text === "string") : [],
  };
}

/** Appends a draft in Canon's record form, on disk when this returns. The caller has looked whether it is there already. */
export function appendConfirmed(home: string, draft: QueuedDraft): void {
  const { ts, type, trigger, rule, context, match, source, data_source, draft_id, rule_id } = draft;
  const { exact, semantic } = match;
  const record = {
    ts,
    type,
    trigger: trigger.name,
    rule,
    context,
    match: { exact, semantic },
    source,
    data_source,
    draft_id,
    // Canon's records end in prompts. Without its rule's id a confirmation is known by its draft's.
    rule_id: rule_id == null || maskSecrets(rule_id).kinds.length > 0 ? null : rule_id,
  };
  const line = JSON.stringify(record);
  // Canon appends here too, so only the torn piece of this very line may be taken away.
  appendLines(join(home, ERRORS_NAME), [line], (tail) => tail.startsWith('{"ts"') && line.startsWith(tail));
}

/** What `state.json` says after a confirmation. */
export interface SharedCounters {
  readonly errorsSinceSolidify: number;
  readonly warnings: readonly Warning[];
}

/**
 * Counts a confirmation in `state.json`, in one rename. Only if `mnemonic_last_confirmed` names another draft:
 * confirmations come one after the other, so a repeat of the last one is the only repeat there can be.
 */
export function countConfirmed(home: string, draftId: string, now: string): SharedCounters {
  const path = join(home, SHARED_STATE_NAME);
  const { members, value, warnings: told } = readShared(path);
  const warnings = [...told, ...counterWarnings(unusableShared(value), SHARED_STATE_NAME)];
  if (value["mnemonic_last_confirmed"] === draftId)
    return { errorsSinceSolidify: counter(value, "errors_since_solidify"), warnings };
  const counted = plusOne(plusOne(value, "errors_since_solidify"), "total_errors");
  const { errors_since_solidify, total_errors } = counted;
  const values = { errors_since_solidify, total_errors, last_modified: now, mnemonic_last_confirmed: draftId };
  // It is not ours alone: whoever could read it still can.
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? DEFAULT_MODE) & 0o777;
  replaceFile(path, joinMembers(withMembers(members, values)), mode);
  return { errorsSinceSolidify: counter(counted, "errors_since_solidify"), warnings };
}

function counter(value: Stored, name: string): number {
  return countOf(value[name]) ?? 0;
}

/** What of a file should be a count and is none; empty: nothing. */
export function counterWarnings(names: readonly string[], path: string): Warning[] {
  if (names.length === 0) return [];
  const params = { name: namesOf(names, (name) => quoted(name, 60)) };
  return [warningOf("counter_invalid", path, { code: "counters_unusable", params })];
}

interface Shared {
  readonly members: readonly JsonMember[];
  readonly value: Stored;
  readonly warnings: readonly Warning[];
}

function readShared(path: string): Shared {
  // `existsSync` is false of a file that can't be looked at too, and what is none is begun anew.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return { members: [], value: {}, warnings: [] };
  const text = readOwnFile(path).replace(/^\uFEFF/, "");
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { members: splitMembers(text), value, warnings: [] };
  } catch {
    // As for any other text that is no object.
  }
  const name = quoted(moveAside(path, corruptLabel()));
  const reason = { code: "shared_moved", params: { name } } as const;
  return { members: [], value: {}, warnings: [warningOf("shared_state_corrupt", SHARED_STATE_NAME, reason)] };
}
