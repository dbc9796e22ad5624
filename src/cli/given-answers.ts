import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { quoted } from "../core/text/quoted.js";
import type { QueuedDraft } from "../model/state.js";
import type { Answered } from "./answers.js";
import { WrongUsage } from "./command-errors.js";
import type { Host } from "./host.js";
import type { Texts } from "./texts/texts.js";

/** Two hundred drafts, each with a rule of its own, take a tenth of it. */
const MOST_BYTES = 4 << 20;

/**
 * The answers of `review --answers FILE`, of which `-` is standard input: all of them are looked at before any is sent.
 * @throws WrongUsage
 */
export async function givenAnswers(
  file: string,
  pending: readonly QueuedDraft[],
  host: Host,
  texts: Texts,
): Promise<Answered[]> {
  const { answersSchema } = await import("../model/schemas-outputs.js");
  const parsed = answersSchema.safeParse(parse(await textOf(file, host, texts), file, texts));
  const { review } = texts;
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const what = review.badField(issue?.path.join(".") || "answers", issue?.message ?? "");
    throw new WrongUsage(review.badAnswers(quoted(file, 100), what), review.answersHint);
  }
  const byId = new Map(pending.map((draft) => [draft.draft_id, draft]));
  const seen = new Set<string>();
  return parsed.data.answers.map(({ draft_id, answer, force = false, edits }) => {
    const draft = byId.get(draft_id);
    if (draft === undefined) throw new WrongUsage(review.notPending(quoted(draft_id, 60)), review.nothingSent);
    if (seen.has(draft_id)) throw new WrongUsage(review.answeredTwice(draft_id), review.nothingSent);
    seen.add(draft_id);
    if (answer === "confirm" && !force && draft.unsafe?.length)
      throw new WrongUsage(review.needsForce(draft_id), review.nothingSent);
    return { draft, answer, force, edits };
  });
}

async function textOf(file: string, { stdin, signal }: Host, texts: Texts): Promise<string> {
  const { review } = texts;
  const bad = (what: string): WrongUsage =>
    new WrongUsage(review.badAnswers(quoted(file, 100), what), review.answersHint);
  let text: string | undefined;
  try {
    // A pipe may be named as well (`--answers <(…)`), and a device that never ends.
    text = await wholeText(file === "-" ? stdin() : createReadStream(file, { signal }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw bad(Object.hasOwn(review.unread, code ?? "") ? review.unread[code as "ENOENT"] : (code ?? message));
  }
  if (text === undefined) throw bad(review.answersTooLong);
  return text;
}

/** All that comes; undefined: there is more than is read. */
async function wholeText(stream: Readable): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > MOST_BYTES) return undefined;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string, file: string, { review }: Texts): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The parser's own message quotes the file.
    throw new WrongUsage(review.badAnswers(quoted(file, 100), review.answersNoJson), review.answersHint);
  }
}
