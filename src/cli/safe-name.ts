import { assessText } from "../core/safety/safety.js";
import type { Texts } from "./texts/texts.js";

/** The first of these names that gives no orders: what is only named may end up in an agent's context. */
export function safeName(names: readonly string[], { seed }: Texts): string {
  return names.find((name) => assessText(name).reasons.length === 0) ?? seed.suspicious;
}
