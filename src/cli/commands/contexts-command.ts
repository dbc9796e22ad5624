import type { ClearedOutput, ContextsOutput } from "../../model/outputs.js";
import type { ContextEntry } from "../../model/state.js";
import { WrongUsage } from "../command-errors.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import { isInteractive, write, type Host } from "../host.js";
import { Keys } from "../keys.js";
import { printResult } from "../output.js";
import { quoted } from "../../core/text/quoted.js";
import { time } from "../texts/quantities.js";
import { settingsOf, type Flags, type Settings } from "../settings.js";
import { cleaned } from "../shown.js";
import { table, type Column } from "../table.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic contexts [--rule ID]`: what happened around the hits that are remembered. */
export async function contextsCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const rule = typeof flags["rule"] === "string" ? { rule: flags["rule"] } : {};
  const { home, contexts } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    contexts: await library.contexts(rule),
  }));
  const json: ContextsOutput = { schema: "mnemonic.contexts/1", contexts };
  await printResult(
    { json, items: contexts, text: contextsTable(cleaned(contexts), rule.rule) },
    settings,
    home,
    host,
    texts,
  );
  return EXIT.done;
}

function contextsTable(contexts: readonly ContextEntry[], rule: string | undefined): (view: View) => string[] {
  return ({ texts, paint, columns }) => {
    const { none, noneOf } = texts.contexts;
    if (contexts.length === 0) return hanging("", rule === undefined ? none : noneOf(quoted(rule, 100)), columns);
    const rows = contexts.map(({ ts, rule_id, pattern, session_id, risk_type, summary }) => [
      time(ts),
      rule_id ?? pattern ?? "",
      summary,
      texts.contexts.risks[risk_type] ?? "",
      session_id ?? "",
    ]);
    const fields = { field: texts.patterns.field, separator: texts.drafts.clauses };
    const [head = "", ...lines] = table(headOf(texts), rows, columns, fields);
    return [paint.title(texts.contexts.title(contexts.length)), paint.dim(head), ...lines];
  };
}

function headOf({ contexts }: Texts): Column[] {
  const { at, rule, summary, risk, session } = contexts.columns;
  return [
    { title: at },
    { title: rule, least: 14, most: 40, mostLines: 3, whole: "word" },
    { title: summary, least: 20, mostLines: 6, folds: 3 },
    { title: risk, folds: 2 },
    { title: session, least: 10, most: 30, folds: 1, whole: "word" },
  ];
}

/** `mnemonic contexts clear [--archive] [--yes]`. What is gone is gone: it asks, and where nobody can be asked it wants --yes. */
export async function clearCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const archive = flags["archive"] === true;
  if (flags["yes"] !== true && !(await isAgreed(archive, host, texts))) return EXIT.done;
  const { home, contexts } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    contexts: await library.clearContexts({ ...momentOf(settings), archive, signal: host.signal }),
  }));
  const json: ClearedOutput = { schema: "mnemonic.cleared/1", contexts, archive };
  const text = (view: View) => hanging("", texts.contexts.cleared(contexts, archive), view.columns);
  await printResult({ json, text }, settings, home, host, texts);
  return EXIT.done;
}

function momentOf({ scan: { now } }: Settings): Pick<Settings["scan"], "now"> {
  return now === undefined ? {} : { now };
}

async function isAgreed(archive: boolean, host: Host, texts: Texts): Promise<boolean> {
  if (!isInteractive(host)) throw new WrongUsage(texts.contexts.needsYes, texts.contexts.needsYesHint);
  const keys = new Keys(host);
  try {
    const ask = (before = ""): Promise<void> => write(host.stdout, before + texts.contexts.ask(archive));
    await keys.forget();
    await ask();
    let key = "";
    try {
      key = await keys.oneOf("yn", async () => ask("\n"));
    } finally {
      await write(host.stdout, `${key}\n`);
    }
    if (key === "n") await write(host.stdout, `${texts.contexts.kept}\n`);
    return key === "y";
  } finally {
    keys.close();
  }
}
