// What is piped is for grep: no line is broken, no name is shortened; a terminal, and COLUMNS, have their width.
import { expect, test } from "vitest";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { typed } from "./real-host.js";

const RULE = `rule_ban_002_${"forced_secret_".repeat(9)}end`;
const SESSION = `20260525_090000_${"ab12cd".repeat(8)}`;

function home(): Home {
  const made = new Home();
  made.log(hit(NOW_MS - 2 * HOUR, RULE, SESSION), hit(NOW_MS - HOUR, RULE, SESSION));
  return made;
}

test("ids are whole in what is piped", async () => {
  const made = home();
  const outputs: [line: string, holds: string][] = [
    ["scan", RULE],
    [`explain ${RULE}`, RULE],
    ["contexts", SESSION],
    ["drafts", "d_"],
    ["status", ""],
    ["doctor", ""],
  ];
  for (const [line, holds] of outputs) {
    const { out, code } = await typed(made, line, { piped: true });
    expect([line, code, out]).toEqual([line, 0, expect.stringContaining(holds)]);
    expect(out).not.toContain("Infinity");
  }
});

test("a terminal has its width, and so has COLUMNS", async () => {
  const made = home();
  const widest = (text: string): number =>
    Math.max(
      ...text
        .split("\n")
        .slice(2)
        .map((line) => line.length),
    );
  expect(widest((await typed(made, "scan", { keys: [], columns: 60 })).out)).toBeLessThanOrEqual(60);
  expect(widest((await typed(made, "scan", { piped: true, env: { COLUMNS: "60" } })).out)).toBeLessThanOrEqual(60);
  expect(widest((await typed(made, "scan", { piped: true, env: { COLUMNS: "0" } })).out)).toBeGreaterThan(120);
});
