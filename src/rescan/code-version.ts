import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageFile } from "../io/package-files.js";

let version: string | undefined;

/** Another release, or another build of it, may answer otherwise. */
export function codeVersion(): string {
  if (version !== undefined) return version;
  const { mtimeMs, size } = statSync(fileURLToPath(import.meta.url));
  const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
    version: string;
  };
  return (version = `${manifest.version} ${size} ${mtimeMs}`);
}
