// Contexts, feedback, reflect and status on real homes; and what every command prints as JSON passes its schema.
import { expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { outputSchemas } from "../../src/model/schemas-outputs.js";
import type { DoctorOutput, PatternsOutput, StatusOutput } from "../../src/model/outputs.js";
import { hit, Home, HOUR, NOW, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

async function home(): Promise<Home> {
  const made = new Home();
  const deed = { user_intent: "发布Guard v4.7.1", agent_action: "write_file", context: "force push" };
  made.log(
    hit(NOW_MS - 2 * HOUR, "rule_a", "s1", deed),
    hit(NOW_MS - HOUR, "rule_b"),
    hit(NOW_MS - HOUR + 1, "rule_b"),
  );
  await typed(made, "scan");
  return made;
}

test("the contexts, all and of one rule", async () => {
  const made = await home();
  for (const lang of ["en", "zh"])
    await expect((await typed(made, `contexts --lang ${lang}`)).out).toMatchFileSnapshot(`golden/contexts-${lang}.txt`);
  const { contexts } = (await json(made, "contexts --rule rule_a")) as { contexts: object[] };
  expect(contexts).toMatchObject([{ rule_id: "rule_a", risk_type: "irreversible" }]);
  expect((await typed(made, "contexts --rule nothing")).out).toBe(
    'No context of "nothing" is retained. mnemonic contexts shows all.\n',
  );
});

const CLEARED: [line: string, keys: string[] | undefined, left: number, out: string][] = [
  ["contexts clear --yes", undefined, 0, "3 contexts removed\n"],
  ["contexts clear --archive -y", undefined, 0, "3 contexts removed, and the archive with them\n"],
  ["contexts clear", ["y"], 0, "Remove all retained contexts? [y/n] y\n3 contexts removed\n"],
  [
    "contexts clear",
    ["x", "n"],
    3,
    "Remove all retained contexts? [y/n] \nRemove all retained contexts? [y/n] n\nNothing was removed.\n",
  ],
];

test.for(CLEARED)("%s, keys %j", async ([line, keys, left, expected]) => {
  const made = await home();
  const { code, out } = await typed(made, line, keys === undefined ? {} : { keys });
  expect({ code, out }).toEqual({ code: 0, out: expected });
  expect(made.state().context_log).toHaveLength(left);
});

test("a verdict moves the confidence, at 0.3 it holds the drafts back, and a slip in the name is told", async () => {
  const made = await home();
  expect((await typed(made, "feedback rule_b --false-positive")).out).toBe(
    "rule_b: noted as a false positive; confidence 0.70\n",
  );
  for (let i = 0; i < 8; i++) await typed(made, "feedback rule_b --false-positive");
  expect(await json(made, "feedback rule_b --confirmed")).toMatchObject({
    schema: "mnemonic.feedback/1",
    verdict: "confirmed",
    pattern: { pattern: "rule_b", confidence: 0.1 },
  });
  await typed(made, "scan");
  expect((await typed(made, "drafts")).out).toContain("held back");
});

test("a slip of the name in feedback leaves the home as it was", async () => {
  const made = new Home();
  made.log(hit(NOW_MS - 2 * HOUR, "rule_a"), hit(NOW_MS - HOUR, "rule_a"));
  expect(await typed(made, "feedback rule_aa --confirmed")).toMatchObject({
    code: 1,
    err: expect.stringContaining('did you mean "rule_a"?'),
  });
  expect(made.names()).toEqual(["intercept_log.jsonl"]);
  expect(await json(made, "feedback rule_a --confirmed")).toMatchObject({ pattern: { pattern: "rule_a", count: 2 } });
});

test("a verdict on a name that nothing knows is refused, and names like it are told; a rule that was never hit is known", async () => {
  const made = await home();
  made.rule("rule_never_hit");
  const slip = await typed(made, "feedback rule_bb --confirmed");
  expect([slip.code, slip.out]).toEqual([1, ""]);
  expect(slip.err).toContain('nothing is known of "rule_bb"; nothing was noted');
  expect(slip.err).toContain('did you mean "rule_b"');
  const far = await typed(made, "feedback 完全不同的名字 --confirmed --lang zh");
  expect(far.err).toContain("名称见：mnemonic patterns --format csv");
  expect(made.state().pattern_history.map(({ pattern }) => pattern)).not.toContain("rule_bb");
  expect((await typed(made, "feedback rule_never_hit --confirmed")).out).toContain("never hit");
});

test("a rule in a person's own words is a draft as any other", async () => {
  const made = await home();
  const { out } = await typed(made, 'reflect add "交付前必须跑测试" --type gap');
  const [id] = /d_[0-9a-f]{16}/.exec(out)!;
  expect(out).toContain("a person wrote it");
  expect((await typed(made, 'reflect add "交付前必须跑测试"')).out).toContain(id);
  expect((await typed(made, `drafts confirm ${id}`)).code).toBe(0);
  expect(made.lines("errors.jsonl")).toMatchObject([{ draft_id: id, type: "gap", trigger: "user", source: "user" }]);
});

test("reflect scan is scan, and it may be said", async () => {
  const made = await home();
  const { out } = await typed(made, "scan");
  const withoutTimes = (text: string) => text.replace(/\d+\.\d+ ?ms/g, "");
  expect(withoutTimes((await typed(made, "reflect scan")).out)).toBe(withoutTimes(out));
  expect((await typed(made, "say reflect status")).out).toBe((await typed(made, "reflect status")).out);
});

test("status says what is there", async () => {
  const made = await home();
  made.rule("rule_c", { type: "ban" });
  made.write("state.json", { last_solidify_at: "2026-05-06T03:10:00Z", errors_since_solidify: 1 });
  for (const lang of ["en", "zh"]) {
    const { out } = await typed(made, `status --lang ${lang}`);
    const still = out.replaceAll(made.path, "HOME").replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ(?=\n {2}|\n\n)/g, "TIME");
    await expect(still).toMatchFileSnapshot(`golden/status-${lang}.txt`);
  }
  expect(await json(made, "status")).toMatchObject({
    now: NOW,
    queue: { pending_confirm: 1 },
    rules: { total: 1, types: { ban: 1 } },
    solidify: { errors_since_solidify: 1, threshold: 3, due: false },
  });
});

test("the schemas describe the types, by the compiler", () => {
  expectTypeOf<z.infer<typeof outputSchemas.patterns>>().toExtend<PatternsOutput>();
  expectTypeOf<StatusOutput>().toExtend<z.infer<typeof outputSchemas.status>>();
  expectTypeOf<DoctorOutput>().toExtend<z.infer<typeof outputSchemas.doctor>>();
});
