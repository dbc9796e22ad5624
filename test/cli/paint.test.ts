// When there are colours: --color before NO_COLOR before FORCE_COLOR before what the terminal is.
import { expect, test } from "vitest";
import { paintFor, type ColorChoice } from "../../src/cli/paint.js";
import { sinkOf } from "./fake-host.js";

const CASES: [isTTY: boolean, choice: ColorChoice, env: Record<string, string>, painted: boolean][] = [
  [true, "auto", {}, true],
  [false, "auto", {}, false],
  [true, "auto", { TERM: "dumb" }, false],
  [true, "auto", { NO_COLOR: "1" }, false],
  [true, "auto", { NO_COLOR: "" }, true],
  [false, "auto", { FORCE_COLOR: "1" }, true],
  [true, "auto", { FORCE_COLOR: "0" }, false],
  [false, "auto", { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  [false, "always", { NO_COLOR: "1" }, true],
  [true, "never", { FORCE_COLOR: "1" }, false],
];

test.for(CASES)("terminal %j, --color %s, %j: %j", ([isTTY, choice, env, painted]) => {
  const { bad } = paintFor(choice, sinkOf({ isTTY }), env);
  expect(bad("x")).toBe(painted ? "\u001b[31mx\u001b[39m" : "x");
});
