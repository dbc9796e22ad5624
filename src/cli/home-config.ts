import { configOptions } from "../io/config.js";
import { resolveHome } from "../io/home.js";

/** What a home's `config.json` says for the command. A home that is not there has none: who needs it will say so. */
export function homeConfig(home: unknown): Readonly<Record<string, unknown>> {
  try {
    return configOptions(resolveHome(typeof home === "string" ? home : undefined));
  } catch {
    return {};
  }
}
