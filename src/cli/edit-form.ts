import type { DraftEdits } from "../home/decision-desk.js";
import type { QueuedDraft } from "../model/state.js";
import type { Texts } from "./texts/texts.js";

const FIELD = /^(rule|type|keywords|meaning):(.*)$/;
const SEPARATOR = " | ";

/** What a person may change in a draft, a line each, for an editor. */
export function formOf({ rule, type, match }: QueuedDraft, { review }: Texts): string {
  return [
    `# ${review.form}`,
    `rule: ${rule}`,
    `type: ${type}`,
    `keywords: ${match.exact.join(SEPARATOR)}`,
    `meaning: ${match.semantic}`,
    "",
  ].join("\n");
}

/** What was changed; undefined: nothing, or what is left is no rule. */
export function editsOf(form: string, draft: QueuedDraft, texts: Texts): DraftEdits | undefined {
  if (form === formOf(draft, texts)) return undefined;
  const fields = new Map(
    form.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ""] = FIELD.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.trim()] as const];
    }),
  );
  const rule = fields.get("rule") ?? "";
  if (rule === "") return undefined;
  const exact = fields
    .get("keywords")
    ?.split("|")
    .map((text) => text.trim());
  const [type, semantic] = [fields.get("type"), fields.get("meaning")];
  return {
    rule,
    ...(type ? { type } : {}),
    ...(exact === undefined ? {} : { exact: exact.filter(Boolean) }),
    ...(semantic === undefined ? {} : { semantic }),
  };
}
