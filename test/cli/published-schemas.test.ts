// The JSON Schemas in schemas/: that they are current, and that what every command prints is as they say.
import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { schemaFiles } from "../../fixtures/make-schemas.js";
import { outputSchemas } from "../../src/model/schemas-outputs.js";
import { reportSchema } from "../../src/model/schemas.js";
import { hit, Home, HOUR, NOW_MS, type Json } from "../memory/home.js";
import { json, typed } from "./real-host.js";

const folder = new URL("../../schemas/", import.meta.url);

test("the files are what the zod schemas make (else: npm run schemas)", () => {
  const found = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const);
  expect(new Map(found)).toEqual(schemaFiles());
});

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
const validators = new Map(
  [...schemaFiles()].map(([file, text]) => {
    const schema = JSON.parse(text) as { $id: string };
    return [file.replace(".json", ""), ajv.compile(schema)] as const;
  }),
);

/** What is wrong with an output, by its published schema. */
function problems(name: string, output: unknown): unknown {
  const validate = validators.get(name)!;
  return validate(output) ? [] : validate.errors;
}

async function sampleHome(): Promise<Home> {
  const home = new Home();
  home.rule("rule_d", { level: "monitor" }, "unknown");
  for (const rule of ["rule_a", "rule_b", "rule_c"]) home.log(hit(NOW_MS - 2 * HOUR, rule), hit(NOW_MS - HOUR, rule));
  home.log(hit(NOW_MS - HOUR, "rule_d", "s9"), hit(NOW_MS - HOUR, "rule_e", "s9", { ts: "?" }));
  home.write("config.json", { mnemonic: { threads: "x", d7_hits: 0 } });
  await typed(home, "scan");
  return home;
}

test("what every command prints is as its schema says, and zod loses nothing of it", async () => {
  const home = await sampleHome();
  const { drafts } = (await json(home, "drafts")) as { drafts: { draft_id: string }[] };
  const [first, second] = drafts.map(({ draft_id }) => draft_id);
  const lines = [
    ["report", "scan"],
    ["report", `backfill ${home.path}`],
    ["patterns", "patterns"],
    ["datasource", "datasource"],
    ["questions", "review"],
    ["reviewed", "review --answers -"],
    ["explain", "explain rule_d"],
    ["explain", `explain ${first}`],
    ["decision", `drafts confirm ${first}`],
    ["decision", `drafts reject ${second} --for-good`],
    ["explain", `explain ${second}`],
    ["decision", `drafts reopen ${second}`],
    ["draft", `drafts show ${first}`],
    ["draft", "reflect add rule"],
    ["drafts", "drafts"],
    ["drafts", "say !solidify"],
    ["contexts", "contexts"],
    ["feedback", "feedback rule_b --confirmed"],
    ["cleared", "contexts clear --yes"],
    ["reflect", "reflect status"],
    ["status", "status"],
    ["doctor", "doctor"],
    ["archives", `doctor ${home.path}/intercept_log.jsonl`],
    ["page", `report --html ${home.file("out.html")}`],
    ["cache", "cache status"],
    ["cache-cleared", "cache clear"],
    ["config", "config"],
    ["completion", "completion bash"],
    ["schemas", "schema"],
  ] as const;
  const schemas = { ...outputSchemas, report: reportSchema };
  for (const [name, line] of lines) {
    const output = await json(home, line, '{"answers":[]}');
    expect(output["schema"], line).toBe(`mnemonic.${name}/1`);
    expect(problems(name, output), line).toEqual([]);
    expect(schemas[name].parse(output), line).toEqual(output);
  }
  const { out } = await typed(home, "scan --format ndjson");
  for (const line of out.trimEnd().split("\n")) expect(problems("report-line", JSON.parse(line))).toEqual([]);
  // Every one that is published was looked at.
  const looked = new Set<string>([...lines.map(([name]) => name), "report-line", "answers"]);
  expect([...validators.keys()].filter((name) => !looked.has(name))).toEqual([]);
});

test("what is not as it should be does not pass", async () => {
  const home = await sampleHome();
  const report = await json(home, "scan");
  const wrong: [string, Json][] = [
    ["another version", { ...report, schema: "mnemonic.report/2" }],
    ["a member that is missing", { ...report, drafts: undefined }],
    ["a count that is none", { ...report, records: { ...(report["records"] as Json), hits: -1 } }],
    ["a time without its zone", { ...report, now: "2026-05-25T12:00:00" }],
  ];
  for (const [what, output] of wrong)
    expect(problems("report", JSON.parse(JSON.stringify(output))), what).not.toEqual([]);
  // Members that a later version adds are no problem.
  expect(problems("report", { ...report, more: 1 })).toEqual([]);
});

test("the command shows a schema, by its name or by what a result calls it, and lists them", async () => {
  const home = new Home();
  const { out } = await typed(home, "schema report");
  expect(out).toBe(readFileSync(new URL("report.json", folder), "utf8"));
  expect((await typed(home, "schema mnemonic.report/1 --format json")).out).toBe(
    `${JSON.stringify(JSON.parse(out))}\n`,
  );
  const { schemas } = (await json(home, "schema")) as { schemas: { name: string }[] };
  expect(schemas.map(({ name }) => name)).toEqual([...validators.keys()].toSorted());
  const { code, err } = await typed(home, "schema reprot");
  expect([code, err]).toEqual([2, expect.stringContaining('there is no schema "reprot" (did you mean report?)')]);
  for (const lang of ["en", "zh"])
    await expect((await typed(home, `schema --lang ${lang}`, { columns: 80 })).out).toMatchFileSnapshot(
      `golden/schema-${lang}.txt`,
    );
});
