// More patterns than the history has room for: what is not remembered is found anew in each run, and must not count anew.
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { falsePositive, hit, Home, NOW_MS } from "./home.js";

test("a run that finds the same as the last one writes nothing, however many patterns there are", async () => {
  const home = new Home();
  const rules = Array.from({ length: 2100 }, (_, i) => `rule_${i}`);
  home.log(
    ...rules.flatMap((rule, i) => [hit(NOW_MS - 2 * i - 1, rule, "s"), falsePositive(NOW_MS - 2 * i, rule, "s")]),
  );
  await using mnemonic = await openMnemonic({ home: home.path });
  await mnemonic.scan({ now: NOW_MS });
  const { recognition_stats, pattern_history } = home.state();
  expect(recognition_stats).toMatchObject({ false_positives: pattern_history.length });
  const before = home.text("mnemonic_state.json");
  await mnemonic.scan({ now: NOW_MS + 1 });
  expect(home.text("mnemonic_state.json")).toBe(before);
});
