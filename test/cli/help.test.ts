// Every command explains itself, in both languages and at any width.
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { textsOf } from "../../src/cli/texts.js";
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

  test(`every example in ${lang} is understood`, async () => {
    const examples = Object.values(help.commands).flatMap((command) => command.examples.map(([line]) => line));
    for (const line of examples) {
      const args = [...line.split(/ [>|] /)[0]!.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        (m) => m[1] ?? m[2] ?? m[3]!,
      );
      const refused = fakeHost({ open: async () => Promise.reject(new Error("opened")) });
      const code = await run(args.slice(1), refused);
      // Review wants a terminal, clearing a yes; everything else gets as far as the library.
      if (!/review$|clear$/.test(line)) expect([line, code, refused.calls.length]).toEqual([line, 1, 1]);
    }
  });
}
