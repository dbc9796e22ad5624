import { appendFileSync, closeSync, openSync, renameSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { changeSince, FINGERPRINT_BYTES, identify, type FileIdentity } from "../../src/io/file-identity.js";
import { tempFolder } from "./temp-folder.js";

interface Opened {
  readonly path: string;
  readonly fd: number;
  readonly identity: FileIdentity;
}

function opened(content: string): Opened {
  const path = join(tempFolder({ file: content }), "file");
  const fd = openSync(path, "r");
  onTestFinished(() => closeSync(fd));
  return { path, fd, identity: identify(fd) };
}

function overwrite(path: string, at: number, text: string): void {
  const fd = openSync(path, "r+");
  writeSync(fd, text, at);
  closeSync(fd);
}

const LARGE = "0123456789abcde\n".repeat(FINGERPRINT_BYTES); // 64 KiB

test.each([
  ["large", LARGE],
  ["tiny", "{}\n"],
  ["empty", ""],
  ["one fingerprint long", LARGE.slice(0, FINGERPRINT_BYTES)],
])("what happens to a file is told by its descriptor: %s", (_name, content) => {
  const { path, fd, identity } = opened(content);
  expect(identity.sizeBytes).toBe(content.length);
  expect(changeSince(fd, identity)).toBe("none");
  appendFileSync(path, "more\n");
  expect(changeSince(fd, identity)).toBe("appended");
  if (content === "") return;
  truncateSync(path, content.length - 1);
  expect(changeSince(fd, identity)).toBe("truncated");
  appendFileSync(path, "another line, longer than what was cut\n");
  expect(changeSince(fd, identity)).toBe("rewritten");
});

test("a byte changed at either end is a rewrite, with a changed size too", () => {
  for (const at of [0, FINGERPRINT_BYTES - 1, LARGE.length - FINGERPRINT_BYTES, LARGE.length - 1]) {
    const { path, fd, identity } = opened(LARGE);
    overwrite(path, at, "X");
    expect(changeSince(fd, identity), `at ${at}`).toBe("rewritten");
    appendFileSync(path, "more\n");
    expect(changeSince(fd, identity), `at ${at}`).toBe("rewritten");
  }
});

test("a file is the same under another name, and another one under its name is not", () => {
  const { path, fd, identity } = opened(LARGE);
  renameSync(path, `${path}.1`);
  writeFileSync(path, LARGE);
  const [renamed, fresh] = [openSync(`${path}.1`, "r"), openSync(path, "r")];
  expect(changeSince(fd, identity)).toBe("none");
  expect(identify(renamed)).toEqual({ ...identity, changedNs: expect.any(String) });
  expect(identify(fresh)).toEqual({
    ...identity,
    modifiedNs: expect.any(String),
    changedNs: expect.any(String),
    inode: expect.not.stringMatching(`^${identity.inode}$`),
  });
  closeSync(renamed);
  closeSync(fresh);
});
