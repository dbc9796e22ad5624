// What is small is decoded without a command, which has the last word on damage.
import { expect, test } from "vitest";
import { DamagedData, type Decoder } from "../../src/io/decoding.js";
import { smallOrNot } from "../../src/io/small-input.js";

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

/** Gives back what it gets; a `!` is damage, and what comes before it is good. */
async function* untilDamage(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) {
    const at = chunk.indexOf(0x21);
    yield at < 0 ? chunk : chunk.subarray(0, at);
    if (at >= 0) throw new DamagedData("damaged", "test", "by the package");
  }
}

async function decoded(bytes: Uint8Array, packaged: Decoder, isThere: boolean) {
  const started: number[] = [];
  const command = async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    started.push(0);
    for await (const chunk of input) yield chunk;
  };
  const chunks: Uint8Array[] = [];
  let damage: unknown;
  try {
    const input = inChunks(bytes);
    for await (const chunk of smallOrNot(
      input,
      () => inChunks(bytes),
      packaged,
      () => (isThere ? command : undefined),
    ))
      chunks.push(chunk);
  } catch (error) {
    damage = (error as Error).message;
  }
  return { text: Buffer.concat(chunks).toString(), started: started.length, damage };
}

test("what is small and whole starts no command", async () => {
  const text = "x".repeat(60_000);
  expect(await decoded(Buffer.from(text), untilDamage, true)).toEqual({ text, started: 0, damage: undefined });
});

test("what is large is the command's, and all of it; without one the package's", async () => {
  const text = "x".repeat(70_000);
  expect(await decoded(Buffer.from(text), untilDamage, true)).toEqual({ text, started: 1, damage: undefined });
  expect(await decoded(Buffer.from(text), untilDamage, false)).toEqual({ text, started: 0, damage: undefined });
});

test("what the package can't read is left to the command, and nothing comes twice", async () => {
  const text = `${"x".repeat(2500)}!${"y".repeat(2500)}`;
  expect(await decoded(Buffer.from(text), untilDamage, true)).toEqual({ text, started: 1, damage: undefined });
  const [good] = text.split("!");
  expect(await decoded(Buffer.from(text), untilDamage, false)).toEqual({
    text: good,
    started: 0,
    damage: "by the package",
  });
});
