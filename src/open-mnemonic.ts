import { checkOptions } from "./core/usage/check-options.js";
import type { Mnemonic, MnemonicOptions } from "./mnemonic.js";
import { numberFrom, TEXT, THREADS, type Checks } from "./model/option-checks.js";

const CHECKS = { home: TEXT, threads: THREADS, lockWaitMs: numberFrom(0) } satisfies Checks<MnemonicOptions>;

/**
 * Opens a home. Nothing is read yet, and no thread started.
 * @throws MnemonicError HOME_NOT_FOUND; UsageError
 */
export async function openMnemonic(options: MnemonicOptions = {}): Promise<Mnemonic> {
  checkOptions("openMnemonic", options, CHECKS);
  // Half of the package is for homes; a program that only counts archives does not wait for it to load.
  const { Mnemonic: Home } = await import("./mnemonic.js");
  return new Home(options);
}
