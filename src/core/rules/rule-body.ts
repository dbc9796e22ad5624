/** Characters that show nothing: zero-width ones, joiners, bidi controls, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const HEADING_OR_COMMENT = /^ {0,3}#/;
const UNDERLINE = /^ {0,3}=+\s*$/;
/** The word alone, perhaps as a list item or with emphasis: `- **unknown**`. */
const UNKNOWN = /^\s*(?:[-*+>]\s+)?[*_`"']{0,3}unknown[*_`"']{0,3}[.。]?\s*$/i;
const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;
const HEADING_CHARS = 1000;

/**
 * Whether a body says nothing: headings, comments (`<!-- -->`, `#`), blanks, invisible characters and the word `unknown`
 * are all there is. When in doubt it says something: a draft for a rule that exists is worse than none.
 */
export function isEmptyBody(body: string): boolean {
  const lines = withoutComments(body).replace(INVISIBLE, "").split("\n");
  // One line with `===` below it is a heading too. `---` makes none here: it may be a rule drawn under a sentence.
  return lines.every((line, i) => saysNothing(line) || UNDERLINE.test(lines[i + 1] ?? ""));
}

function saysNothing(line: string): boolean {
  return line.trim() === "" || HEADING_OR_COMMENT.test(line) || UNDERLINE.test(line) || UNKNOWN.test(line);
}

/** A comment that never ends hides nothing. One over several lines leaves a line end, lest a heading swallow text. */
function withoutComments(body: string): string {
  let text = "";
  let from = 0;
  for (let open = body.indexOf("<!--"); open >= 0; open = body.indexOf("<!--", from)) {
    // `<!-->` is whole already.
    const close = body.indexOf("-->", open + 2);
    if (close < 0) break;
    text += body.slice(from, open) + (body.slice(open, close).includes("\n") ? "\n" : "");
    from = close + 3;
  }
  return text + body.slice(from);
}

/** The text of the first `# heading` outside comments and fenced code; null without one. */
export function firstHeading(body: string): string | null {
  if (!body.includes("#")) return null;
  let fenced = false;
  for (const line of withoutComments(body).split("\n")) {
    if (FENCE.test(line)) fenced = !fenced;
    const text = fenced ? "" : headingText(line.slice(0, HEADING_CHARS));
    if (text !== "") return text;
  }
  return null;
}

function headingText(line: string): string {
  const text = (HEADING.exec(line)?.[1] ?? "").trim();
  return /^#+$/.test(text) ? "" : text.replace(/[ \t]#+$/, "").trim();
}
