import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

/** What the bundle holds. Each part is run when it is first asked for. */
interface Parts {
  readonly index: () => typeof import("../index.js");
  readonly cli: () => typeof import("../cli.js");
  readonly worker: () => typeof import("../workers/worker.js");
}

const BUNDLE = join(__dirname, "bundle.js");
const CODE_CACHE = join(__dirname, "bundle.cache");

let running: { script: Script; parts: Parts } | undefined;

/** A part of the bundle beside this file: all of Mnemonic is one file, since to find and compile 300 takes longer than a scan. */
export function load<Name extends keyof Parts>(name: Name): ReturnType<Parts[Name]> {
  running ??= run();
  return running.parts[name]() as ReturnType<Parts[Name]>;
}

/** What V8 made of the bundle so far, functions that have run included: for the build, which puts it beside the bundle. */
export function codeCache(): Buffer {
  return (running ??= run()).script.createCachedData();
}

/**
 * As `require` would, but for V8's code cache. V8 itself refuses one that another version of it made, and compiles the bundle
 * then. It does not compare the text: whoever may write the cache may write the bundle.
 */
function run(): { script: Script; parts: Parts } {
  // The bundle is ASCII, and Latin-1 is read without being decoded.
  const script = new Script(readFileSync(BUNDLE, "latin1"), { filename: BUNDLE, cachedData: cached() });
  const module = script.runInThisContext() as (exports: object, require: NodeJS.Require, filename: string) => void;
  const parts = {};
  module(parts, createRequire(BUNDLE), BUNDLE);
  return { script, parts: parts as Parts };
}

function cached(): Buffer | undefined {
  try {
    return readFileSync(CODE_CACHE);
  } catch {
    return undefined;
  }
}
