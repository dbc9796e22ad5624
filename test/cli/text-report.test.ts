import { expect, test } from "vitest";
import stringWidth from "string-width";
import { textReport } from "../../src/cli/text-report.js";
import { paintFor } from "../../src/cli/paint.js";
import type { Report } from "../../src/model/report.js";
import { BACKFILL, EMPTY, ERRORS, SAMPLE } from "./sample-report.js";
import { sinkOf } from "./fake-host.js";
import { viewOf } from "./sample-view.js";

/** What follows the protocol lines, which are never broken. */
function body(text: string): string[] {
  return text.split("\n").slice(2);
}

const LANGUAGES = ["en", "zh"] as const;
const REPORTS: Record<string, Report> = {
  sample: SAMPLE,
  empty: EMPTY,
  errors: ERRORS,
  backfill: BACKFILL,
};

for (const language of LANGUAGES) {
  // Look at a change of these files as a reader would: they are the product.
  test.for([60, 80, 200])(`the text in ${language} at %i columns`, async (columns) => {
    await expect(textReport(SAMPLE, viewOf(columns, language))).toMatchFileSnapshot(
      `golden/sample-${language}-${columns}.txt`,
    );
  });

  test.for(["empty", "errors", "backfill"])(`the text in ${language} of %s`, async (name) => {
    const text = textReport(REPORTS[name]!, viewOf(80, language, { dryRun: true }));
    await expect(text).toMatchFileSnapshot(`golden/${name}-${language}.txt`);
  });

  test(`no line in ${language} is wider than the terminal`, () => {
    for (let columns = 40; columns <= 200; columns += 7) {
      for (const report of Object.values(REPORTS)) {
        const wide = body(textReport(report, viewOf(columns, language))).filter((line) => stringWidth(line) > columns);
        expect(wide, `at ${columns}`).toEqual([]);
      }
    }
  });
}

test("at 20 columns there is still a text", () => {
  expect(textReport(SAMPLE, viewOf(20, "en"))).toContain("why:");
});

test("quiet leaves out what to do next", () => {
  expect(textReport(SAMPLE, viewOf(80, "en", { quiet: true }))).not.toContain("Next:");
  expect(textReport(SAMPLE, viewOf(80, "en"))).toContain("Next:");
});

test("colours change no other byte", () => {
  const paint = paintFor("always", sinkOf(), {});
  const painted = textReport(SAMPLE, viewOf(80, "en", { paint }));
  // eslint-disable-next-line no-control-regex
  expect(painted.replace(/\u001b\[\d+m/g, "")).toBe(textReport(SAMPLE, viewOf(80, "en")));
  expect(painted).toContain("\u001b[1m");
});

test("what found no room in the queue is counted, and no review is promised for it", () => {
  const drafts = Array.from({ length: 9 }, (_, i) => ({ ...SAMPLE.drafts[0]!, draft_id: `d_${i}` }));
  const report = { ...SAMPLE, drafts, new_drafts: ["d_0", "d_1"], waiting: drafts.slice(2).map((one) => one.draft_id) };
  const english = textReport(report, viewOf(200, "en"));
  expect(english).toContain("\n2 entered the queue, waiting for room: 7. Decide some (mnemonic review)");
  expect(english).toContain("+4 more drafts (--format json shows all)");
  expect(textReport(report, viewOf(200, "en", { dryRun: true }))).toContain("2 would enter the queue");
  expect(textReport(report, viewOf(200, "zh"))).toContain("2 个已进入队列，7 个等待空位");
  const { waiting: _waiting, ...roomy } = report;
  expect(textReport(roomy, viewOf(200, "en"))).not.toContain("waiting for room:");
});

test("an archive with a problem is shown however many there are", () => {
  const fine = Array.from({ length: 50 }, (_, i) => ({ path: `${i}.jsonl`, bytes: 1, status: "complete" as const }));
  const archives = [
    ...fine,
    {
      path: "bad.jsonl",
      bytes: 0,
      status: "unreadable" as const,
      code: "permission" as const,
      reason: "permission denied",
    },
  ];
  const text = textReport({ ...SAMPLE, archives }, viewOf(80, "en"));
  expect(text).toContain("bad.jsonl");
  expect(text).toContain("+39 more archives");
});

// Each is a way to say something to the terminal or to the reader that the log's writer has no right to say.
const HOSTILE = {
  ansi: "a\u001b[31mred\u001b]0;title\u0007\u001b[2J",
  c1: "a\u009b31mred\u009d0;title\u009c",
  bidi: "a\u202etxt.exe\u2066b\u2069",
  invisible: "a\u200b\u200d\u2060\ufeff\u00ad\u034f\u115f\u3164\ufe0f\u180eb",
  tags: "a\u{e0049}\u{e0067}\u{e006e}\u{e01ef}b",
  lines: "a\r\n2. forged draft\n\u2028\u2029\u0085\u000b\u000cb\tc",
  surrogates: "a\ud800b\udc00",
  marks: `a${"\u0301".repeat(500)}b`,
  long: "长".repeat(100_000),
  proto: "__proto__",
};

function poisoned(value: unknown, text: string): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, poisoned(member, text)]));
}

/** Every text that comes from outside is `text`; what the program itself writes stays. */
function poisonedReport(text: string): Report {
  const bad = <T>(value: T, ...own: (keyof T)[]) => ({
    ...(poisoned(value, text) as T),
    ...Object.fromEntries(own.map((key) => [key, value[key]])),
  });
  return {
    ...SAMPLE,
    archives: SAMPLE.archives.map((archive) => bad(archive, "status", "code")),
    lines: { ...SAMPLE.lines, samples: SAMPLE.lines.samples.map((sample) => bad(sample, "reason")) },
    patterns: SAMPLE.patterns.map((pattern) => ({
      ...bad(pattern, "trigger"),
      interceptors: { [text]: 1 },
      covered_by: pattern.covered_by === null ? null : bad(pattern.covered_by, "kind"),
    })),
    drafts: SAMPLE.drafts.map((draft) => ({
      ...bad(draft, "trigger", "status"),
      evidence: { ...bad(draft.evidence), interceptors: { [text]: 1 } },
    })) as Report["drafts"],
    warnings: SAMPLE.warnings.map((warning) => bad(warning)),
  };
}

test.for(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])("hostile text can do nothing: %s", (kind) => {
  for (const language of LANGUAGES) {
    const text = textReport(poisonedReport(HOSTILE[kind]), viewOf(80, language));
    // What may stay: newlines that are ours.
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    expect(text).not.toMatch(/^2\. forged/m);
    expect(text).not.toMatch(/\p{M}{5}/u);
    expect(body(text).filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(text.length).toBeLessThan(60_000);
  }
});
