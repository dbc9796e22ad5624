/** What the seed's words ask for. */
export type Wish =
  | { readonly name: "patterns" | "datasource" | "reflect status" | "scan" }
  | { readonly name: "clear"; readonly isAgreed: boolean }
  | { readonly name: "solidify"; readonly ids: readonly string[] }
  | { readonly name: "add"; readonly rule: string };

const READ_ONLY: readonly [words: readonly string[], wish: "patterns" | "datasource"][] = [
  [["!patterns", "查看模式", "识别模式", "高频违规"], "patterns"],
  [["!datasource", "数据源状态", "数据源"], "datasource"],
];
const CLEAR = /^!mnemonic clear[_ -]context(?: (yes|确认))?$/;
const SOLIDIFY = /^!solidify((?: d_[0-9a-f]+)*)$/;
const REFLECT = /^(?:hermes )?reflect (status|scan)$/;
const ADD = /^(?:hermes )?reflect add (.+)$/is;

/**
 * What a user's words ask for; undefined: nothing that is known. Words that only look may stand anywhere in a sentence
 * (「帮我查看模式」); what changes something has to be the whole of it.
 */
export function wishOf(text: string): Wish | undefined {
  // Chinese keyboards write ！ and full-width letters.
  const said = text.normalize("NFKC").trim().replace(/\s+/g, " ");
  const words = said.toLowerCase();
  return changing(words, said) ?? looking(words);
}

function changing(words: string, said: string): Wish | undefined {
  const clear = CLEAR.exec(words);
  if (clear !== null) return { name: "clear", isAgreed: clear[1] !== undefined };
  const solidify = SOLIDIFY.exec(words);
  if (solidify !== null) return { name: "solidify", ids: (solidify[1] ?? "").split(" ").filter(Boolean) };
  const reflect = REFLECT.exec(words);
  if (reflect !== null) return { name: reflect[1] === "scan" ? "scan" : "reflect status" };
  const rule = ADD.exec(said)?.[1];
  return rule === undefined ? undefined : { name: "add", rule: rule.replace(/^(["'“])(.*)["'”]$/s, "$2") };
}

function looking(words: string): Wish | undefined {
  const found = READ_ONLY.find(([triggers]) => triggers.some((trigger) => words.includes(trigger)));
  return found === undefined ? undefined : { name: found[1] };
}
