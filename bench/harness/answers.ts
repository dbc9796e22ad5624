import type { Answer } from "../contenders/answer.js";

/** How the answer that one contender printed last differs from ours; empty where it is the same to the last rule. */
export function difference(ours: string, theirs: string, by: "digest" | "counted" = "digest"): string {
  return differenceOf(answerIn(ours), answerIn(theirs), by);
}

export function differenceOf(one: Answer, other: Answer, by: "digest" | "counted" = "digest"): string {
  if (one[by] === other[by]) return "";
  const counts = ({ rules, hits, hits7, hits14 }: Answer): string =>
    `${rules} rules with ${hits} hits (7 days ${hits7}, 14 days ${hits14})`;
  return `answers otherwise: ${counts(other)}; ours ${counts(one)}`;
}

function answerIn(output: string): Answer {
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Answer;
}
