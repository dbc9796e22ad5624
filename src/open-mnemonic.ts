import type { Mnemonic, MnemonicOptions } from "./mnemonic.js";

/**
 * Opens a home. Nothing is read yet, and no thread started.
 * @throws MnemonicError HOME_NOT_FOUND
 */
export async function openMnemonic(options: MnemonicOptions = {}): Promise<Mnemonic> {
  // Half of the package is for homes; a program that only counts archives does not wait for it to load.
  const { Mnemonic: Home } = await import("./mnemonic.js");
  return new Home(options);
}
