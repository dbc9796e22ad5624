import { readFile } from "node:fs/promises";
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
    const where = issue?.path.join(".") || "answers";
    throw new WrongUsage(review.badAnswers(quoted(file, 100), `${where}: ${issue?.message}`), review.answersHint);
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

async function textOf(file: string, host: Host, texts: Texts): Promise<string> {
  const { review } = texts;
  try {
    const text = file === "-" ? await readAll(host) : await readFile(file, "utf8");
    if (text.length <= MOST_BYTES) return text;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = code === "ENOENT" ? review.answersNoFile : (code ?? message);
    throw new WrongUsage(review.badAnswers(quoted(file, 100), what), review.answersHint);
  }
  throw new WrongUsage(review.badAnswers(quoted(file, 100), review.answersTooLong), review.answersHint);
}

async function readAll({ stdin }: Host): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin()) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > MOST_BYTES) break;
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
