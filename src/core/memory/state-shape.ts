import type { State, Stored } from "../../model/state.js";
import { asParsed, noteParsed } from "../text/json-of.js";
import { joinMembers, splitMembers, withMembers, type JsonMember } from "../line/json-members.js";

export const STATE_VERSION = 1;

const LISTS = ["context_log", "pattern_history", "draft_queue", "data_source_switches"] as const;
const OBJECTS = ["recognition_stats", "data_source_history", "session_tracking"] as const;
const SOURCES: ReadonlySet<unknown> = new Set(["guard_intercept", "canon_errors", "none"]);

/** A state file as it was read: what it says, and its source text, which a rewrite starts from. */
export interface StateText {
  readonly members: readonly JsonMember[];
  readonly state: State;
}

export const EMPTY_STATE: StateText = { members: [], state: stateOf({}) };

/** Reads the file's text; null when it does not parse or has the wrong shape. A BOM and CRLF are no harm. */
export function parseState(text: string): StateText | null {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isObject(value) || !hasShape(value)) return null;
  return { members: splitMembers(json), state: stateOf(value) };
}

/** The file's new text: members of others and what did not change stand as they stood. */
export function stateSource({ members, state: read }: StateText, state: State): string {
  return joinMembers(withMembers(members, { ...state }, { ...read }));
}

/** What `parseState` makes of `stateSource`. */
export function asRead({ members, state: read }: StateText, state: State): StateText {
  const again = Object.entries(state).map(([key, value]) => [key, valueAgain(value)] as const);
  return { members: withMembers(members, { ...state }, { ...read }), state: stateOf(Object.fromEntries(again)) };
}

function valueAgain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => asParsed(entry as Stored));
  return isObject(value) ? asParsed(value) : value;
}

/** Whether a rewrite would say anything new. */
export function saysMore(before: StateText, state: State): boolean {
  const read = { ...before.state };
  const members = withMembers(before.members, { ...state }, read);
  const seed = withMembers(before.members, read, read);
  const isSame = ({ key, source }: JsonMember, i: number): boolean => seed[i]?.key === key && seed[i].source === source;
  return members.length !== seed.length || !members.every(isSame);
}

export function isObject(value: unknown): value is Stored {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasShape(value: Stored): boolean {
  const is = (key: string, test: (value: unknown) => boolean): boolean => value[key] === undefined || test(value[key]);
  return (
    LISTS.every((key) => is(key, isListOfObjects)) &&
    OBJECTS.every((key) => is(key, isObject)) &&
    is("data_source", (source) => typeof source === "string") &&
    is("contexts_until", (until) => typeof until === "string") &&
    is("state_version", Number.isSafeInteger)
  );
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function stateOf(value: Stored): State {
  const list = (key: string): readonly Stored[] => ((value[key] ?? []) as readonly Stored[]).map(noteParsed);
  const object = (key: string): Stored => (value[key] ?? {}) as Stored;
  return {
    state_version: (value["state_version"] as number | undefined) ?? STATE_VERSION,
    data_source: SOURCES.has(value["data_source"]) ? (value["data_source"] as State["data_source"]) : undefined,
    data_source_history: object("data_source_history"),
    data_source_switches: list("data_source_switches"),
    session_tracking: object("session_tracking"),
    recognition_stats: object("recognition_stats"),
    draft_queue: list("draft_queue"),
    pattern_history: list("pattern_history"),
    contexts_until: value["contexts_until"] as string | undefined,
    context_log: list("context_log"),
  };
}
