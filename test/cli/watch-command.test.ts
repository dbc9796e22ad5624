// The built command, watching: a line a draft, and a clean end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hit, Home } from "../memory/home.js";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

test.for([
  ["SIGINT", "text", /^d_[0-9a-f]{16} {2}0\.70 {2}自动识别: 高频违规/],
  ["SIGTERM", "ndjson", /^\{.*"pattern":"rule_a".*"status":"pending_confirm".*\}$/],
] as const)("a draft is told as it arises, and %s ends it cleanly (%s)", async ([signal, format, form]) => {
  const home = new Home();
  const args = ["watch", "--home", home.path, "--lang", "en", "--interval", "0.1", "--format", format];
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = [createInterface(child.stdout), createInterface(child.stderr)];
  const remarks: string[] = [];
  err.on("line", (line) => remarks.push(line));
  await once(err, "line");
  const now = Date.now();
  home.log(hit(now - 2000, "rule_a"), hit(now - 1000, "rule_a"));
  const [line] = (await once(out, "line")) as [string];
  expect(line).toMatch(form);
  child.kill(signal);
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
  expect(remarks).toEqual([`watching ${home.path}, every 0.1 s; Ctrl-C ends it`, "ended"]);
});
