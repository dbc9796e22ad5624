// What a zstd frame says of itself and the package passes over.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { packagedZstd } from "../../src/io/packaged-decoders.js";
import { countsOf } from "./counting.js";
import { COMPRESSIONS } from "./documents.js";

const LINE = '{"ts":"2026-05-25T07:00:00Z","rule_id":"r1"}\n';
/** A frame of one raw block: whether it is the last is in its header. */
function frameOf(content: Buffer, descriptor: number, fields: readonly number[]): Buffer {
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, ...fields]), block, content]);
}

const line = Buffer.from(LINE);
const plain = frameOf(line, 0x20, [line.length]);
const skippable = Buffer.concat([Buffer.from([0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0]), Buffer.from("notes")]);

async function decoded(bytes: Uint8Array, pieceBytes = bytes.length): Promise<Buffer> {
  const pieces = (function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packagedZstd(ReadableStream.from<Uint8Array>(pieces))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("frames of all kinds one after another, in whatever pieces", async () => {
  const sized = frameOf(Buffer.alloc(300, 0x20), 0x60, [44, 0]);
  const bytes = Buffer.concat([skippable, plain, skippable, sized, plain]);
  const whole = `${LINE}${" ".repeat(300)}${LINE}`;
  for (let piece = 1; piece < 20; piece++) expect((await decoded(bytes, piece)).toString()).toBe(whole);
});

test.skipIf(COMPRESSIONS["zstd"] === undefined)(
  "a checksum that is another's is noticed, whatever the content",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (content) => {
        const frame = COMPRESSIONS["zstd"]!(Buffer.from(content));
        expect(await decoded(frame)).toEqual(Buffer.from(content));
        frame[frame.length - 1]! ^= 1;
        await expect(decoded(frame)).rejects.toThrow("checksum");
      }),
      { numRuns: 20 },
    );
  },
);

test("a frame that wants a dictionary is named: alone as unsupported, behind others as damage", async () => {
  const wanting = frameOf(line, 0x21, [77, line.length]);
  const { archives, lines } = await countsOf({ "a.jsonl": wanting, "b.jsonl": Buffer.concat([plain, wanting]) });
  expect(archives.find(({ path }) => path.endsWith("a.jsonl"))).toMatchObject({
    status: "unsupported",
    reason: expect.stringContaining("zstd dictionary"),
  });
  expect(archives.find(({ path }) => path.endsWith("b.jsonl"))).toMatchObject({
    status: "partial",
    code: "data_damaged",
  });
  expect(lines.accepted).toBe(1);
  await expect(decoded(Buffer.concat([plain, wanting]))).rejects.toThrow("dictionary 77");
});

test("a window that this machine has no memory for is refused before it is made", async () => {
  await expect(decoded(frameOf(line, 0, [0x88 + 0x20]))).rejects.toThrow("MiB of memory");
});

test.skipIf(COMPRESSIONS["xz"] === undefined)(
  "xz archives that begin alike are compared without the command too",
  async () => {
    const [xz, bytes] = [COMPRESSIONS["xz"]!, Buffer.from(LINE.repeat(9000))];
    const [path, longer] = [process.env["PATH"], Buffer.concat([bytes, line])];
    const files = {
      "a.xz": xz(bytes),
      "b.xz": xz(longer),
      "c.xz": xz(xz(Buffer.concat([bytes, Buffer.from("{}\n")]))),
    };
    process.env["PATH"] = "";
    try {
      const { archives } = await countsOf(files);
      expect(archives.map(({ status }) => status).toSorted()).toEqual(["complete", "complete", "duplicate"]);
    } finally {
      process.env["PATH"] = path;
    }
  },
);
