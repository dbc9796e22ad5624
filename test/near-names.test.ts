import { expect, test } from "vitest";
import { nearNames } from "../src/core/text/near-names.js";

const KNOWN = ["rule_ban_001", "rule_ban_002", "rule_ban_0019", "Guard:截图", "x".repeat(500)];

test.for([
  ["rule_bna_001", ["rule_ban_001"]],
  ["RULE_BAN_001", ["rule_ban_001"]],
  ["rule_ban_003", ["rule_ban_001", "rule_ban_002"]],
  ["ban_002", ["rule_ban_002"]],
  ["Guard:截屏", ["Guard:截图"]],
  ["完全不同的名字", []],
  ["", []],
  ["y".repeat(500), []],
] as const)("%s", ([typed, near]) => {
  expect(nearNames(typed, [...KNOWN, ...KNOWN])).toEqual(near);
});

test("at most three", () => {
  expect(nearNames("rule_x", ["rule_d", "rule_c", "rule_b", "rule_a"])).toEqual(["rule_a", "rule_b", "rule_c"]);
});
