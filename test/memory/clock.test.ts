// A clock that was wrong for a while: what was remembered then must not stop the memory for years.
import { expect, test, vi } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { json } from "../cli/real-host.js";
import { at, DAY, falsePositive, hit, Home, NOW_MS } from "./home.js";

const FAR_MS = NOW_MS + 3000 * DAY;

test("after a clock that was years ahead, contexts, confidence and drafts go on", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: FAR_MS });
  try {
    const home = new Home();
    const mnemonic = await openMnemonic({ home: home.path });
    home.log(hit(FAR_MS - 2, "rule_a", "s0"), hit(FAR_MS - 1, "rule_a", "s0"));
    const { new_drafts: ids } = await mnemonic.scan();
    await mnemonic.reject(ids);
    vi.setSystemTime(NOW_MS);
    const doctor = (await json(home, "doctor")) as { findings: { code: string; items?: string[] }[] };
    const ahead = doctor.findings.find(({ code }) => code === "time_ahead");
    expect(ahead?.items).toEqual(["contexts_until", "rule_a", ids[0]]);
    await mnemonic.scan();
    for (let i = 1; i <= 3; i++) home.log(hit(NOW_MS + i, "rule_a", `s${i}`), falsePositive(NOW_MS + i, "rule_b"));
    vi.setSystemTime(NOW_MS + DAY);
    const { drafts, patterns } = await mnemonic.scan();
    expect(drafts).toMatchObject([{ pattern: "rule_a" }]);
    expect(patterns.find(({ pattern }) => pattern === "rule_a")?.counts).toMatchObject({ d7: 3 });
    const state = home.state();
    expect(state["contexts_until"]).toBe(at(NOW_MS + 3));
    expect(state.pattern_history.find(({ pattern }) => pattern === "rule_a")?.["folded_until"]).toBe(at(NOW_MS + 3));
    await mnemonic.close();
  } finally {
    vi.useRealTimers();
  }
});

test("a moment in the past that a person names sets nothing back", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2), hit(NOW_MS - 1));
  const mnemonic = await openMnemonic({ home: home.path });
  await mnemonic.scan({ now: NOW_MS });
  await mnemonic.scan({ now: NOW_MS - 30 * DAY });
  expect(home.state()["contexts_until"]).toBe(at(NOW_MS - 1));
  expect(home.state().pattern_history).toMatchObject([{ folded_until: at(NOW_MS - 1) }]);
});
