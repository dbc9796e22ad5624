// How a text is shown: a terminal without colours, in a language and at a width.
import type { Language } from "../../src/cli/texts/language.js";
import { paintFor } from "../../src/cli/paint.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import type { View } from "../../src/cli/view.js";
import { sinkOf } from "./fake-host.js";

export function viewOf(columns: number, language: Language, own: Partial<View> = {}): View {
  const paint = paintFor("never", sinkOf(), {});
  return {
    texts: textsOf(language),
    paint,
    columns,
    now: "2026-05-25T12:00:00.000Z",
    home: "/home/a/.hermes/self-reflection",
    dryRun: false,
    isNamed: false,
    quiet: false,
    ...own,
  };
}
