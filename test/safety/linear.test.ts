// Question: does the time for a byte grow with the text? Each pattern is run on 16 KiB made of the words and signs that
// keep it busy (those of its own source, and those of all), and must need no more for a byte there than on an eighth of it,
// within a margin. A quadratic pattern needs eight times as much. Ratios of processor time, and no absolute limit.
import { expect, test } from "vitest";
import { cleanForTerminal, cleanText } from "../../src/core/text/safe-text.js";
import { assessDraft, assessText } from "../../src/core/safety/safety.js";
import { maskSecrets } from "../../src/core/safety/secrets.js";
import { EXFILTRATION, REMOTE_CODE } from "../../src/core/safety/commands.js";
import { hitsIn } from "../../src/core/safety/concepts.js";
import { MARKUP } from "../../src/core/safety/markup.js";
import { TRAPS } from "../../src/core/safety/traps.js";
import { COMPACT, SECRECY, WORDING } from "../../src/core/safety/wording.js";
import { cpuMicros, isLinear, LONG, made } from "../support/growth.js";
import { corpus } from "./corpus.js";

const PROBE = 1 << 11;

const SEEDS = corpus("hostile");

function allMatches(pattern: RegExp): (text: string) => number {
  return (text) => [...text.matchAll(pattern)].length;
}

/** The first words of a pattern, one, two and more of them: what leads deepest into it. */
function ownSeeds({ source }: RegExp): string[] {
  const words =
    source
      .replace(/\\[bdsSw]|\(\?[:=!<]+|\{[\d,]+\}/g, " ")
      .match(/[a-z]{3,}|\p{Script=Han}+|[^\w\s\\()[\]{}?*+|]{1,3}/gu) ?? [];
  return [1, 2, 3].flatMap((n) => [words.slice(0, n).join(" "), words.slice(-n).join(" ")]).map((seed) => `${seed} `);
}

function busiest(pattern: RegExp): string {
  const run = allMatches(pattern);
  const timed = [...SEEDS, ...ownSeeds(pattern)].map(
    (seed) => [cpuMicros(() => run(made(seed, PROBE))), seed] as const,
  );
  return timed.reduce((most, one) => (one[0] > most[0] ? one : most))[1];
}

const TABLES = { WORDING, SECRECY, COMPACT, REMOTE_CODE, EXFILTRATION, TRAPS, MARKUP };

test.for(Object.entries(TABLES))("each pattern of %s is linear", { timeout: 600_000 }, ([, table]) => {
  const growing = table.filter(({ pattern }) => !isLinear(allMatches(pattern), busiest(pattern)));
  expect(growing).toEqual([]);
});

test("a pattern that grows is told from one that does not", () => {
  expect(isLinear(allMatches(/=+x/g), "=")).toBe(false);
  expect(isLinear(allMatches(/={1,9}x/g), "=")).toBe(true);
});

test("masking and cleaning are linear", { timeout: 600_000 }, () => {
  expect(SEEDS.filter((seed) => !isLinear(maskSecrets, seed))).toEqual([]);
  expect(SEEDS.filter((seed) => !isLinear((text) => cleanForTerminal(text, 200), seed))).toEqual([]);
  expect(SEEDS.filter((seed) => !isLinear((text) => cleanText(text, text.length), seed))).toEqual([]);
});

test("finding the words that mean something is linear", { timeout: 600_000 }, () => {
  expect(SEEDS.filter((seed) => !isLinear(hitsIn, seed, LONG / 4))).toEqual([]);
});

test("a whole assessment, with its views and decodings, is linear", { timeout: 600_000 }, () => {
  expect(SEEDS.filter((seed) => !isLinear(assessText, seed, LONG / 2))).toEqual([]);
  const draftOf = (text: string) => assessDraft({ label: text, exact: ["a", text], semantic: text });
  expect(isLinear(draftOf, "ignore ", LONG / 2)).toBe(true);
});
