import type { RuleTotals, SolidifyStatus } from "../model/outputs.js";
import { hanging } from "./fitting.js";
import { time } from "./texts/quantities.js";
import type { Texts } from "./texts/texts.js";

/** How many rules there are, and of which types. */
export function ruleLines(
  { total, types, placeholders, expired }: RuleTotals,
  texts: Texts,
  columns: number,
): string[] {
  const { status, drafts } = texts;
  const named = Object.entries(types).filter(([name, n]) => n > 0 || name !== "other");
  const asides = [
    ...(placeholders > 0 ? [status.placeholders(placeholders)] : []),
    ...(expired > 0 ? [status.expired(expired)] : []),
  ];
  const kinds = named.map(([name, n]) => `${status.types[name as keyof typeof types]} ${n}`).join(drafts.list);
  return hanging(status.rules(total), [kinds, ...asides].join(drafts.clauses), columns);
}

/** When Canon last solidified, and whether it should again. */
export function solidifyLines(solidify: SolidifyStatus, texts: Texts, columns: number): string[] {
  const { last_solidify_at, errors_since_solidify, threshold, due } = solidify;
  const { status, queue, drafts } = texts;
  const last = last_solidify_at === null ? status.neverSolidified : time(last_solidify_at);
  const since = due ? queue.solidifyDue(errors_since_solidify) : status.sinceSolidify(errors_since_solidify, threshold);
  return hanging(status.solidified, [last, since].join(drafts.clauses), columns);
}
