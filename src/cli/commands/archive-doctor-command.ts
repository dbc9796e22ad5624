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
  return [
    looked.form(encoding ?? "", framing === null ? "" : looked.framings[framing]),
    looked.records(records, rejected, whole),
    ...(records === 0 ? [] : [looked.kinds(kinds.hits, kinds.others)]),
    ...(kinds.hits === 0 ? [] : [looked.missing(kinds.unattributed, kinds.undated, kinds.sessionless)]),
    ...(first === null || last === null ? [] : [looked.span(time(first), time(last))]),
    ...(names === "" ? [] : [looked.fields(names)]),
  ];
}

/** The proposal stands on a line of its own and is never wrapped: it is there to be copied. */
function advice({ map, records, rejected, kinds }: LookedArchive, { texts, paint, columns }: View): string[] {
  const { looked } = texts;
  if (records === 0 && rejected > 0) return hanging("  ", looked.noRecord, columns).map((line) => paint.caution(line));
  if (map !== null) return [...hanging("  ", looked.proposal, columns), paint.good(`    --map '${map}'`)];
  const isLacking = kinds.unattributed + kinds.undated + kinds.sessionless > 0;
  return records === 0 || isLacking ? [] : hanging("  ", looked.fine, columns).map((line) => paint.good(line));
}
