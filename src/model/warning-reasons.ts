import { reasonText, type ArchiveReason } from "./archive-reasons.js";

/** What a reason names. Names are quoted already and harmless to a terminal. */
export interface WarningParams {
  readonly name?: string;
  /** A code of the system's or a parser's, such as EACCES. */
  readonly detail?: string;
  readonly n?: number;
  /** Of the file, from 1; 0: the whole. */
  readonly line?: number;
  /** What is wrong with an archive. */
  readonly archive?: ArchiveReason;
}

type Whole = Required<Omit<WarningParams, "archive">> & Pick<WarningParams, "archive">;
type Sentence = (params: Whole) => string;

const QUOTE = 'quote values that hold ": " or " #"';

function byLine(what: string, { line }: Whole, mend = QUOTE): string {
  return `${what}${line > 0 ? ` (line ${line})` : ""}, so its fields were read line by line; ${mend}`;
}

/** What the system's codes say, where a word is clearer. */
const UNREAD: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  EOWNER: "another user has put it there, or a link in its place",
  ENOTREG: "it is not a regular file",
  ENXIO: "it is not a regular file",
};

/** Why something was not taken as it stands: stable codes, and what each says in English. */
export const WARNING_REASONS = {
  header_unclosed: (params) => byLine("no closing ---", params, "close it with a line ---"),
  header_long: (params) => byLine(`longer than ${params.n} characters`, params),
  header_deep: (params) => byLine("nested too deeply", params),
  header_invalid: (params) => byLine(`no valid YAML${inWords(params, ", ")}`, params),
  header_no_keys: (params) => byLine("no keys in it", params),
  yaml_doubt: (params) => inWords(params, ""),
  custom_tag: () => "a custom tag is ignored",
  key_twice: ({ name }) => `${name} stands twice, its last value counts`,
  star_unquoted: () => "a value begins with * and should be in quotes",
  aliases_many: ({ n }) => `more than ${n} aliases`,
  more: ({ n }) => `and ${n} more`,
  field_no_text: ({ name }) => `${name} is no text`,
  expiry_no_time: () => '"expires_at" is no time, so the rule counts as not expiring',
  keywords_no_list: () => '"keywords" is no list',
  nul_bytes: () => "it holds NUL bytes and may be damaged",
  not_utf8: () => "it is not valid UTF-8; save it as UTF-8",
  start_alone: ({ n }) => `only the first ${n} bytes were read`,
  irregular_now: () => "no regular file any more",
  by_name_alone: ({ detail }) => `it can't be read (${detail}) and may cover anything, so nothing new is drafted`,
  dead_link: ({ detail }) => `a link that leads nowhere; it can't be read (${detail})`,
  not_opened: () => "a pipe, socket or device, which is not opened",
  no_folder: () => "it is no folder, so no rules are known",
  unread: ({ detail }) => `it can't be read (${detail}), so nothing new is drafted`,
  files_many: ({ n }) =>
    `more than ${n} files, the rest is not read, so nothing new is drafted; is there a link to a disk or a home?`,
  folders_many: ({ n }) =>
    `more than ${n} folders, the rest is not read, so nothing new is drafted; is there a link to a disk or a home?`,
  legacy: () => "this file of the old form covers nothing; have Canon move its rules into rules/",
  config_unread: ({ detail }) => `config.json can't be read (${UNREAD[detail] ?? detail}); the defaults hold`,
  config_no_json: () => "config.json is not valid JSON; the defaults hold",
  config_no_object: ({ name }) => `${name} should be an object; the defaults hold`,
  config_count: ({ name, n }) => `${name} should be a whole number of at least 1; ${n} holds`,
  config_share: ({ name, n }) => `${name} should be a number from 0 to 1; ${n} holds`,
  config_zone: ({ name }) => `${name} should be a time zone; UTC holds`,
  config_map: ({ name }) => `${name} should name fields and their paths, or a preset; records are read as they are`,
  config_memory: ({ name }) =>
    `${name} should be a whole number of at least 1; a quarter of the machine's memory holds`,
  state_moved: ({ name }) =>
    // A terminal shows 200 characters of it: what is lost must be among them.
    `it can't be understood and is now ${name}; rejections, feedback and contexts in it are lost, counts and ` +
    "confirmed drafts are rebuilt from the logs and errors.jsonl",
  state_untouched: () =>
    "mnemonic_state.json can't be understood; it was left as it is, and the run went on without it",
  state_unread: ({ detail }) =>
    `mnemonic_state.json can't be read (${UNREAD[detail] ?? detail}); the run went on without it`,
  state_newer: () => "mnemonic_state.json was written by a newer Mnemonic; the run went on without it",
  counters_unusable: ({ name }) => `no count, so it begins at 0: ${name}`,
  shared_moved: ({ name }) => `state.json is no JSON object and was moved aside as ${name}; its counters begin anew`,
  errors_unread: ({ detail }) => `errors.jsonl can't be read (${UNREAD[detail] ?? detail}); it counts as empty`,
  contexts_unread: ({ archive }) =>
    `context_archive.jsonl can't be read${archive === undefined ? "" : ` (${reasonText(archive)})`}; contexts in it revive no rule`,
  framing_records: () =>
    'its name says JSON Lines, but it is an object around "records"; its elements were read as records',
  framing_values: () =>
    "its name says JSON Lines, but it is a JSON array, or JSON over several lines or several to a line; its elements were read as records",
} as const satisfies Record<string, Sentence>;

/** `BAD_INDENT` of the YAML parser is `bad indent`. */
function inWords({ detail }: Whole, lead: string): string {
  return detail === "" ? "" : `${lead}${detail.toLowerCase().replaceAll("_", " ")}`;
}

export type WarningReasonCode = keyof typeof WARNING_REASONS;

export interface WarningReason {
  readonly code: WarningReasonCode;
  readonly params?: WarningParams;
}

export const WARNING_REASON_CODES = Object.keys(WARNING_REASONS) as WarningReasonCode[];

/** In English. */
export function warningReasonText({ code, params }: WarningReason): string {
  return WARNING_REASONS[code](allWarningParams(params));
}

/** Reasons of one warning, in one sentence. */
export function warningText(reasons: readonly WarningReason[]): string {
  return reasons.map(warningReasonText).join("; ");
}

export function allWarningParams(params: WarningParams = {}): Whole {
  return { name: "", detail: "", n: 0, line: 0, ...params };
}

/** A warning about `path`, in English, with its reasons for other languages. */
export function warningOf(code: string, path: string, ...reasons: readonly WarningReason[]) {
  return { code, path, message: warningText(reasons), reasons };
}
