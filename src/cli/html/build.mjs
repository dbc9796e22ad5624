// Makes what stands in each page: the client script with its charts in one file, and its style. After tsc, which leaves it out.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = new URL(".", import.meta.url);
const out = new URL("../../../dist/cli/html/", here);

const [{ output }] = await build({
  root: fileURLToPath(here),
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: {
    write: false,
    target: "es2023",
    minify: true,
    lib: { entry: fileURLToPath(new URL("client/main.ts", here)), formats: ["iife"], name: "mnemonic" },
  },
});
const require = createRequire(import.meta.url);
const ofCharts = (path) => readFileSync(require.resolve(`uplot/${path}`), "utf8").trim();
// Its licence goes where it goes.
const script = `/*! uPlot ${JSON.parse(ofCharts("package.json")).version}\n${ofCharts("LICENSE")} */\n${output[0].code.trim()}`;
const charts = ofCharts("dist/uPlot.min.css");
const style = `${charts}\n${readFileSync(new URL("page.css", here), "utf8").trim()}`;
// They stand in a page as they are: neither may end its block.
if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
  throw new Error("the page's script or style would end its block");

mkdirSync(out, { recursive: true });
writeFileSync(new URL("client.js", out), script);
writeFileSync(new URL("page.css", out), style);
