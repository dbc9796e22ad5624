/** What a piece of code says to the console: the package of completions knows no other way to hand over its results. */
export function spoken(work: () => void): string {
  const { log } = console;
  const lines: string[] = [];
  console.log = (line: unknown) => void lines.push(`${String(line)}\n`);
  try {
    work();
  } finally {
    console.log = log;
  }
  return lines.join("");
}
