import { findingsOf } from "../../home/diagnosis.js";
import type { DoctorOutput, Finding } from "../../model/outputs.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { time } from "../texts/quantities.js";
import { withBlanks } from "../texts/invocation.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** Findings of one code that the text shows: rules with broken frontmatter may be thousands. */
const MOST_ALIKE = 5;

/** `mnemonic doctor [--stale-days N]`: what is wrong, and how to mend it. Findings are a result: the exit code is 0. */
export async function doctorCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, json } = await withLibrary(settings, host, texts, async (library, options) => {
    const { now, findings } = await findingsOf(library, options, settings.staleDays);
    const told = findings.map((finding) => inWords(finding, texts));
    const output: DoctorOutput = { schema: "mnemonic.doctor/1", now, home: library.home, findings: told };
    return { home: library.home, json: output };
  });
  await printResult({ json, items: json.findings, text: doctorText(cleaned(json)) }, settings, home, host, texts);
  return EXIT.done;
}

function inWords(finding: Finding, texts: Texts): DoctorOutput["findings"][number] {
  const { message, mend } = texts.doctor.findings[finding.code];
  return { ...finding, message: message(whatOf(finding, texts), finding.count), mend: withBlanks(mend) };
}

function whatOf({ code, what, reasons, archive }: Finding, { warnings, summary }: Texts): string {
  if (archive !== undefined) return summary.archiveReason(archive.code, archive.params, what);
  if (code === "guard_stale") return time(what);
  return reasons === undefined ? what : warnings.because(what, reasons);
}

function doctorText({ findings, home }: DoctorOutput): (view: View) => string[] {
  return (view) => {
    const { texts, paint, columns } = view;
    const { doctor } = texts;
    if (findings.length === 0) return hanging("", doctor.none(home), columns).map((line) => paint.good(line));
    const shown = findings.filter(
      (one, i) => findings.slice(0, i).filter(({ code }) => code === one.code).length < MOST_ALIKE,
    );
    const more = findings.length > shown.length ? [doctor.more(findings.length - shown.length)] : [];
    return [
      ...hanging("", doctor.title(findings.length, home), columns).map((line) => paint.title(line)),
      ...shown.flatMap((finding) => findingLines(finding, view)),
      ...(more.length > 0 ? ["", ...more] : []),
    ];
  };
}

function findingLines(finding: DoctorOutput["findings"][number], { texts, paint, columns }: View): string[] {
  const { severity, path, message, code, items = [], count } = finding;
  const { doctor, drafts, warnings } = texts;
  const color = { error: paint.bad, warning: paint.caution, note: paint.dim }[severity];
  // Messages about rules begin with their path.
  const place = path === undefined || message.includes(`"${path}"`) ? message : warnings.withPath(path, message);
  const others = count > items.length ? `${drafts.list}${doctor.others(count - items.length)}` : "";
  return [
    "",
    ...hanging(doctor.severities[severity], place, columns).map((line, i) => (i === 0 ? color(line) : line)),
    ...(items.length > 0 ? hanging("  ", items.join(drafts.list) + others, columns) : []),
    ...hanging(`  ${doctor.mend}`, doctor.findings[code].mend, columns),
  ];
}
