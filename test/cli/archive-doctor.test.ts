// `doctor ARCHIVE`: what is understood, and which map is proposed; the proposal is then scanned with.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { lookAtArchives } from "../../src/scan/archive-diagnosis.js";
import { parsePath, type FieldPath } from "../../src/core/line/field-path.js";
import { mapTextOf, proposeMap } from "../../src/core/line/map-proposal.js";
import { scanArchives } from "../../src/index.js";
import { outputSchemas } from "../../src/model/schemas-outputs.js";
import type { LookedArchive } from "../../src/model/outputs.js";
import { tempFolder, type Files } from "../io/temp-folder.js";
import type { Home } from "../memory/home.js";
import { typed } from "./real-host.js";

const NOW = "2026-05-25T12:00:00Z";
const AT = "2026-05-25T11:00:00.000Z";

const lines = (...records: unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

async function looked(files: Files): Promise<{ folder: string; archives: readonly LookedArchive[] }> {
  const folder = tempFolder(files);
  const output = await lookAtArchives(folder, [folder], { now: NOW });
  expect(outputSchemas.archives.parse(output)).toEqual(output);
  return { folder, archives: output.archives };
}

test("what is understood of any form, and of what can't be read why", async () => {
  const own = { ts: AT, rule_id: "r", session_id: "s", interceptor: "Ban" };
  const { archives } = await looked({
    "a.jsonl": `${lines(own, { ...own, ts: undefined }, { ...own, rule_id: "" }, { summary: 1 })}oops\n`,
    "b.json": JSON.stringify([own, own]),
    "c.jsonl.gz": gzipSync(JSON.stringify({ records: [own] })),
    "d.json.zip": Buffer.from("PK\u0003\u0004zip"),
    "e.jsonl": "",
  });
  const file = (i: number) => archives.find(({ path }) => path.includes(`/${"abcde"[i]}.`));
  expect(file(0)).toMatchObject({
    encoding: "plain",
    framing: "lines",
    records: 4,
    rejected: 1,
    whole: true,
    kinds: { hits: 3, unattributed: 1, undated: 1, sessionless: 0, others: 1 },
    first: AT,
    last: AT,
    map: null,
  });
  expect(file(0)?.fields[0]).toEqual({ name: "rule_id", records: 3 });
  expect(file(1)).toMatchObject({ framing: "values", records: 2, map: null });
  expect(file(2)).toMatchObject({ encoding: "gzip", framing: "records", records: 1 });
  expect(file(3)).toMatchObject({ status: "unsupported", code: "unread_form", records: 0, fields: [] });
  expect(file(4)).toMatchObject({ status: "complete", records: 0, first: null, map: null });
});

const FOREIGN: Record<string, unknown> = {
  nested: { "@timestamp": AT, policy: { id: "p1" }, trace: { session: "s1" }, guard: "Ban", msg: "m" },
  dotted: { "@timestamp": AT, "rule.id": "p1", "session.id": "s1", "event.module": "Ban" },
  camel: { createdAt: 1_779_706_800, ruleId: "p1", sessionId: "s1", detector: "Ban", id: "no" },
  docker: { log: `${JSON.stringify({ rule_id: "p1", sessionId: "s1", interceptor: "Ban" })}\n`, time: AT },
  otlp: {
    timeUnixNano: "1779706800000000000",
    attributes: [
      { key: "rule.id", value: { stringValue: "p1" } },
      { key: "session.id", value: { stringValue: "s1" } },
      { key: "guard", value: { stringValue: "Ban" } },
    ],
  },
};

test.each(Object.keys(FOREIGN))("a map is proposed by which records are ours: %s", async (name) => {
  const { folder, archives } = await looked({ "a.jsonl": lines(FOREIGN[name], FOREIGN[name]) });
  const map = archives[0]?.map;
  expect(map).toBeTypeOf("string");
  const { patterns } = await scanArchives({ archives: [folder], now: NOW, map: map! });
  expect(patterns).toMatchObject([{ kind: 0, key: "p1", d7: 2, sessions: 1, sameSessionD7: 2 }]);
  expect([...patterns[0]!.interceptors.keys()]).toEqual(["Ban"]);
  // With the map that is set already there is nothing more to propose.
  expect((await lookAtArchives(folder, [folder], { now: NOW, map: map! })).archives[0]?.map).toBeNull();
});

test("records that are fine, and names that could do something in a shell, give no proposal", () => {
  const fine = { timestamp: AT, rule_id: "r", session_id: "s", interceptor: "Ban", action: "a", reason: "b" };
  expect(mapTextOf(proposeMap([{ ...fine, time: AT, rule: { id: "x" } }]))).toBe("");
  for (const outer of ["'; rm -rf ~; '", "$(id)", "`id`", "a b", "x".repeat(65), "\u001b[31m", "a\nb"])
    expect(mapTextOf(proposeMap([{ [outer]: { rule: { id: "x" }, session: "y" } }]))).toBe("");
  expect(mapTextOf(proposeMap([{ time: "soon", session: "", rule: 5, when: true }]))).toBe("rule_id=rule");
  expect(parsePath("rule") as FieldPath).toEqual(["rule"]);
});

test("of a folder without archives, and of what holds no record, it says what would be one", async () => {
  const home = { path: tempFolder({ "intercept_log.jsonl": "" }) } as Home;
  const folder = tempFolder({ "notes.txt": "x" });
  expect((await typed(home, `doctor ${folder} --lang en`)).out).toContain("no archive was found");
  const binary = join(tempFolder({ "a.json": Buffer.from([7, 0, 255, 10, 3, 10]) }), "a.json");
  expect((await typed(home, `doctor ${binary} --lang zh`)).out).toContain("没有任何记录");
});

test.each(["en", "zh"] as const)("of what nothing can come of it says why: %s", async (language) => {
  const home = { path: tempFolder({ "intercept_log.jsonl": "" }) } as Home;
  const folder = tempFolder({
    "blank.jsonl": "\n\n",
    "empty.jsonl.gz": gzipSync(""),
    "list.json": JSON.stringify({ meta: 1, items: [{ rule_id: "r" }] }),
    "other.jsonl": lines({ what: "x" }, { what: "y" }),
    "table.jsonl.gz": gzipSync("a,b\n1,2\n"),
  });
  const { out } = await typed(home, `doctor ${folder} --lang ${language}`, { columns: 80 });
  await expect(out.replaceAll(folder, "FOLDER")).toMatchFileSnapshot(`golden/doctor-nothing-${language}.txt`);
});

test.each(["en", "zh"] as const)("the command says it, with a line to copy: %s", async (language) => {
  const home = { path: tempFolder({ "intercept_log.jsonl": "" }) } as Home;
  const folder = tempFolder({ "a.jsonl": lines(FOREIGN["nested"]), "b.zip.json": Buffer.from("PK\u0003\u0004zip") });
  const { code, out } = await typed(home, `doctor ${folder} --lang ${language}`, { columns: 200 });
  expect(code).toBe(0);
  const text = out.replaceAll(folder, "FOLDER");
  expect(text).toContain(
    "--map 'ts=@timestamp,session_id=trace.session,rule_id=policy.id,interceptor=guard,reason=msg'",
  );
  await expect(text).toMatchFileSnapshot(`golden/doctor-archive-${language}.txt`);
});
