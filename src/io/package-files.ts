import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

let root: URL | undefined;

/** A file of the package by its path in it, from wherever this runs: the bundle or, in tests, the sources. */
export function packageFile(path: string): URL {
  root ??= packageRoot(new URL(".", import.meta.url));
  return new URL(path, root);
}

function packageRoot(folder: URL): URL {
  return existsSync(fileURLToPath(new URL("package.json", folder))) ? folder : packageRoot(new URL("..", folder));
}
