// Bundles the sources into dist/bundle.js, after tsc, which gives the types alone; writes what starts it, and runs it once for V8's
// code cache. CommonJS, because Node 20 takes a code cache for nothing else.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = new URL("../../dist/", import.meta.url);
const inDist = (name) => fileURLToPath(new URL(name, dist));

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  packages: "external",
  // It would need a loader of modules inside of a script.
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "thisFile" },
  sourcemap: true,
  logLevel: "warning",
};

/** One script, which gives a function of what a module of CommonJS is given (load.ts). */
async function bundle() {
  const parts = Object.entries({ index: "index", cli: "cli", worker: "workers/worker" });
  const contents = parts.map(([name, file]) => `exports.${name} = () => require("./src/${file}.ts");`).join("\n");
  const head = `(function (exports, require, __filename) { const thisFile = require("node:url").pathToFileURL(__filename).href;`;
  const outfile = inDist("bundle.js");
  await build({
    ...options,
    stdin: { contents, resolveDir: root },
    banner: { js: head },
    footer: { js: "})" },
    outfile,
  });
  writeFileSync(outfile, inAscii(readFileSync(outfile, "utf8")));
}

/**
 * ASCII can be read as Latin-1, which is not decoded: 7 ms less. esbuild escapes the other characters in strings; what is left is
 * regular expressions, where an escape means the same.
 */
function inAscii(code) {
  return code.replaceAll(/\\?[^\0-\x7f]/g, (found) => {
    if (found.length > 1) throw new Error(`a backslash before ${found} in a regular expression: leave it out`);
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** What Node, a program or a worker thread is given to load. Not by `import`: Node would first look for the names that load.cjs exports. */
function writeStarters() {
  const { load } = createRequire(import.meta.url)(inDist("load.cjs"));
  const names = Object.keys(load("index")).join(", ");
  const loader = `import { createRequire } from "node:module";\nconst { load } = createRequire(import.meta.url)("./load.cjs");\n`;
  writeFileSync(inDist("index.js"), `${loader}export const { ${names} } = load("index");\n`);
  writeFileSync(inDist("cli.js"), `#!/usr/bin/env node\n${loader}load("cli").start();\n`, { mode: 0o755 });
  writeFileSync(inDist("worker.cjs"), `module.exports = require("./load.cjs").load("worker");\n`);
}

rmSync(inDist("bundle.cache"), { force: true });
await bundle();
await build({ ...options, entryPoints: ["src/start/load.ts"], outfile: inDist("load.cjs") });
writeStarters();
const warmUp = fileURLToPath(new URL("warm-up.mjs", import.meta.url));
execFileSync(process.execPath, [warmUp], { stdio: ["ignore", "ignore", "inherit"] });
