// What is said of archives that were named and not read.
import { expect, test } from "vitest";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

function folderWith(names: readonly string[]): { home: Home; folder: string } {
  const home = new Home();
  const line = `${JSON.stringify(hit(NOW_MS - HOUR))}\n`;
  const folder = new Home();
  for (const name of names) folder.write(name, line);
  return { home, folder: folder.path };
}

test("files of a named folder that have no archive's name are counted and named, with what reads them", async () => {
  const others = ["a.log", "b.log", "c.ndjson", "d.log.gz", "e", "f.txt", "g.txt"];
  const { home, folder } = folderWith([...others, "own.jsonl", "errors.jsonl", "old.jsonl.bak", ".hidden.log"]);
  const { out, code } = await typed(home, `scan ${folder}`, { columns: 2000 });
  const named = others.slice(0, 5).map((name) => `${folder}/${name}`);
  expect(code).toBe(0);
  expect(out).toContain(
    `Passed over: 7 files with no archive's name (*.jsonl*, *.json*): ${named.join(", ")}, …. A pattern reads any name: '${folder}/*'\n`,
  );
  expect((await typed(home, `backfill ${folder} --lang zh`, { columns: 2000 })).out).toContain("未读：7 个文件");
  const report = await json(home, `scan ${folder}`);
  expect(report).toMatchObject({ status: "ok", passed_over: { files: 7, paths: named } });
  expect(await json(home, `scan ${folder}/own.jsonl`)).not.toHaveProperty("passed_over");
});

test("folders without any archive are an error, in both languages, for scan and backfill", async () => {
  const { home, folder } = folderWith(["a.log"]);
  for (const verb of ["scan", "backfill"]) {
    const { code, out, err } = await typed(home, `${verb} ${folder}`);
    expect([verb, code, out]).toEqual([verb, 1, ""]);
    expect(err).toBe(
      `mnemonic: "${folder}" holds no archive: no file is named *.jsonl* or *.json*; 1 with other names were passed over\n` +
        "  name files, or a pattern, which reads any name: 'folder/*'\n",
    );
  }
  expect((await typed(home, `scan ${folder} --lang zh`)).err).toContain("另有 1 个其他名称的文件未读");
  expect((await typed(home, `scan ${new Home().path}`)).err).toMatch(/is named \*\.jsonl\* or \*\.json\*\n/);
});

test("where none of the named archives can be read it is told, and is no success", async () => {
  const { home, folder } = folderWith(["own.jsonl"]);
  const { code, out, err } = await typed(home, `scan /dev/null`);
  expect(out).toContain("unreadable");
  expect([code, err]).toEqual([1, expect.stringContaining("none of the named archives could be read")]);
  expect(out).not.toContain("--home");
  expect((await typed(home, `scan /dev/null ${folder}`)).code).toBe(0);
});
