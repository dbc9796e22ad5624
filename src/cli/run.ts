import { CommanderError, type Command } from "commander";
import { EXIT } from "./exit-codes.js";
import { remark, type Host } from "./host.js";
import { languageOf } from "./texts/language.js";
import { loadTexts } from "./texts/load-texts.js";
import { programOf } from "./program.js";
import type { Texts } from "./texts/texts.js";

/** Runs one command. Resolves to the exit code; never rejects. `argv` holds the arguments alone. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  let texts = await loadTexts(languageOf(argv, host.env));
  let exitCode: number = EXIT.done;
  const program = programOf({
    host,
    texts,
    exitWith: (code) => {
      exitCode = code;
    },
    speak: (spoken) => {
      texts = spoken;
    },
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    return afterError(error, argv, program, host, texts);
  }
}

async function afterError(
  error: unknown,
  argv: readonly string[],
  program: Command,
  host: Host,
  texts: Texts,
): Promise<number> {
  // Commander says by an error as well that it has shown the help or the version; help nobody asked for is wrong usage.
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  if (error instanceof CommanderError && error.code === "commander.help") return EXIT.usage;
  if (isOutOfDescriptors(error)) return tooFewFiles(host, texts);
  try {
    const { reportFailure } = await import("./failure.js");
    const { wrongUsageOf } = await import("./wrong-usage.js");
    const failure = error instanceof CommanderError ? wrongUsageOf(error, argv, program, texts) : error;
    return await reportFailure(failure, host, texts, argv.includes("--debug"));
  } catch (unloaded) {
    // What says so more fully could not be loaded either.
    if (isOutOfDescriptors(unloaded)) return tooFewFiles(host, texts);
    throw unloaded;
  }
}

async function tooFewFiles(host: Host, { failure }: Texts): Promise<number> {
  await remark(host, `mnemonic: ${failure.tooFewFiles}\n  ${failure.tooFewFilesHint}\n`);
  return EXIT.failed;
}

function isOutOfDescriptors(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "EMFILE" || code === "ENFILE";
}
