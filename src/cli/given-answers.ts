import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { quoted } from "../core/text/quoted.js";
import type { answersSchema } from "../model/schemas-outputs.js";
import { isDecided, isQueued } from "../core/memory/state-guards.js";
import type { DecidedDraft, QueuedDraft, QueueEntry } from "../model/state.js";
import type { Answer, Answered } from "./answers.js";
import { Refusal, WrongUsage } from "./command-errors.js";
import type { Host } from "./host.js";
import type { Texts } from "./texts/texts.js";

/** Two hundred drafts, each with a rule of its own, take a tenth of it. */
const MOST_BYTES = 4 << 20;

/** What is wrong with answers is named to so many of them; so that one sees the kind, too. */
const MOST_NAMED = 10;

type GivenAnswer = ReturnType<typeof answersSchema.parse>["answers"][number];

/** The answers of a file, by what is left to be done. */
export interface GivenAnswers {
  readonly all: readonly GivenAnswer[];
  readonly unsent: readonly Answered[];
  /** Those that say what was decided before: the file comes again, after a run that was ended halfway, say. */
  readonly repeated: readonly DecidedDraft[];
}

/**
 * The answers of `review --answers FILE`, of which `-` is standard input: all of them are looked at before any is sent.
 * @throws WrongUsage for what they say; Refusal where they can't be read
 */
export async function givenAnswers(
  file: string,
  queue: readonly QueueEntry[],
  host: Host,
  texts: Texts,
): Promise<GivenAnswers> {
  const all = await answersIn(file, host, texts);
  const byId = new Map(queue.map((entry) => [entry.draft_id, entry]));
  const unsent: Answered[] = [];
  const repeated: DecidedDraft[] = [];
  const seen = new Set<string>();
  const problems = all.flatMap((given) => {
    const entry = byId.get(given.draft_id);
    const isTwice = entry !== undefined && seen.has(given.draft_id);
    const problem = isTwice ? texts.review.answeredTwice(given.draft_id) : problemOf(given, entry, texts);
    seen.add(given.draft_id);
    if (problem !== undefined) return [problem];
    const { answer, force = false, edits } = given;
    if (isPendingDraft(entry)) unsent.push({ draft: entry, answer, force, edits });
    else if (isDecided(entry) && answer !== "skip") repeated.push(entry);
    return [];
  });
  refuse(problems, texts.review.nothingSent, file, texts);
  return { all, unsent, repeated };
}

function problemOf(given: GivenAnswer, entry: QueueEntry | undefined, texts: Texts): string | undefined {
  const { draft_id, answer, force } = given;
  const { review } = texts;
  if (entry === undefined) return review.notPending(quoted(draft_id, 60));
  if (isPendingDraft(entry))
    return answer === "confirm" && force !== true && entry.unsafe?.length ? review.needsForce(draft_id) : undefined;
  const isSame = answer === "skip" || (isDecided(entry) && answer === answerOf(entry));
  return isSame ? undefined : review.otherwise(draft_id, statusOf(entry, texts), answer);
}

/** What was answered for a draft to be decided so. */
function answerOf({ status, for_good }: DecidedDraft): Answer {
  if (status !== "rejected") return "confirm";
  return for_good === true ? "reject_for_good" : "reject";
}

export function statusOf(entry: QueueEntry, { review, drafts }: Texts): string {
  return isDecided(entry) && entry.for_good === true ? review.rejectedForGood : drafts.status[entry.status];
}

export function isPendingDraft(entry: QueueEntry | undefined): entry is QueuedDraft & QueueEntry {
  return isQueued(entry) && entry.status === "pending_confirm";
}

/** One problem is the message, several are a list below it. @throws WrongUsage */
function refuse(problems: readonly string[], hint: string, file: string, { review }: Texts): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) throw new WrongUsage(first, hint);
  const more = problems.length - MOST_NAMED;
  const listed = [...problems.slice(0, MOST_NAMED), ...(more > 0 ? [review.moreProblems(more)] : [])];
  throw new WrongUsage(review.badAnswers(quoted(file, 100), review.problems(problems.length)), hint, listed);
}

/** A list alone is taken as well. */
async function answersIn(file: string, host: Host, texts: Texts): Promise<readonly GivenAnswer[]> {
  const { answersSchema: schema } = await import("../model/schemas-outputs.js");
  const given = parse(await textOf(file, host, texts), file, texts);
  const parsed = schema.safeParse(Array.isArray(given) ? { answers: given } : given);
  if (parsed.success) return parsed.data.answers;
  const { review } = texts;
  const { issues } = parsed.error;
  const problems = issues.map(({ path, message }) => review.badField(path.join(".") || "answers", message));
  const [only = ""] = problems;
  refuse(
    problems.length === 1 ? [review.badAnswers(quoted(file, 100), only)] : problems,
    review.answersHint,
    file,
    texts,
  );
  return [];
}

async function textOf(file: string, { stdin, signal }: Host, texts: Texts): Promise<string> {
  const { review } = texts;
  const bad = (what: string): Refusal => new Refusal(review.badAnswers(quoted(file, 100), what), review.answersHint);
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
