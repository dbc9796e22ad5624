// A key may hold a secret: it stays the key, and is shown to nobody, handed to nobody, put into no prompt.
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { json, typed } from "../cli/real-host.js";
import { at, Home, HOUR, NOW, NOW_MS } from "./home.js";

const SECRET = `sk-ant-api03-${"a1B2c3D4".repeat(6)}`;
const KEY = `rule ${SECRET}`;

test("a secret in a rule's id, a session or a keyword is on no screen and in no record", async () => {
  const home = new Home();
  const reason = `关键词匹配: ${SECRET}`;
  const record = { ts: at(NOW_MS - HOUR), session_id: SECRET, interceptor: "Ban", reason };
  for (const more of [{ rule_id: KEY }, {}]) for (let i = 0; i < 2; i++) home.log({ ...record, ...more });
  await typed(home, "scan");
  const ids = home.state().draft_queue.map(({ draft_id }) => String(draft_id));
  expect(ids).toHaveLength(2);
  const lines = ["scan", "drafts", ...ids.map((id) => `drafts show ${id}`), "patterns", "contexts", "status", "doctor"];
  const others = [
    "patterns --format markdown",
    "drafts --format csv",
    "review --format json",
    `explain "${KEY}"`,
    ...ids.map((id) => `explain ${id}`),
    'complete -- explain ""',
    `feedback "${KEY}" --confirmed`,
  ];
  for (const line of [...lines, "datasource", ...others, `drafts confirm ${ids.join(" ")}`]) {
    const { code, out, err } = await typed(home, line);
    expect([line, code]).toEqual([line, 0]);
    expect(out + err, line).not.toContain(SECRET);
  }
  // A slip of a letter tells the name that was meant.
  for (const line of ["explain", "feedback --confirmed"]) {
    const { code, err } = await typed(home, `${line} "r${KEY.slice(2)}"`);
    expect([code, err.includes(SECRET)]).toEqual([1, false]);
  }
  expect(home.text("errors.jsonl")).not.toContain(SECRET);
  expect(home.lines("errors.jsonl")).toMatchObject([{ rule_id: null }, { rule_id: null }]);

  // The key is the key still: each is decided once, also when the state was lost.
  const mnemonic = await openMnemonic({ home: home.path });
  expect((await mnemonic.scan({ now: NOW })).drafts).toEqual([]);
  rmSync(home.file("mnemonic_state.json"));
  expect((await mnemonic.scan({ now: NOW })).drafts).toEqual([]);
  const { patterns } = (await json(home, "patterns")) as { patterns: { pattern: string }[] };
  expect(patterns.map(({ pattern }) => pattern)).toContain(KEY);
});
