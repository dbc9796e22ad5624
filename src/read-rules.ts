import { checkArgument, checkOptions } from "./core/usage/check-options.js";
import { SIGNAL, TEXT, type Checks } from "./model/option-checks.js";
import { clearError } from "./model/errors.js";
import type { RuleSet } from "./model/rule.js";

export interface ReadRulesOptions {
  readonly signal?: AbortSignal;
}

const CHECKS = { signal: SIGNAL } satisfies Checks<ReadRulesOptions>;

/**
 * The rules of a home, as a scan of it reads them: all Markdown files below its `rules/`, by path. It is what `recognize` takes
 * as `rules`. A home without rules has none; what can't be read as it stands is a warning, and what can't be read at all stands
 * among the rules as `unread`, for it may cover anything. Nothing is written, and nothing of a rule is run.
 * @throws MnemonicError HOME_NOT_FOUND, TOO_MANY_FILES; AbortedError, UsageError
 */
export async function readRules(home: string, options: ReadRulesOptions = {}): Promise<RuleSet> {
  checkArgument("readRules", "the home", home, TEXT);
  checkOptions("readRules", options, CHECKS);
  const [{ resolveHome }, { readStampedRules }] = await Promise.all([
    import("./io/home.js"),
    import("./io/rules-directory.js"),
  ]);
  try {
    const { covering, warnings } = await readStampedRules(resolveHome(home), options);
    return { rules: covering, warnings };
  } catch (error) {
    throw clearError(error, options.signal);
  }
}
