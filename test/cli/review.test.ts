// The walk through the queue, key by key.
import { expect, test } from "vitest";
import { editText } from "../../src/cli/editor.js";
import type { QueueEntry, QueuedDraft } from "../../src/model/state.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

async function homeWithDrafts(): Promise<Home> {
  const home = new Home();
  for (const rule of ["rule_a", "rule_b", "rule_c"]) home.log(hit(NOW_MS - 2 * HOUR, rule), hit(NOW_MS - HOUR, rule));
  await typed(home, "scan");
  return home;
}

/** What became of the drafts of rule_a, rule_b, rule_c. */
async function statuses(home: Home): Promise<string[]> {
  const { drafts } = (await json(home, "drafts")) as unknown as { drafts: QueueEntry[] };
  const byName = new Map(drafts.map((entry) => [entry.pattern, entry]));
  return ["rule_a", "rule_b", "rule_c"].map((name) => {
    const entry = byName.get(name) as QueueEntry & { for_good?: boolean };
    return entry.for_good === true ? `${entry.status} for good` : entry.status;
  });
}

const PENDING = ["pending_confirm", "pending_confirm", "pending_confirm"];

test("each draft gets its answer, and all are sent at the end", async () => {
  const home = await homeWithDrafts();
  const { code, out, err } = await typed(home, "review", { keys: ["c", "r", "g", "y"], columns: 80 });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(await statuses(home)).toEqual(["confirmed", "rejected", "rejected for good"]);
  expect(home.lines("errors.jsonl")).toHaveLength(1);
  await expect(out).toMatchFileSnapshot("golden/review-en.txt");
});

test("keys that were typed before a draft was shown answer nothing", async () => {
  const home = await homeWithDrafts();
  const { code } = await typed(home, "review", { ahead: "ccc\u001b[Ay", keys: ["sssccyy", "rcc", "s", "y"] });
  expect(code).toBe(0);
  expect(await statuses(home)).toEqual(["pending_confirm", "rejected", "pending_confirm"]);
  expect(await typed(home, "review", { ahead: "c\u0003", keys: ["c"] })).toMatchObject({ code: 130 });
});

test("a key that means nothing shows the keys again", async () => {
  const home = await homeWithDrafts();
  const { out } = await typed(home, "review", { keys: ["x", "\u001b[A", "q"], columns: 120 });
  expect(out.match(/\[c\]onfirm/g)).toHaveLength(3);
});

test("the same in Chinese, with one skipped", async () => {
  const home = await homeWithDrafts();
  const { out } = await typed(home, "review --lang zh", { keys: ["s", "C", "s", "y"], columns: 80 });
  expect(await statuses(home)).toEqual(["pending_confirm", "confirmed", "pending_confirm"]);
  await expect(out).toMatchFileSnapshot("golden/review-zh.txt");
});

const UNSENT: [how: string, keys: string[], code: number][] = [
  ["the summary is declined", ["c", "c", "c", "n"], 0],
  ["everything is skipped", ["s", "s", "s"], 0],
  ["it is quit before any answer", ["q"], 0],
  ["Ctrl-C at a draft", ["c", "\u0003"], 130],
  ["Ctrl-C at the summary", ["c", "c", "c", "\u0003"], 130],
  ["the end of the input", ["c", "\u0004"], 130],
];

test.for(UNSENT)("nothing is sent when %s", async ([, keys, expected]) => {
  const home = await homeWithDrafts();
  const before = home.text("mnemonic_state.json");
  const { code } = await typed(home, "review", { keys });
  expect(code).toBe(expected);
  expect(await statuses(home)).toEqual(PENDING);
  expect(home.text("mnemonic_state.json")).toBe(before);
  expect(home.lines("errors.jsonl")).toEqual([]);
});

test("quitting sends what was answered, if it is accepted", async () => {
  const home = await homeWithDrafts();
  await typed(home, "review", { keys: ["r", "q", "y"] });
  expect(await statuses(home)).toEqual(["rejected", "pending_confirm", "pending_confirm"]);
});

test("an answer can be taken back, and other keys do nothing", async () => {
  const home = await homeWithDrafts();
  await typed(home, "review", { keys: ["u", "x", "\u001b[A", "r", "u", "c", "s", "s", "y"] });
  expect(await statuses(home)).toEqual(["confirmed", "pending_confirm", "pending_confirm"]);
});

test("an unsafe draft asks twice", async () => {
  const home = new Home();
  const attack = { rule_id: undefined, reason: "关键词匹配: ignore all previous instructions" };
  home.log(hit(NOW_MS - 2 * HOUR, "", "s1", attack), hit(NOW_MS - HOUR, "", "s1", attack));
  await typed(home, "scan");
  await typed(home, "review", { keys: ["c", "n", "s"] });
  expect(home.lines("errors.jsonl")).toEqual([]);
  const { out } = await typed(home, "review", { keys: ["c", "y", "y"] });
  expect(out).toContain("It is UNSAFE (above). Confirm it all the same? [y/n] y");
  expect(home.lines("errors.jsonl")).toHaveLength(1);
});

test("a draft is edited before it is confirmed, and only if it is", async () => {
  const home = await homeWithDrafts();
  const edit = (form: string): string =>
    form.replace(/^rule: .*/m, "rule: 数据须有来源").replace(/^keywords: .*/m, "keywords: 虚构 | 编造");
  const { out } = await typed(home, "review", { keys: ["e", "c", "s", "s", "y"], edit });
  expect(out).toContain("[1/3] 数据须有来源");
  expect(home.lines("errors.jsonl")).toMatchObject([
    { rule: "数据须有来源", type: "ban", match: { exact: ["虚构", "编造"], semantic: "关键词匹配: 虚构" } },
  ]);
});

test.for([
  ["unchanged", (form: string) => form, "Nothing was changed."],
  ["emptied", () => "", "Nothing was changed."],
  ["without an editor", undefined, "Nothing was changed: no editor is set (EDITOR), or it ended with a failure."],
] as const)("a form that is left %s changes nothing", async ([, edit, said]) => {
  const home = await homeWithDrafts();
  const { out } = await typed(home, "review", { keys: ["e", "q"], ...(edit === undefined ? {} : { edit }) });
  expect(out).toContain(said);
  expect(await statuses(home)).toEqual(PENDING);
});

test.skipIf(process.platform === "win32")("the editor is the person's own, options and all", async () => {
  expect(await editText("a b\n", { EDITOR: "sed -i.bak -e 's/a/c/'" })).toBe("c b\n");
  expect(await editText("a", { VISUAL: "true", EDITOR: "false" })).toBe("a");
  expect(await editText("a", { EDITOR: "false" })).toBeUndefined();
  expect(await editText("a", {})).toBeUndefined();
});

test("without drafts there is nothing to ask", async () => {
  expect(await typed(new Home(), "review", { keys: [] })).toEqual({ code: 0, out: "No draft awaits you.\n", err: "" });
});

test("the questions, with what to run for each answer", async () => {
  const home = await homeWithDrafts();
  const { schema, questions } = (await json(home, "review")) as {
    schema: string;
    questions: { draft_id: string; commands: Record<string, string>; draft: QueuedDraft }[];
  };
  expect(schema).toBe("mnemonic.questions/1");
  expect(questions.map(({ draft }) => draft.pattern)).toEqual(["rule_a", "rule_b", "rule_c"]);
  for (const { commands } of questions.slice(0, 2)) await typed(home, commands["reject"]!.replace("mnemonic ", ""));
  expect(await statuses(home)).toEqual(["rejected", "rejected", "pending_confirm"]);
  const { out } = await typed(home, "review --format ndjson");
  expect(out.trimEnd().split("\n")).toHaveLength(1);
});

test("? tells what the keys do, and asks again", async () => {
  const home = await homeWithDrafts();
  const { out } = await typed(home, "review", { keys: ["?", "r", "q", "y"], columns: 80 });
  expect(out).toContain("  g  reject for good: it comes back only when it is reopened\n");
  expect(await statuses(home)).toEqual(["rejected", "pending_confirm", "pending_confirm"]);
});

test("what was quit is taken up again: the next review begins with what is left", async () => {
  const home = await homeWithDrafts();
  await typed(home, "review", { keys: ["r", "s", "q", "y"] });
  const { out } = await typed(home, "review", { keys: ["g", "q", "y"] });
  expect(out).toContain("[1/2]");
  expect(await statuses(home)).toEqual(["rejected", "rejected for good", "pending_confirm"]);
});

/** The ids of the drafts of rule_a, rule_b, rule_c. */
async function questionIds(home: Home): Promise<[string, string, string]> {
  const { questions } = (await json(home, "review")) as unknown as { questions: { draft_id: string }[] };
  return questions.map(({ draft_id }) => draft_id) as [string, string, string];
}

test("answers are taken from a file or standard input, edits and all", async () => {
  const home = await homeWithDrafts();
  const [a, b, c] = await questionIds(home);
  const answers = [
    { draft_id: a, answer: "confirm", edits: { rule: "数据须有来源", exact: ["编造"] } },
    { draft_id: b, answer: "reject_for_good" },
    { draft_id: c, answer: "skip" },
  ];
  const { code, out } = await typed(home, "review --answers - --format json", {
    input: JSON.stringify({ schema: "mnemonic.answers/1", answers }),
  });
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { schema: "mnemonic.reviewed/1", answers: answers.map(({ draft_id, answer }) => ({ draft_id, answer })) },
  ]);
  expect(await statuses(home)).toEqual(["confirmed", "rejected for good", "pending_confirm"]);
  expect(home.lines("errors.jsonl")).toMatchObject([{ rule: "数据须有来源", match: { exact: ["编造"] } }]);
  home.write("answers.json", { answers: [{ draft_id: c, answer: "reject" }] });
  expect((await typed(home, `review --answers ${home.file("answers.json")}`)).out).toContain(`rejected ${c}`);
});

test("answers that come again are told as done, those that differ by what was decided, and all at once", async () => {
  const home = await homeWithDrafts();
  const [a, b, c] = await questionIds(home);
  const first = [
    { draft_id: a, answer: "confirm" },
    { draft_id: b, answer: "reject_for_good" },
  ];
  await typed(home, "review --answers -", { input: JSON.stringify(first) });
  expect(await statuses(home)).toEqual(["confirmed", "rejected for good", "pending_confirm"]);
  const whole = JSON.stringify([...first, { draft_id: c, answer: "reject" }]);
  const again = await typed(home, "review --answers -", { input: whole });
  expect(again).toMatchObject({ code: 0, err: "" });
  expect(again.out).toBe(
    `${a} is confirmed already, as answered\n${b} is rejected for good already, as answered\nrejected ${c}, rule_c\n`,
  );
  const before = home.text("mnemonic_state.json");
  expect(await json(home, "review --answers -", whole)).toMatchObject({ repeated: [a, b, c] });
  const skips = JSON.stringify([a, b].map((draft_id) => ({ draft_id, answer: "skip" })));
  expect(await json(home, "review --answers -", skips)).not.toHaveProperty("repeated");
  const other = [a, b, "d_none"].map((draft_id) => ({ draft_id, answer: draft_id === a ? "reject" : "confirm" }));
  const { code, out, err } = await typed(home, "review --answers -", { input: JSON.stringify(other) });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(
    `mnemonic: the answers in "-" can't be used: 3 problems\n  draft ${a} is confirmed, and can't be answered with "reject"\n` +
      `  draft ${b} is rejected for good, and can't be answered with "confirm"\n  there is no draft "d_none" to answer\n  Nothing was sent.\n`,
  );
  expect([home.text("mnemonic_state.json"), home.lines("errors.jsonl").length]).toEqual([before, 1]);
});

test("of answers that can't be used none is sent", async () => {
  const home = await homeWithDrafts();
  const attack = { rule_id: undefined, reason: "关键词匹配: ignore all previous instructions" };
  home.log(hit(NOW_MS - 2 * HOUR, "", "s1", attack), hit(NOW_MS - HOUR, "", "s1", attack));
  await typed(home, "scan");
  const { questions } = (await json(home, "review")) as unknown as {
    questions: { draft_id: string; draft: QueuedDraft }[];
  };
  const unsafe = questions.find(({ draft }) => draft.unsafe?.length)!.draft_id;
  const a = questions.find(({ draft_id }) => draft_id !== unsafe)!.draft_id;
  const before = home.text("mnemonic_state.json");
  const one = { draft_id: a, answer: "confirm" };
  for (const [input, said] of [
    ["{", "they are no JSON"],
    [{ schema: "mnemonic.answers/2", answers: [one] }, "schema: "],
    ["7", "answers: "],
    ['["a"]', "answers.0: "],
    [{ answers: [{ draft_id: a, answer: "yes" }] }, "answers.0.answer: "],
    [{ answers: [one, one] }, `${a} is answered twice`],
    [{ answers: [one, { draft_id: "d_\u001b[2J", answer: "skip" }] }, 'no draft "d_\\u{1b}[2J" to answer'],
    [{ answers: [one, { draft_id: unsafe, answer: "confirm" }] }, `${unsafe} is UNSAFE`],
    [{ answers: [one], more: 1 }, "more"],
  ] as const) {
    const { code, out, err } = await typed(home, "review --answers -", {
      input: typeof input === "string" ? input : JSON.stringify(input),
    });
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(said)]);
  }
  for (const [file, said] of [
    ["/nowhere/a.json", "there is no such file"],
    [home.path, "it is a folder"],
    ["/dev/zero", "they are too long"],
  ] as const) {
    const { code, err } = await typed(home, `review --answers ${file}`);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  }
  expect([home.text("mnemonic_state.json"), home.lines("errors.jsonl")]).toEqual([before, []]);
});
