import { isQueued } from "../../core/memory/state-guards.js";
import type { DecisionOutput } from "../../model/outputs.js";
import type { QueueEntry } from "../../model/state.js";
import { solidifyState } from "../../home/diagnosis.js";
import { Refusal } from "../command-errors.js";
import { decisionText } from "../decision-text.js";
import { unsafeInWords } from "../draft-block.js";
import { EXIT } from "../exit-codes.js";
import type { Host, Library } from "../host.js";
import { printResult } from "../output.js";
import { settingsOf, type Flags, type Settings } from "../settings.js";
import type { Texts } from "../texts/texts.js";
import { withLibrary } from "../with-library.js";

/** What a decision needs: the drafts, the moment, and whether to be stopped. */
type Deed = (library: Library, options: Pick<Settings["scan"], "now"> & { signal: AbortSignal }) => Promise<Decision>;
export type Decision = Omit<DecisionOutput, "schema">;

/** `mnemonic drafts confirm ID… [--force]`: hands drafts to Canon, each once. */
export function confirmCommand(ids: readonly string[], flags: Flags, host: Host, texts: Texts): Promise<number> {
  const force = flags["force"] === true;
  return decide(flags, host, texts, async (library, options) => {
    for (const entry of await entriesOf(library, ids)) refuse(entry, force, texts);
    return confirmed(library, ids, { ...options, force });
  });
}

/** `mnemonic drafts reject ID… [--for-good]`. */
export function rejectCommand(ids: readonly string[], flags: Flags, host: Host, texts: Texts): Promise<number> {
  const forGood = flags["forGood"] === true;
  return decide(flags, host, texts, async (library, options) => ({
    decision: "rejected",
    ...(await library.reject(ids, { ...options, forGood })),
  }));
}

/** `mnemonic drafts reopen ID`. */
export function reopenCommand(id: string, flags: Flags, host: Host, texts: Texts): Promise<number> {
  return decide(flags, host, texts, async (library, options) => ({
    decision: "reopened",
    drafts: [await library.reopen(id, options)],
    warnings: [],
  }));
}

async function decide(flags: Flags, host: Host, texts: Texts, deed: Deed): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, decision } = await withLibrary(settings, host, texts, async (library, { now }) => ({
    home: library.home,
    decision: await deed(library, { ...(now === undefined ? {} : { now }), signal: host.signal }),
  }));
  const json: DecisionOutput = { schema: "mnemonic.decision/1", ...decision };
  await printResult({ json, text: decisionText(decision) }, settings, home, host, texts);
  return EXIT.done;
}

/** Confirms drafts and says whether solidifying is due. */
export async function confirmed(
  library: Library,
  ids: readonly string[],
  options: Parameters<Library["confirm"]>[1],
): Promise<Decision> {
  const { drafts, repeated, warnings } = await library.confirm(ids, options);
  const { errors_since_solidify, due } = solidifyState(library.home);
  return {
    decision: "confirmed",
    drafts,
    repeated,
    errors_since_solidify,
    solidify_due: due,
    warnings,
  };
}

function entriesOf(library: Library, ids: readonly string[]): Promise<QueueEntry[]> {
  return Promise.all(ids.map((id) => library.draft(id)));
}

/** The library would refuse as well; here it is said in words why, and what to do. */
function refuse(entry: QueueEntry, isForced: boolean, texts: Texts): void {
  const { queue, drafts } = texts;
  const { draft_id: id, status } = entry;
  if (status === "rejected") throw new Refusal(queue.notPending(id, drafts.status[status]), queue.canReopen(id));
  if (isForced || !isQueued(entry)) return;
  const reasons = entry.unsafe ?? [];
  if (reasons.length > 0) throw new Refusal(queue.refused(id, unsafeInWords(reasons, texts)), queue.refusedHint(id));
  if (status !== "pending_confirm") throw new Refusal(queue.notPending(id, drafts.status[status]), queue.canForce);
}
