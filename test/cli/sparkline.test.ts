// Hits by day in a row of characters, for terminals that have room for it.
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { sparkline } from "../../src/cli/sparkline.js";
import { relativeTime } from "../../src/cli/relative-time.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import { DAY, hit, Home, HOUR, NOW, NOW_MS } from "../memory/home.js";
import { typed } from "./real-host.js";

test("a character a day: nothing, little, most", () => {
  expect(sparkline([0, 1, 2, 4, 8])).toBe("·▁▂▄█");
  expect(sparkline([0, 0])).toBe("··");
  expect(sparkline([1_000_000, 1])).toBe("█▁");
});

function sampleHome(): Home {
  const home = new Home();
  for (let i = 0; i < 4; i++) home.log(hit(NOW_MS - i * HOUR - HOUR, "rule_a"));
  home.log(
    hit(NOW_MS - 3 * DAY, "rule_a", "s2"),
    hit(NOW_MS - 13 * DAY, "rule_a", "s3"),
    hit(NOW_MS - 20 * DAY, "rule_a", "s4"),
  );
  home.log(hit(NOW_MS - 2 * DAY, "Ban:虚构", "s5"), hit(NOW_MS - 2 * DAY, "", "s6", { rule_id: undefined }));
  return home;
}

const ROW = "▂·········▂··█";

test("a wide terminal shows it, with the last day on the right; a narrow one, a dumb one and a pipe do not", async () => {
  const home = sampleHome();
  for (const line of ["scan --dry-run", "patterns"]) {
    const wide = await typed(home, line, { columns: 130, keys: [] });
    expect(wide.out).toContain(ROW);
    expect(
      wide.out
        .split("\n")
        .slice(2)
        .filter((text) => stringWidth(text) > 130),
    ).toEqual([]);
    for (const narrow of [{ columns: 80, keys: [] }, { columns: 130, keys: [], env: { TERM: "dumb" } }, {}])
      expect((await typed(home, line, narrow)).out).not.toMatch(/[▁-█]/);
  }
  expect((await typed(home, "scan --dry-run --format json", { columns: 130, keys: [] })).out).not.toContain("activity");
});

test("a rule that is called like a keyword's pattern has a row of its own", async () => {
  const { out } = await typed(sampleHome(), "scan --dry-run", { columns: 130, keys: [] });
  expect(out.split("\n").filter((text) => text.includes("···········█··"))).toHaveLength(2);
});

test("the days are those up to now, not up to the newest hit", async () => {
  const { out } = await typed(sampleHome(), `patterns --now ${new Date(NOW_MS + 2 * DAY).toISOString()}`, {
    columns: 130,
    keys: [],
  });
  expect(out).toContain("········▂··█··");
});

test("how long ago, in either language", () => {
  const at = (ms: number): string => new Date(NOW_MS + ms).toISOString();
  const told = (language: "en" | "zh") =>
    [-30_000, -2 * HOUR, -30 * HOUR, 6 * DAY].map((ms) => relativeTime(at(ms), NOW, textsOf(language)));
  expect(told("en")).toEqual(["0 min. ago", "2 hr. ago", "1 day ago", "in 6 days"]);
  expect(told("zh")).toEqual(["0分钟前", "2小时前", "1天前", "6天后"]);
  expect(relativeTime("?", NOW, textsOf("en"))).toBe("");
});
