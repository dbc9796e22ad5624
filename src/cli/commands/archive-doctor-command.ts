import { lookAtArchives } from "../../scan/archive-diagnosis.js";
import type { ArchivesOutput, LookedArchive } from "../../model/outputs.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { time } from "../texts/quantities.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic doctor ARCHIVE…`: what is understood of archives, and which map would make more of them. */
export async function archiveDoctorCommand(
  archives: readonly string[],
  flags: Flags,
  host: Host,
  texts: Texts,
): Promise<number> {
  const settings = settingsOf(flags, archives, texts);
  const { home, json } = await withLibrary(settings, host, texts, async (library, options) => ({
    home: library.home,
    json: await lookAtArchives(library.home, archives, options),
  }));
  await printResult({ json, items: json.archives, text: textOf(cleaned(json)) }, settings, home, host, texts);
  return EXIT.done;
}

function textOf({ archives }: ArchivesOutput): (view: View) => string[] {
  if (archives.length === 0) return ({ texts, columns }) => hanging("", texts.looked.nothing, columns);
  return (view) => archives.flatMap((archive, i) => [...(i === 0 ? [] : [""]), ...archiveLines(archive, view)]);
}

function archiveLines(archive: LookedArchive, view: View): string[] {
  const { texts, paint, columns } = view;
  const title = hanging("", archive.path, columns).map((line) => paint.title(line));
  if (archive.code !== undefined) {
    const { summary } = texts;
    const why = summary.withReason(
      summary.archive[archive.status],
      summary.archiveReason(archive.code, archive.params, archive.reason ?? ""),
    );
    return [...title, ...hanging("  ", why, columns).map((line) => paint.caution(line))];
  }
  return [
    ...title,
    ...understood(archive, texts).flatMap((line) => hanging("  ", line, columns)),
    ...advice(archive, view),
  ];
}

function understood(archive: LookedArchive, { looked, drafts }: Texts): string[] {
  const { encoding, framing, records, rejected, whole, kinds, first, last, fields } = archive;
  const names = fields.map((field) => looked.field(field.name, field.records, records)).join(drafts.list);
  // What holds no record has no form, whatever it was taken for.
  const form =
    records > 0
      ? [looked.form(encoding ?? "", framing === null ? "" : looked.framings[framing])]
      : encoding === null || encoding === "plain"
        ? []
        : [looked.encoding(encoding)];
  return [
    ...form,
    looked.records(records, rejected, whole),
    ...(records === 0 ? [] : [looked.kinds(kinds.hits, kinds.others)]),
    ...(kinds.hits === 0 ? [] : [looked.missing(kinds.unattributed, kinds.undated, kinds.sessionless)]),
    ...(first === null || last === null ? [] : [looked.span(time(first), time(last))]),
    ...(names === "" ? [] : [looked.fields(names)]),
  ];
}

/** The proposal stands on a line of its own and is never wrapped: it is there to be copied. */
function advice(archive: LookedArchive, { texts, paint, columns }: View): string[] {
  const { map, records, kinds } = archive;
  const { looked } = texts;
  if (map !== null) return [...hanging("  ", looked.proposal, columns), paint.good(`    --map '${map}'`)];
  const wrong = wrongWith(archive, texts);
  if (wrong !== "") return hanging("  ", wrong, columns).map((line) => paint.caution(line));
  const isLacking = kinds.unattributed + kinds.undated + kinds.sessionless > 0;
  return records === 0 || isLacking ? [] : hanging("  ", looked.fine, columns).map((line) => paint.good(line));
}

/** Why nothing can come of it: empty, no JSON, one object around everything, or fields under names that nobody knows. */
function wrongWith({ records, rejected, whole, kinds }: LookedArchive, { looked }: Texts): string {
  if (records === 0) return rejected > 0 ? looked.noRecord : whole ? looked.empty : "";
  const { hits, unattributed, undated } = kinds;
  if (hits === 0 || (unattributed < hits && undated < hits)) return "";
  return records === 1 && whole ? looked.nested : looked.lacking;
}
