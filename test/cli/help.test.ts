// Every command explains itself, in both languages and at any width.
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import { fakeHost, sinkOf } from "./fake-host.js";

const NAMES = ["scan", "backfill", ...Object.keys(textsOf("en").help.commands)];

for (const lang of ["en", "zh"] as const) {
  const { help } = textsOf(lang);
  test.for(NAMES)(`the help in ${lang} of: %s`, async (name) => {
    for (const columns of [60, 80, 120]) {
      const host = fakeHost({ stdout: sinkOf({ isTTY: true, columns }) });
      expect(await run([...name.split(" "), "--help", "--lang", lang], host)).toBe(0);
      const { text } = host.stdout;
      expect(text.split("\n")[0]).toMatch(new RegExp(`mnemonic ${name} \\[`));
      expect(text).toContain(help.titles.examples);
      // Examples are to be copied, and stay whole.
      const wide = text.split("\n").filter((line) => stringWidth(line) > columns && !line.startsWith("  mnemonic "));
      expect(wide).toEqual([]);
    }
  });

  // Review wants a terminal and clearing a yes; a script is printed, and what is set; everything else gets as far as the library.
  const lines = Object.values(help.commands).flatMap(({ examples }) => examples.map(([line]) => line));
  test.for(lines.filter((line) => !/review$|clear$/.test(line)))(
    `an example in ${lang} is understood: %s`,
    async (line) => {
      const args = [...line.split(/ (?:>>?|\|) /)[0]!.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        (m) => m[1] ?? m[2] ?? m[3]!,
      );
      const host = fakeHost({ open: async () => Promise.reject(new Error("opened")) });
      const isPrinted = ["completion", "schema", "config"].includes(args[1]!);
      expect(await run(args.slice(1), host)).toBe(isPrinted ? 0 : 1);
      expect(host.calls).toHaveLength(isPrinted ? 0 : 1);
    },
  );
}
