// One log in every form counts the same.
import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/model/options.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scanArchives } from "../../src/scan/scan-archives.js";
import { tempFolder } from "../io/temp-folder.js";
import { countsOf, formless, NOW } from "./counting.js";
import { ENCODINGS, FORMS, FRAMINGS } from "./documents.js";

afterEach(() => vi.unstubAllEnvs());

const text = fc.constantFrom("", "x", '"', "\\", "}", "],[", "\n", "虚构", '{"ts":1}', "a\tb", "é".repeat(40));
const inner: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, -1.5e-7, 0),
  fc.array(fc.record({ records: text }), { maxLength: 2 }),
);
const recordArbitrary = fc
  .record(
    {
      ts: fc.integer({ min: -15 * DAY_MS, max: HOUR_MS }).map((ms) => new Date(NOW + ms).toISOString()),
      session_id: fc.constantFrom("s1", "s2", "s3", 7),
      interceptor: fc.constantFrom("Ban", "Clarify", "UserCorrection"),
      rule_id: fc.constantFrom("r1", "r2", "r\n3"),
      action: fc.constantFrom("block", "false_positive", "retry"),
      context: inner,
      nested: fc.record({ list: fc.array(inner, { maxLength: 3 }) }),
    },
    { requiredKeys: ["ts", "rule_id"] },
  )
  .map((record) => JSON.stringify(record));
// An element that is no object: in every form a reject.
const elementArbitrary = fc.oneof({ weight: 9, arbitrary: recordArbitrary }, fc.constantFrom("7", "null", '"{}"'));
const listArbitrary = fc
  .tuple(recordArbitrary, recordArbitrary, fc.array(elementArbitrary, { maxLength: 12 }))
  .map(([first, second, rest]) => [first, second].concat(rest));

test.each(FORMS)("%s, %s", { timeout: 120_000 }, async (framing, encoding) => {
  await fc.assert(
    fc.asyncProperty(listArbitrary, async (records) => {
      // A scalar that touches the next one would be another scalar.
      fc.pre(!/without|touch/.test(framing) || !records.some((record) => !record.startsWith("{")));
      const lines = await countsOf({ "a.jsonl": Buffer.from(FRAMINGS["JSON Lines"]!(records)) });
      const form = await countsOf({ "a.jsonl": ENCODINGS[encoding]!(Buffer.from(FRAMINGS[framing]!(records))) });
      expect(formless(form)).toEqual(formless(lines));
    }),
    { numRuns: encoding === "plain" ? 10 : 1 },
  );
});

test("without the system's commands the packages give the same", { timeout: 120_000 }, async () => {
  const { zstd, xz, bzip2 } = ENCODINGS;
  // Well beyond a block, and the window of a compressor.
  const records = Array.from({ length: 15_000 }, (_, i) =>
    JSON.stringify({
      ts: new Date(NOW - i * 977).toISOString(),
      rule_id: `r${i % 91}`,
      session_id: `s${(i * 7919) % 1013}`,
      context: `${Math.sin(i)}`,
    }),
  );
  const bytes = Buffer.from(FRAMINGS["JSON Lines"]!(records));
  const lines = formless(await countsOf({ "a.jsonl": bytes }));
  for (const encode of [zstd, xz, bzip2]) {
    if (encode === undefined) continue;
    const encoded = encode(bytes);
    vi.stubEnv("PATH", "");
    expect(formless(await countsOf({ "a.jsonl": encoded }))).toEqual(lines);
    vi.unstubAllEnvs();
  }
});

test("archives of all forms together: the same for any number of threads", { timeout: 120_000 }, async () => {
  const records = Array.from({ length: 2000 }, (_, i) =>
    JSON.stringify({
      ts: new Date(NOW - ((i * 7919) % 1000) * HOUR_MS).toISOString(),
      rule_id: `r${i % 9}`,
      session_id: `s${i % 31}`,
      ...(i % 13 === 0 ? { action: "false_positive" } : {}),
    }),
  );
  const folder = tempFolder();
  const share = Math.ceil(records.length / FORMS.length);
  FORMS.forEach(([framing, encoding], i) => {
    const some = records.slice(i * share, (i + 1) * share);
    if (some.length === 0) return;
    const content = `${FRAMINGS[framing]!(some)}${framing === "JSON Lines" ? '{"cut' : ""}`;
    writeFileSync(join(folder, `${i}.json`), ENCODINGS[encoding]!(Buffer.from(content)));
  });
  const [one, ...others] = await Promise.all(
    [1, 3].map((threads) => scanArchives({ archives: [folder], now: NOW, threads })),
  );
  expect(one!.lines.accepted).toBe(records.length);
  for (const other of others) expect(other).toEqual(one);
});
