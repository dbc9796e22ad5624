import { expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import { draftSchema, reportSchema } from "../../src/model/schemas.js";
import type { Draft, Report } from "../../src/model/report.js";
import { BACKFILL, EMPTY, ERRORS, SAMPLE } from "./sample-report.js";

test("the schemas describe the types, no member more and none less (by the compiler)", () => {
  expectTypeOf<z.infer<typeof reportSchema>>().toEqualTypeOf<Report>();
  expectTypeOf<z.infer<typeof draftSchema>>().toEqualTypeOf<Draft>();
});

test.for([SAMPLE, EMPTY, ERRORS, BACKFILL])("a report passes and loses nothing", (report) => {
  expect(reportSchema.parse(report)).toEqual(report);
});

const WRONG: [what: string, wrong: unknown][] = [
  ["another schema", { ...SAMPLE, schema: "mnemonic.report/2" }],
  ["a missing member", { ...SAMPLE, drafts: undefined }],
  ["an optional member that is undefined", { ...SAMPLE, waiting: undefined }],
  ["a time without its zone", { ...SAMPLE, now: "2026-05-25T12:00:00" }],
  ["a count that is none", { ...SAMPLE, records: { ...SAMPLE.records, hits: -1 } }],
  ["a reason that is none", { ...SAMPLE, lines: { ...SAMPLE.lines, reasons: { invalid_json: 1 } } }],
  ["a confidence above 1", { ...SAMPLE, drafts: [{ ...SAMPLE.drafts[0], confidence: 70 }] }],
];

test.for(WRONG)("%s does not pass", ([, wrong]) => {
  expect(reportSchema.safeParse(wrong).success).toBe(false);
});

test("times beyond the year 9999 pass, as Date writes them", () => {
  expect(reportSchema.safeParse({ ...SAMPLE, now: new Date(8.64e15).toISOString() }).success).toBe(true);
});
