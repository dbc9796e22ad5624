import type { DraftEdits } from "../home/decision-desk.js";
import type { QueuedDraft } from "../model/state.js";
import { sendAnswers, type Answer } from "./answers.js";
import { decisionText } from "./decision-text.js";
import { assessed } from "../core/recognition/draft.js";
import { draftBlock } from "./draft-block.js";
import { editsOf, formOf } from "./edit-form.js";
import { hanging } from "./fitting.js";
import { write, type Host, type Library } from "./host.js";
import { Keys } from "./keys.js";
import { cleaned } from "./shown.js";
import type { View } from "./view.js";

const ANSWERS: Readonly<Record<string, Answer>> = { c: "confirm", r: "reject", g: "reject_for_good", s: "skip" };

/**
 * One draft at a time, with its evidence and one key for each answer. Answers are kept in mind, can be taken back, and are
 * sent when the summary is accepted; whatever ends the walk before that sends nothing.
 */
export class Review {
  readonly #drafts: readonly QueuedDraft[];
  readonly #library: Library;
  readonly #host: Host;
  readonly #view: View;
  readonly #now: { readonly now?: NonNullable<NonNullable<Parameters<Library["confirm"]>[1]>["now"]> };
  readonly #answers: Answer[] = [];
  /** What the person changed, by draft_id. */
  readonly #edits = new Map<string, DraftEdits>();

  constructor(
    drafts: readonly QueuedDraft[],
    library: Library,
    host: Host,
    view: View,
    now: number | string | Date | undefined,
  ) {
    this.#drafts = drafts;
    this.#library = library;
    this.#host = host;
    this.#view = view;
    this.#now = now === undefined ? {} : { now };
  }

  async run(): Promise<void> {
    const keys = new Keys(this.#host);
    let isAccepted: boolean;
    try {
      await this.#walk(keys);
      isAccepted = await this.#accept(keys);
    } finally {
      keys.close();
    }
    if (isAccepted) await this.#send();
    else await this.#say(this.#view.texts.review.nothingSent);
  }

  async #walk(keys: Keys): Promise<void> {
    while (this.#answers.length < this.#drafts.length) {
      const draft = this.#drafts[this.#answers.length] as QueuedDraft;
      await keys.forget();
      await this.#show(draft);
      const key = await this.#ask(keys, this.#view.texts.review.keys, "crgseuq?");
      if (key === "q") return;
      if (key === "?") await this.#help();
      else if (key === "e") await this.#edit(draft, keys);
      else if (key === "u") this.#answers.pop();
      else if (key !== "c" || (await this.#isSure(draft, keys))) this.#answers.push(ANSWERS[key] as Answer);
    }
  }

  async #show(draft: QueuedDraft): Promise<void> {
    const place = this.#view.texts.review.place(this.#answers.length + 1, this.#drafts.length);
    const block = draftBlock(
      cleaned(this.#edited(draft)),
      `${place} `,
      { isPast: draft.moment !== undefined },
      this.#view,
    );
    await this.#say("", ...block);
  }

  async #help(): Promise<void> {
    const { keyHelp } = this.#view.texts.review;
    const lines = Object.entries(keyHelp).flatMap(([key, what]) => hanging(`  ${key}  `, what, this.#view.columns));
    await this.#say("", ...lines);
  }

  async #edit(draft: QueuedDraft, keys: Keys): Promise<void> {
    const { texts } = this.#view;
    const shown = this.#edited(draft);
    const form = await keys.lend(() => this.#host.edit(formOf(shown, texts)));
    const edits = form === undefined ? undefined : editsOf(form, shown, texts);
    if (edits === undefined) await this.#say(form === undefined ? texts.review.noEditor : texts.review.unchanged);
    else this.#edits.set(draft.draft_id, edits);
  }

  #edited(draft: QueuedDraft): QueuedDraft {
    const edits = this.#edits.get(draft.draft_id);
    if (edits === undefined) return draft;
    const { rule = draft.rule, type = draft.type, exact, semantic } = edits;
    const match = { exact: exact ?? draft.match.exact, semantic: semantic ?? draft.match.semantic };
    return assessed({ ...draft, rule, type, match });
  }

  /** An unsafe draft is confirmed by two keys that are not the same. */
  async #isSure(draft: QueuedDraft, keys: Keys): Promise<boolean> {
    const { unsafe } = this.#edited(draft);
    if (!unsafe?.length) return true;
    await keys.forget();
    return (await this.#ask(keys, this.#view.texts.review.sure, "yn")) === "y";
  }

  async #accept(keys: Keys): Promise<boolean> {
    const { review } = this.#view.texts;
    const summary: string[] = [];
    for (const answer of ["confirm", "reject", "reject_for_good"] as const) {
      const drafts = this.#answeredBy(answer);
      if (drafts.length > 0) summary.push(`  ${review.summary[answer](drafts.length)}`);
      for (const draft of drafts) summary.push(...hanging("    ", this.#inWords(draft), this.#view.columns));
    }
    if (summary.length === 0) return false;
    await keys.forget();
    await this.#say("", ...summary);
    return (await this.#ask(keys, review.send, "yn")) === "y";
  }

  async #send(): Promise<void> {
    const answered = this.#drafts.flatMap((draft, i) => {
      const answer = this.#answers[i];
      // Only those that were shown as unsafe are forced: one that has become so meanwhile is not.
      const force = (this.#edited(draft).unsafe?.length ?? 0) > 0;
      return answer === undefined ? [] : [{ draft, answer, force, edits: this.#edits.get(draft.draft_id) }];
    });
    const options = { ...this.#now, signal: this.#host.signal };
    await sendAnswers(answered, this.#library, options, async (decision) =>
      this.#say(...decisionText(decision)(this.#view)),
    );
  }

  #answeredBy(answer: Answer): QueuedDraft[] {
    return this.#drafts.filter((_, i) => this.#answers[i] === answer);
  }

  /** So that nobody has to know a draft by its id. */
  #inWords(draft: QueuedDraft): string {
    const { review, drafts } = this.#view.texts;
    const { pattern, rule } = cleaned(this.#edited(draft));
    const names = rule.includes(pattern) ? [rule] : [pattern, rule];
    return [draft.draft_id, ...names, ...(this.#edits.has(draft.draft_id) ? [review.edited] : [])].join(drafts.list);
  }

  async #ask(keys: Keys, question: string, wanted: string): Promise<string> {
    const ask = (): Promise<void> =>
      write(this.#host.stdout, `${hanging("", question, this.#view.columns - 2).join("\n")} `);
    await ask();
    let key = "";
    try {
      key = await keys.oneOf(wanted, async () => {
        await this.#say("");
        await ask();
      });
    } finally {
      // Also where it was stopped: what is said of that stands on a line of its own.
      await this.#say(key);
    }
    return key;
  }

  #say(...lines: readonly string[]): Promise<void> {
    return write(this.#host.stdout, lines.map((line) => `${line}\n`).join(""));
  }
}
