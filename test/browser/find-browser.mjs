// node test/browser/find-browser.mjs: exits with 0 and prints its path if a Chromium is here, else with 1.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell"];

/** $CHROMIUM, or the first of the usual names on the path; undefined: there is none. */
export function foundBrowser() {
  const named = process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = named ? [named] : NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isRunnable);
}

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = foundBrowser();
  if (path === undefined) process.exitCode = 1;
  else console.log(path);
}
