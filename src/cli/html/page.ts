import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { packageFile } from "../../io/package-files.js";
import type { Report } from "../../model/report.js";
import type { Texts } from "../texts/texts.js";
import { embeddedJson } from "./embedded-json.js";
import { pageDataOf } from "./page-parts.js";
import { withPageTexts } from "./page-texts.js";

/** How every page begins, so that ours can be told from a file of someone else. */
export const PAGE_START = '<!doctype html>\n<html data-page="mnemonic.report"';

/**
 * The report as one page that needs nothing else: style, script and data stand in it. Its policy lets that one script and
 * style run and nothing be loaded; the data is in a block that is not run, and the script puts it into the page as text.
 */
export function renderPage(report: Report, texts: Texts, version: string): string {
  const words = withPageTexts(texts);
  const data = pageDataOf(report, words);
  const style = asset("page.css");
  const script = asset("client.js");
  return `${PAGE_START} lang="${texts.language === "zh" ? "zh-Hans" : "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="mnemonic ${version}">
<title>${data.head.title}</title>
<style>${style}</style>
</head>
<body>
<noscript><p class="noscript">${words.page.noScript}</p></noscript>
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

function policyOf(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
    // No text can become code or markup, not even by a mistake of ours.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Made by build.mjs. */
function asset(name: "page.css" | "client.js"): string {
  return readFileSync(packageFile(`dist/cli/html/${name}`), "utf8");
}
