/** What a reason names. */
export interface ReasonParams {
  /** An encoding, such as gzip. */
  readonly form?: string;
  /** What the system or a decoder says. */
  readonly detail?: string;
  /** Path of the archive that is read in its place. */
  readonly twin?: string;
  /** A place in the decoded bytes. */
  readonly at?: number;
}

type Sentence = (params: Required<ReasonParams>) => string;

/** Why an archive was not read, or not in full: stable codes, and what each says in English. */
export const ARCHIVE_REASONS = {
  folder_unreadable: ({ detail }) => `the folder can't be read: ${detail}`,
  folder_link: () => "is a link to a folder; name that folder to have it read",
  is_folder: () => "is a folder, not a file",
  not_regular: () => "is not a regular file",
  gone: () => "the file is gone (a link to nothing?)",
  permission: () => "permission denied",
  link_loop: () => "the link leads back to itself",
  io_error: ({ detail }) => detail,
  standard_input: ({ detail }) => `it can't be kept for the scan (--temp-dir names another folder): ${detail}`,
  unread_form: ({ form }) => `${form} compression is not read; decompress it, or compress it with gzip`,
  utf16_unmarked: () => "looks like UTF-16 without a byte order mark; convert it, as with: iconv -f UTF-16LE -t UTF-8",
  copy: ({ twin }) => `its content is part of ${JSON.stringify(twin)}, which is read`,
  decoded_copy: ({ twin }) => `its content, decompressed, is part of ${JSON.stringify(twin)}, which is read`,
  lost: () => "the file was removed or renamed during the scan, before all of it was read; run the same command again",
  supplanted: () =>
    "another file was put in its place during the scan, before all of it was read; run the same command again",
  shortened: () => "the file became shorter during the scan; what was read is counted",
  rewritten: () => "the file was rewritten during the scan; what was read is counted",
  data_cut: ({ form, detail }) => `${form} data ends too early (${detail}); what was decoded before is counted`,
  data_damaged: ({ form, detail }) => `${form} data is damaged (${detail}); what was decoded before is counted`,
  data_trailing: ({ form, detail }) => `${form} data is followed by something else, which is not read (${detail})`,
  json_lost: ({ at }) => `its JSON breaks at byte ${at}, and behind that no record could be told apart`,
  json_cut: ({ at }) => `its JSON ends at byte ${at} without being closed`,
  other_array: ({ at }) => `it has another array beside "records", at byte ${at}`,
  comma_missing: ({ at }) => `a comma is missing at byte ${at}; the records around it are counted`,
} as const satisfies Record<string, Sentence>;

export type ReasonCode = keyof typeof ARCHIVE_REASONS;

/** What was not given may be there the next time: until then it must not count as looked at. */
export const PASSING_REASONS: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["io_error", "lost", "supplanted"]);

export interface ArchiveReason {
  readonly code: ReasonCode;
  readonly params?: ReasonParams;
}

export const REASON_CODES = Object.keys(ARCHIVE_REASONS) as ReasonCode[];

/** In English. */
export function reasonText({ code, params }: ArchiveReason): string {
  return ARCHIVE_REASONS[code](allParams(params));
}

function allParams(params: ReasonParams = {}): Required<ReasonParams> {
  return { form: "", detail: "", twin: "", at: 0, ...params };
}

/** What of an archive's report tells the reason. */
export function reasonMembers(reason: ArchiveReason): ArchiveReason & { readonly reason: string } {
  return { reason: reasonText(reason), ...reason };
}
