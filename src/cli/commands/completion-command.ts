import { readFile } from "node:fs/promises";
import { packageFile } from "../../io/package-files.js";
import type { CompletionOutput } from "../../model/outputs.js";
import { WrongUsage } from "../command-errors.js";
import { EXIT } from "../exit-codes.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { nearNames } from "../../core/text/near-names.js";
import { quoted } from "../../core/text/quoted.js";
import { settingsOf, type Flags } from "../settings.js";
import { spoken } from "../texts/spoken.js";
import type { Texts } from "../texts/texts.js";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
type Shell = (typeof SHELLS)[number];

/**
 * The scripts for bash and zsh are our own: those of @bomb.sh/tab 0.0.22 put what was typed so far through `eval`, so that the Tab
 * key runs a `$(…)` in it; bash's hands the answers to `compgen -W` besides, which expands them once more.
 */
const OWN_SCRIPTS: ReadonlySet<Shell> = new Set(["bash", "zsh"]);

/** `mnemonic completion SHELL`: the script by which a shell asks `mnemonic complete` (completions.ts). */
export async function completionCommand(name: string, flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined) throw unknown(name, texts);
  const script = await scriptFor(shell);
  const json: CompletionOutput = { schema: "mnemonic.completion/1", shell, script };
  await printResult({ json, text: () => script.trimEnd().split("\n") }, settings, "", host, texts);
  return EXIT.done;
}

function unknown(name: string, { usage }: Texts): WrongUsage {
  const near = nearNames(name, SHELLS);
  const message = usage.badValue("SHELL", quoted(name, 60), usage.expected.oneOf(SHELLS.join(", ")));
  return new WrongUsage(message + (near.length > 0 ? usage.didYouMean(near.join(", ")) : ""));
}

async function scriptFor(shell: Shell): Promise<string> {
  if (OWN_SCRIPTS.has(shell)) return readFile(packageFile(`completions/mnemonic.${shell}`), "utf8");
  const { RootCommand } = await import("@bomb.sh/tab");
  const script = spoken(() => new RootCommand().setup("mnemonic", "mnemonic", shell));
  return shell === "powershell" ? withAllQuotes(script) : script;
}

/** PowerShell takes four more characters for a single quote, and the script quotes with those what it then invokes. */
function withAllQuotes(script: string): string {
  return script.replace(`-replace "'", "''"`, `-replace "['\\u2018-\\u201b]", '$0$0'`);
}
