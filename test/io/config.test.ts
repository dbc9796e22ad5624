import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../src/io/config.js";
import { DEFAULT_THRESHOLDS } from "../../src/model/options.js";
import { tempFolder } from "./temp-folder.js";

const configOf = (text: string | Uint8Array): ReturnType<typeof readConfig> =>
  readConfig(tempFolder({ "config.json": text }));
const DEFAULTS = { thresholds: DEFAULT_THRESHOLDS, reading: {}, warnings: [] };

test("without a config the defaults hold, and nothing is said", () => {
  expect(readConfig(tempFolder())).toEqual(DEFAULTS);
  expect(configOf("{}")).toEqual(DEFAULTS);
  expect(configOf('{"theirs":[1],"mnemonic":{"unknown":true,"start_confidence":{"else":"x"}},"__proto__":7}')).toEqual(
    DEFAULTS,
  );
});

test("every value that may be set is taken", () => {
  const start = { same_session: 0.75, cross_session_7d: 0.55, cross_session_14d: 0, revival: 1, errors: 0.51 };
  const text = JSON.stringify({
    auto_solidify_threshold: 4,
    mnemonic: {
      same_session_hits: 3,
      d7_hits: 4,
      d14_hits: 5,
      errors_hits: 6,
      start_confidence: start,
      hold_below: 0.2,
      resume_above: 0.6,
      max_memory_mib: 512,
    },
  });
  const maxMemoryBytes = 512 * 2 ** 20;
  const thresholds = {
    sameSessionHits: 3,
    d7Hits: 4,
    d14Hits: 5,
    errorsHits: 6,
    startConfidence: start,
    holdBelow: 0.2,
    resumeAbove: 0.6,
    autoSolidifyThreshold: 4,
  };
  const expected = { thresholds, reading: {}, maxMemoryBytes, warnings: [] };
  expect(configOf(text)).toEqual(expected);
  expect(configOf(`\ufeff${text.replaceAll(",", ",\r\n")}`)).toEqual(expected);
});

const COUNTS = [
  "mnemonic.same_session_hits",
  "mnemonic.d7_hits",
  "mnemonic.d14_hits",
  "mnemonic.errors_hits",
  "auto_solidify_threshold",
  "mnemonic.max_memory_mib",
];
const SHARES = [
  "mnemonic.hold_below",
  "mnemonic.resume_above",
  ...["same_session", "cross_session_7d", "cross_session_14d", "revival", "errors"].map(
    (name) => `mnemonic.start_confidence.${name}`,
  ),
];
const BAD_COUNTS = ["0", "-1", "1.5", "1e400", '"3"', "null", "true", "[2]", "{}", "9007199254740992"];
const BAD_SHARES = ["-0.01", "1.01", "1e400", '"0.5"', "null", "false", "[]", "{}"];

const textOf = (name: string, value: string): string =>
  name.split(".").reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, value);

test.each([
  ...COUNTS.flatMap((name) => BAD_COUNTS.map((value) => [name, value] as const)),
  ...SHARES.flatMap((name) => BAD_SHARES.map((value) => [name, value] as const)),
  ...['"x"', "7", "null", "[]", "true"].flatMap(
    (value) =>
      [
        ["mnemonic", value],
        ["mnemonic.start_confidence", value],
      ] as const,
  ),
])("a bad value is one warning that names it, and the default holds: %s = %s", (name, value) => {
  const { thresholds, warnings } = configOf(textOf(name, value));
  expect(thresholds).toEqual(DEFAULT_THRESHOLDS);
  expect(warnings).toHaveLength(1);
  expect(warnings).toMatchObject([
    {
      code: "config_invalid",
      path: "config.json",
      message: expect.stringContaining(`${name} should be`),
      reasons: [{ params: { name } }],
    },
  ]);
});

test("one bad value leaves the good ones", () => {
  const { thresholds, warnings } = configOf('{"mnemonic":{"d7_hits":0,"d14_hits":9,"hold_below":2}}');
  expect(thresholds).toEqual({ ...DEFAULT_THRESHOLDS, d14Hits: 9 });
  expect(warnings.map(({ message }) => message)).toEqual([
    "mnemonic.d7_hits should be a whole number of at least 1; 2 holds",
    "mnemonic.hold_below should be a number from 0 to 1; 0.3 holds",
  ]);
});

test.each([
  ["", "config.json is not valid JSON; the defaults hold"],
  ["{", "config.json is not valid JSON; the defaults hold"],
  ["{'secret':'sk-123'}", "config.json is not valid JSON; the defaults hold"],
  ["[]", "config.json should be an object; the defaults hold"],
  ["null", "config.json should be an object; the defaults hold"],
])("a file that holds no object is a warning that does not quote it: %j", (text, message) => {
  const warnings = [expect.objectContaining({ code: "config_invalid", path: "config.json", message })];
  expect(configOf(text)).toEqual({ ...DEFAULTS, warnings });
});

test("a folder in its place is a warning", () => {
  const home = tempFolder();
  mkdirSync(join(home, "config.json"));
  expect(readConfig(home).warnings[0]?.message).toBe("config.json can't be read (it is a folder); the defaults hold");
});

test.skipIf(process.platform === "win32")("a pipe in its place made the scan wait for ever", () => {
  const home = tempFolder();
  execFileSync("mkfifo", [join(home, "config.json")]);
  expect(readConfig(home).thresholds).toEqual(DEFAULT_THRESHOLDS);
  expect(readConfig(home).warnings).toHaveLength(1);
});

test.each([
  ['{"tz":"Asia/Shanghai","map":"ecs,rule_id=.id"}', { tz: "Asia/Shanghai", map: "ecs,rule_id=.id" }],
  [
    '{"map":{"preset":"docker","ts":"@timestamp","rule_id":".a|.\\"b.c\\""}}',
    { map: 'docker,ts=@timestamp,rule_id=.a|."b.c"' },
  ],
])("how records are read: %s", (mnemonic, reading) => {
  expect(configOf(`{"mnemonic":${mnemonic}}`)).toMatchObject({ reading, warnings: [] });
});

test.each([
  '{"tz":"Nowhere"}',
  '{"tz":8}',
  '{"map":"x"}',
  '{"map":{"ts":1}}',
  '{"map":[]}',
  '{"map":{"preset":"none"}}',
])("what can't be read so is a warning: %s", (mnemonic) => {
  expect(configOf(`{"mnemonic":${mnemonic}}`)).toMatchObject({ reading: {}, warnings: [{ code: "config_invalid" }] });
});
