import { basename } from "node:path";
import type { Warning } from "../model/report.js";
import { warningOf } from "../model/warning-reasons.js";
import type { OpenArchive } from "./archives.js";

/** A name that promises JSON Lines: whoever appends to such a file will append lines. */
const LINES_NAME = /\.jsonl(?:[.-]|$)|^intercept_log/;

/** Logs that something has made another kind of JSON of: they are read, and their writer will break them. */
export function framingWarnings(archives: readonly OpenArchive[]): Warning[] {
  return archives
    .filter(({ framing, path }) => framing !== "lines" && LINES_NAME.test(basename(path)))
    .map(({ framing, path }) =>
      warningOf("framing", path, { code: framing === "records" ? "framing_records" : "framing_values" }),
    );
}
