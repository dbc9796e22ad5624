/** No value that anything asks for lies so deep. */
const STEP = 256;
/** Below this length, no depth takes much memory. */
const SHORT = 1 << 20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A part that begins at a depth that is a multiple of STEP: what was taken over of it so far, and up to where. */
interface Part {
  text: string;
  from: number;
}

/**
 * The same JSON with every container at depth 256 made an empty array: `JSON.parse` takes 50 bytes and more for each level,
 * so a line of 60 MB that is all `[` took 3 GB. Parts are parsed on their own, innermost first, so that it is still
 * `JSON.parse` that says whether all of it is valid. Throws a SyntaxError if a part is not; what is wrong elsewhere stays.
 */
export function shallowJson(text: string): string {
  if (text.length < SHORT) return text;
  const parts: [Part, ...Part[]] = [{ text: "", from: 0 }];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = closingQuote(text, i);
    else if (c === 0x5b || c === 0x7b) {
      if (++depth % STEP === 0) open(parts, text, i);
    } else if (c === 0x5d || c === 0x7d) {
      if (depth % STEP === 0 && parts.length > 1) close(parts, text, i + 1);
      depth--;
    }
  }
  if (parts.length > 1) throw new SyntaxError("a container is not closed");
  return parts[0].from === 0 ? text : parts[0].text + text.slice(parts[0].from);
}

function open(parts: Part[], text: string, at: number): void {
  const around = parts.at(-1) as Part;
  around.text += text.slice(around.from, at);
  parts.push({ text: "", from: at });
}

function close(parts: Part[], text: string, end: number): void {
  const part = parts.pop() as Part;
  JSON.parse(part.text + text.slice(part.from, end));
  const around = parts.at(-1) as Part;
  around.text += "[]";
  around.from = end;
}

/** Where the string that opens at `i` closes; the text's end if it does not. */
function closingQuote(text: string, i: number): number {
  for (let at = text.indexOf('"', i + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}
