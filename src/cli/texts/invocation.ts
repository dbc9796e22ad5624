/** A command as it can be typed where its words go in: with the home that was named, so that who copies it reaches the same. */
export type Invocation = (words: string) => string;

/** Stands for a blank in a command: a line is not broken there (fitting.ts), for a command is there to be copied. */
const NO_BREAK = "\u00a0";
/** A command in a text, with the punctuation that stands at it and the blanks behind it. */
export const COMMAND = /([(（]?(?:npx\u00a0)?mnemonic\u00a0[^ ]* *)/;

/** `home`: as a shell takes it, if one was named. Within a clone npm finds the command (`npx mnemonic`), the shell does not. */
export function invocationOf(home?: string, env: Readonly<Record<string, string | undefined>> = {}): Invocation {
  const program = env["npm_command"] === "exec" ? "npx mnemonic" : "mnemonic";
  const where = home === undefined ? "" : ` --home ${home}`;
  return (words) => `${program} ${words}${where}`.replaceAll(" ", NO_BREAK);
}

/** As it is printed. */
export function withBlanks(text: string): string {
  return text.replaceAll(NO_BREAK, " ");
}
