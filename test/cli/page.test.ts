// The page of `report --html` without a browser: what it says, its policy, its size, and that texts stay texts.
// test/browser/check.mjs opens it in one.
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bucketsOf, dayText, summed } from "../../src/cli/html/client/buckets.js";
import { found, searchText, type Order } from "../../src/cli/html/client/pattern-order.js";
import { embeddedJson } from "../../src/cli/html/embedded-json.js";
import { LIMITS, MOST_PAGE_BYTES, type PageData } from "../../src/cli/html/page-data.js";
import { pageDataOf } from "../../src/cli/html/page-parts.js";
import { withPageTexts } from "../../src/cli/html/page-texts.js";
import { PAGE_START, renderPage } from "../../src/cli/html/page.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import type { ActivityReport, Report } from "../../src/model/report.js";
import { SAMPLE } from "./sample-report.js";

const [rule] = SAMPLE.patterns;
const ACTIVITY: ActivityReport = {
  from: "2026-05-24",
  to: "2026-05-25",
  earlier: 7,
  patterns: [
    { pattern: rule!.pattern, rule_id: rule!.rule_id ?? null, days: [1, 2] },
    { pattern: "never in a session that is shown", rule_id: null, days: [0, 1] },
  ],
  others: [3, 0],
  sessions: [{ session_id: "s1", hits: [2, 0], others: 1 }],
  elsewhere: { hits: [1, 1], others: 2 },
};
const REPORT: Report = { ...SAMPLE, activity: ACTIVITY };

test.for(["en", "zh"] as const)("what the page shows (%s)", async (language) => {
  const { texts: _texts, ...data } = pageDataOf(REPORT, withPageTexts(textsOf(language)));
  await expect(`${JSON.stringify(data, null, 2)}\n`).toMatchFileSnapshot(`golden/page-${language}.txt`);
});

const page = renderPage(REPORT, textsOf("en"), "1.2.3");
const block = (html: string, start: string, end: string): string =>
  html.slice(html.indexOf(start) + start.length, html.indexOf(end, html.indexOf(start)));

test("its policy allows its own style and script, by hash, and nothing else", () => {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(block(page, 'Content-Security-Policy" content="', '">').split("; ")).toEqual([
    "default-src 'none'",
    `style-src ${hash(block(page, "<style>", "</style>"))}`,
    `script-src ${hash(block(page, "<script>", "</script>"))}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(page.startsWith(PAGE_START)).toBe(true);
  expect(page).toContain("Leon Sorokin");
});

const dataOf = (html: string): PageData =>
  JSON.parse(block(html, '<script type="application/json" id="data">', "</script>")) as PageData;

test("its data is what was put in", () => {
  expect(dataOf(page)).toEqual(pageDataOf(REPORT, withPageTexts(textsOf("en"))));
});

test("no text ends the block that holds it, and all come out as they were", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(
        fc.constantFrom("</script>", "<!--", "<", ">", "&", "\u2028", "\u2029", "\0", "\ud800", '"', "\\", "`", "${"),
        {
          size: "small",
        },
      )
      .map((parts) => parts.join("")),
  );
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      texts,
      fc.double({ noNaN: true }),
      fc.dictionary(texts, tie("value")),
      fc.array(tie("value")),
    ),
  })).value;
  fc.assert(
    fc.property(values, (value) => {
      const json = embeddedJson(value);
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(json).toBe(embeddedJson(JSON.parse(json)));
      expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(value));
    }),
  );
});

test("however much a report holds, the page is bounded, and says what it leaves out", () => {
  const long = "漢".repeat(5000);
  const [draft] = SAMPLE.drafts;
  const place = { path: long, offset: Number.MAX_SAFE_INTEGER, ts: SAMPLE.now, session_id: long };
  const many = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);
  const names = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}${long}`, 1e9]));
  const pattern = { ...rule!, pattern: long, rule_id: long, label: long, interceptors: names };
  const evidence = { ...draft!.evidence, interceptors: names, newest: many(5, place) };
  const match = { exact: many(50, long), semantic: long };
  const days = many(3660, 123_456);
  const report: Report = {
    ...REPORT,
    archives: many(600, { path: long, bytes: 1, status: "partial", reason: long }),
    patterns: many(LIMITS.patterns + 7, { ...pattern, covered_by: { kind: "rule", id: long } }),
    drafts: many(LIMITS.drafts + 3, { ...draft!, rule: long, match, evidence, rule_id: long, unsafe: many(9, long) }),
    warnings: many(LIMITS.warnings + 1, { code: "x", path: `/${long}`, message: `"${long}` }),
    activity: {
      ...ACTIVITY,
      patterns: many(LIMITS.series + 1, { pattern: long, days }),
      others: days,
      sessions: many(40, { session_id: long, hits: many(40, 1e9), others: 1 }),
      elsewhere: { hits: many(40, 1e9), others: 1 },
    },
  };
  const html = renderPage(report, textsOf("zh"), "1.2.3");
  expect(Buffer.byteLength(html)).toBeLessThan(MOST_PAGE_BYTES);
  expect(dataOf(html).left).toMatchObject({ patterns: 7, drafts: 3, archives: 100, warnings: 1 });
});

test("bars end with the last day, and none of the hits is lost", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { minLength: 1, maxLength: 1200 }),
      fc.constantFrom(30, 90, 365, Infinity),
      (days, range) => {
        const buckets = bucketsOf("2024-02-28", days.length, range);
        const bars = summed(days, buckets);
        const shown = days.slice(-Math.min(range, days.length));
        expect(bars.reduce((a, b) => a + b, 0)).toBe(shown.reduce((a, b) => a + b, 0));
        expect(bars.length).toBeLessThanOrEqual(Math.max(130, Math.ceil(shown.length / buckets.width)));
        expect(buckets.startsMs).toHaveLength(bars.length);
        expect(buckets.edges.at(-1)).toBe(days.length);
      },
    ),
  );
  expect(dayText(bucketsOf("2024-02-28", 3, 30).startsMs[2]!)).toBe("2024-03-01");
});

test("the table is searched by words, filtered and sorted", () => {
  const [first] = dataOf(page).patterns;
  const row = (name: string, d7: number, action: string) => ({
    ...first!,
    name,
    label: "",
    interceptors: "",
    d7,
    action,
  });
  const rows = [row("rule_b 虚构", 1, "watch"), row("rule_a", 3, "watch"), row("other", 3, "monitor")];
  const names = (search: string, action: string, order: Order): string[] =>
    found(rows, rows.map(searchText), search, action, order).map(({ name }) => name);
  expect(names("", "", { isAscending: false })).toEqual(["rule_b 虚构", "rule_a", "other"]);
  expect(names("RULE 虚", "", { isAscending: false })).toEqual(["rule_b 虚构"]);
  expect(names("", "watch", { key: "d7", isAscending: false })).toEqual(["rule_a", "rule_b 虚构"]);
  expect(names("", "", { key: "d7", isAscending: false })).toEqual(["rule_a", "other", "rule_b 虚构"]);
  expect(names("", "", { key: "name", isAscending: true })).toEqual(["other", "rule_a", "rule_b 虚构"]);
  expect(names(".*", "", { isAscending: true })).toEqual([]);
});
