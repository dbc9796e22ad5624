// node test/browser/check.mjs [--shots DIR]
// Opens pages of `report --html` in a real browser: that they draw, can be used by keyboard, hold their policy, load nothing,
// and that no text of a log acts. Needs a build, and Chromium: $CHROMIUM, or what is found by its usual names.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import assert from "node:assert/strict";
import { foundBrowser } from "./find-browser.mjs";
import { HOSTILE, hostileHome, manyPatternsHome, NOW, ordinaryHome } from "./homes.mjs";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const shots = process.argv[2] === "--shots" ? process.argv[3] : undefined;

const executablePath = foundBrowser();
if (executablePath === undefined) {
  console.log("skipped: no Chromium here (set CHROMIUM to one)");
  process.exit(0);
}
const { chromium } = await import("playwright-core");
const { default: axe } = await import("axe-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const homes = [];
let passed = 0;
let failed = 0;

try {
  await main();
} finally {
  await browser.close();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function main() {
  const ordinary = kept(ordinaryHome());
  const en = pageOf(ordinary, "en");
  await check("draws charts, tables and drafts", en, {}, drawn);
  await check("is used by keyboard", en, {}, byKeyboard);
  await check("has no faults for those who can't see or point", en, {}, accessible);
  await check("is dark for whom the system is", en, { colorScheme: "dark", shot: "dark" }, isDark);
  await check("is dark and light as it is told", en, {}, switched);
  await check("fits a narrow window", en, { width: 390, height: 840, shot: "narrow" }, fits);
  await check("is printed", en, { shot: "print" }, printed);
  const zh = pageOf(ordinary, "zh");
  await check("speaks Chinese", zh, { shot: "zh" }, chinese);
  await check("stays quick with 5,000 patterns", pageOf(kept(manyPatternsHome()), "en"), { shot: "many" }, many);
  for (const lang of ["en", "zh"])
    await check(
      `shows what a log holds as text (${lang})`,
      pageOf(kept(hostileHome()), lang),
      { shot: `hostile-${lang}` },
      inert,
    );
  await check("shows a home without anything", pageOf(kept(emptyHome()), "en"), { shot: "empty" }, empty);
}

function emptyHome() {
  const home = ordinaryHome();
  for (const name of ["intercept_log.jsonl", "intercept_log.jsonl.1", "rules"])
    rmSync(join(home, name), { recursive: true });
  return home;
}

function kept(home) {
  homes.push(home);
  return home;
}

function pageOf(home, lang) {
  const file = join(home, `${lang}.html`);
  execFileSync(process.execPath, [
    cli,
    "report",
    "--home",
    home,
    "--now",
    NOW,
    "--html",
    file,
    "--lang",
    lang,
    "--quiet",
  ]);
  return file;
}

/** Opens the page anew and runs `work`; whatever the browser complains of, or asks of the network, is a failure. */
async function check(what, file, { width = 1280, height = 900, colorScheme = "light", shot }, work) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: "en-GB",
    timezoneId: "Asia/Shanghai",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) faults.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
      console.log(`policy: ${violatedDirective} ${sourceFile}`),
    );
  });
  try {
    await page.goto(pathToFileURL(file).href);
    await page.locator("footer").waitFor();
    await work(page);
    if (shots !== undefined && shot !== undefined) await shotOf(page, shot);
    assert.equal(await page.evaluate(() => window.hit), undefined, "a text of the log was run");
    assert.deepEqual(faults, []);
    passed++;
    console.log(`ok    ${what}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${what}: ${error.message}${faults.length > 0 ? `\n      ${faults.join("\n      ")}` : ""}`);
  }
  await context.close();
}

async function shotOf(page, name) {
  mkdirSync(shots, { recursive: true });
  if (name === "print") await page.pdf({ path: join(shots, "print.pdf"), format: "A4" });
  else await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

/** How many pixels of the chart are painted, and in how many colours. */
function painted(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Map();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] < 250) continue;
      const colour = `${data[i]},${data[i + 1]},${data[i + 2]}`;
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return [...colours.values()].filter((pixels) => pixels > 300).length;
  });
}

async function drawn(page) {
  await page.locator("canvas").waitFor();
  assert.ok((await painted(page)) >= 6, "the chart has fewer colours than series");
  assert.ok((await page.locator(".draft").count()) >= 3);
  assert.ok((await page.locator(".heat td").count()) > 100);
  assert.ok((await page.locator(".patterns tbody tr").count()) > 10);
  assert.match(await page.locator("#sources").innerText(), /intercept_log\.jsonl/);
  assert.match(await page.locator("#sources").innerText(), /invalid JSON/);
  if (shots !== undefined) await shotOf(page, "wide");
  // Pointing at a bar tells what is in it.
  const box = await page.locator(".u-over").boundingBox();
  await page.mouse.move(box.x + box.width - 30, box.y + box.height - 5);
  assert.match(await page.locator(".readout").innerText(), /2026-05-2\d/);
}

async function byKeyboard(page) {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.locator("#search").focus();
  const status = page.locator("#patterns .found");
  const before = await status.innerText();
  await page.keyboard.type("ban 虚");
  assert.notEqual(await status.innerText(), before);
  assert.match(await page.locator(".patterns tbody th").first().innerText(), /rule_ban_013/);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  const total = page.locator("th.total button");
  await total.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("th.total").getAttribute("aria-sort"), "descending");
  const column = async () =>
    (await page.locator("td.total").allInnerTexts()).map((text) => Number(text.replaceAll(",", "")));
  const down = await column();
  assert.deepEqual(
    down,
    down.toSorted((a, b) => b - a),
  );
  await page.keyboard.press("Space");
  assert.equal(await page.locator("th.total").getAttribute("aria-sort"), "ascending");
  const up = await column();
  assert.deepEqual(
    up,
    up.toSorted((a, b) => a - b),
  );
  const toggle = page.locator(".toggle").first();
  await toggle.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-expanded")), "true");
  assert.equal(await page.locator("tr.details").count(), 1);
  // A series goes and comes by its button, which keeps the focus.
  const legend = page.locator(".legend button").first();
  await legend.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "false");
  await page.locator(".segments button").first().focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".segments button").first().getAttribute("aria-pressed"), "true");
}

async function accessible(page) {
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator("details.figures summary").click();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`)
          .join(" | ")}`,
    );
    assert.deepEqual(found, [], scheme);
  }
}

function background(page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

async function isDark(page) {
  assert.equal(await background(page), "rgb(19, 22, 26)");
  assert.ok((await painted(page)) >= 6);
}

async function switched(page) {
  for (const [theme, colour] of [
    ["dark", "rgb(19, 22, 26)"],
    ["light", "rgb(255, 255, 255)"],
    ["auto", "rgb(255, 255, 255)"],
  ]) {
    await page.locator("#theme").selectOption(theme);
    assert.equal(await background(page), colour);
  }
}

async function fits(page) {
  const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window_, `the page is ${content} wide in a window of ${window_}`);
}

async function printed(page) {
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("nav").isVisible(), false);
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 20_000);
}

async function chinese(page) {
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hans");
  const text = await page.locator("main h2").allInnerTexts();
  assert.deepEqual(text, ["命中随时间的变化", "草稿", "会话与规则", "模式", "来源"]);
}

async function many(page) {
  assert.match(await page.locator("#patterns .found").innerText(), /^5,000 of 5,000/);
  assert.equal(await page.locator(".patterns tbody tr").count(), 50);
  const ms = await page.evaluate(() => {
    const input = document.querySelector("#search");
    const start = performance.now();
    for (const text of ["rule", "many 12", "4999", ""]) {
      input.value = text;
      input.dispatchEvent(new Event("input"));
    }
    for (const head of document.querySelectorAll(".patterns thead button")) head.click();
    return performance.now() - start;
  });
  // Told, not judged: a busy machine is no fault of the page.
  console.log(`      14 changes of the table of 5,000: ${Math.round(ms)} ms`);
  await page.locator(".pager button").last().click();
  assert.match(await page.locator(".pager").innerText(), /51 to 100/);
}

async function inert(page) {
  await page.locator("canvas").waitFor();
  for (const details of await page.locator("details").all()) await details.evaluate((one) => (one.open = true));
  for (const toggle of await page.locator(".toggle").all()) await toggle.evaluate((one) => one.click());
  const tags = await page.evaluate(() => [
    ...new Set(Array.from(document.querySelectorAll("*"), (one) => one.localName)),
  ]);
  const foreign = tags.filter((tag) => ["img", "iframe", "base", "object", "embed", "form"].includes(tag));
  assert.deepEqual(foreign, []);
  assert.equal(await page.locator("script").count(), 2);
  assert.equal(await page.locator("link, meta[http-equiv=refresh]").count(), 0);
  const text = await page.locator("main").innerText();
  for (const one of [
    "</script><script>window.hit=1</script>",
    "${window.hit=1}",
    "{0}{1}{2}{9}",
    "__proto__",
    "\\u{202e}",
  ])
    assert.ok(text.includes(one), `${one} is not shown`);
  assert.ok(!/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u.test(text), "a hidden character is in the page");
  assert.ok(HOSTILE.length > 30);
  const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window_, `the page is ${content} wide in a window of ${window_}`);
}

async function empty(page) {
  assert.match(await page.locator("main").innerText(), /No draft/);
  assert.equal(await page.locator("canvas").count(), 0);
}
