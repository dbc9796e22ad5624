import { styleText } from "node:util";
import type { Sink } from "./host.js";

export const COLORS = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLORS)[number];

/** Colours by what they mean. Text passes unchanged where there are none. */
export interface Paint {
  readonly title: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly caution: (text: string) => string;
  readonly bad: (text: string) => string;
}

type Style = Parameters<typeof styleText>[0];

export function paintFor(choice: ColorChoice, sink: Sink, env: Readonly<Record<string, string | undefined>>): Paint {
  const auto = forced(env["FORCE_COLOR"]) ?? (sink.isTTY === true && env["TERM"] !== "dumb");
  return choice === "always" || (choice === "auto" && !env["NO_COLOR"] && auto)
    ? painted(styled)
    : painted((_style, text) => text);
}

/** `FORCE_COLOR` as others take it: 0 and false are no, anything else is yes; NO_COLOR goes before it, --color before both. */
function forced(value: string | undefined): boolean | undefined {
  return value === undefined || value === "" ? undefined : value !== "0" && value !== "false";
}

function painted(apply: (style: Style, text: string) => string): Paint {
  return {
    title: (text) => apply("bold", text),
    dim: (text) => apply("dim", text),
    good: (text) => apply("green", text),
    caution: (text) => apply("yellow", text),
    bad: (text) => apply("red", text),
  };
}

/** The choice is made above: newer versions of Node would look at the process's own streams again. */
function styled(style: Style, text: string): string {
  return text === "" ? text : styleText(style, text, { validateStream: false });
}
