// Hits are found again by their place, whatever form their archive has.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closeArchives, openArchives, type OpenArchive } from "../../src/io/archives.js";
import { readHitTexts } from "../../src/io/evidence.js";
import { prepareArchives } from "../../src/io/prepared-archives.js";
import { tempFolder } from "../io/temp-folder.js";
import { countsOf } from "./counting.js";
import { ENCODINGS, FORMS, FRAMINGS } from "./documents.js";

const RECORDS = Array.from({ length: 40 }, (_, i) =>
  JSON.stringify({
    ts: `2026-05-25T07:00:${String(i).padStart(2, "0")}Z`,
    session_id: `s${i}`,
    rule_id: `r${i % 5}`,
    reason: `keyword match: k${i}\n"[{`,
    context: "x".repeat((i % 8) * 3000),
  }),
);

async function prepared(bytes: Uint8Array): Promise<readonly OpenArchive[]> {
  const file = join(tempFolder(), "a.jsonl");
  writeFileSync(file, bytes);
  const files = [{ path: "a.jsonl", file, role: "intercepts" as const }];
  const { open } = await prepareArchives(openArchives(files), files, []);
  onTestFinished(() => closeArchives(open));
  return open;
}

test.each(FORMS)("%s, %s", async (framing, encoding) => {
  const bytes = ENCODINGS[encoding]!(Buffer.from(FRAMINGS[framing]!(RECORDS)));
  const { patterns } = await countsOf({ "a.jsonl": bytes });
  const places = patterns.flatMap(({ newest }) => newest);
  expect(places).toHaveLength(RECORDS.length);
  const texts = await readHitTexts(await prepared(bytes), places);
  for (const place of places) {
    const i = new Date(place.timeMs).getUTCSeconds();
    expect(texts(place)).toMatchObject({
      session: `s${i}`,
      words: { keywords: [`k${i}`], reason: `keyword match: k${i}\n"[{` },
    });
  }
});

test("an element whose place holds something else by now gives nothing", async () => {
  const text = FRAMINGS["a pretty-printed array"]!(RECORDS);
  const open = await prepared(Buffer.from(text));
  const texts = await readHitTexts(
    open,
    [0, 1, 5, 17, text.length - 2].map((offset) => ({ archive: 0, offset, timeMs: 0 })),
  );
  for (const offset of [1, 17, text.length - 2]) expect(texts({ archive: 0, offset, timeMs: 0 })).toBeUndefined();
});
