// A log may be written by anyone: whatever stands in it, no command lets it speak to the terminal.
import { expect, test } from "vitest";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { programOf } from "../../src/cli/program.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import { sinkOf } from "./fake-host.js";
import { typed } from "./real-host.js";

const HOSTILE = {
  ansi: "a\u001b[31mred\u001b]0;title\u0007\u001b[2J",
  c1: "a\u009b31mred\u009d0;title\u009c",
  bidi: "a\u202etxt.exe\u2066b\u2069",
  invisible: "a\u200b\u2060\ufeff\u00ad\u034f\u115f\u3164b",
  tags: "a\u{e0049}\u{e0067}b",
  lines: "a\r\nmnemonic: forged\n\u2028\u2029\u0085b\tc",
  surrogates: "a\ud800b",
  marks: `a${"\u0301".repeat(500)}b`,
  long: "长".repeat(2000),
};

const COMMANDS =
  "scan,patterns,drafts,drafts list --all,contexts,status,doctor,datasource,reflect status,solidify,say !patterns,config,cache".split(
    ",",
  );
/** No words of ours stand there. */
const FORMS =
  "patterns --format csv,patterns --format markdown,drafts --format csv,drafts --format markdown,scan --format json,scan --format ndjson,review --format json,contexts --format json,doctor --format json".split(
    ",",
  );
/** What else there is: it shows nothing of a log, or what these show, or is tried below by name. */
const OTHERS = "backfill,watch,review,explain,feedback,report,schema,completion,complete,help".split(",");

test("each command is tried", () => {
  const host = { stdout: sinkOf(), stderr: sinkOf() } as never;
  const program = programOf({ host, texts: textsOf("en"), exitWith: () => {}, speak: () => {} });
  const tried = new Set([...COMMANDS.map((command) => command.split(" ")[0]), ...OTHERS]);
  expect(program.commands.map((command) => command.name()).filter((name) => !tried.has(name))).toEqual([]);
});

const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

test.for(Object.entries(HOSTILE))("hostile text can do nothing: %s", { timeout: 0 }, async ([, text]) => {
  const home = new Home();
  const own = { reason: `关键词匹配: ${text}`, context: text, user_intent: text, interceptor: text };
  for (const [i, rule] of [text, `${text}2`].entries())
    home.log(hit(NOW_MS - 2 * HOUR, rule, text, own), hit(NOW_MS - HOUR + i, rule, text, own));
  // What stands in the state may be anyone's as well.
  await typed(home, "scan");
  const state = home.state();
  const [first, second] = state.draft_queue;
  const poisoned = { ...first, rule: text, match: { exact: [text], semantic: text }, unsafe: [text] };
  home.write("mnemonic_state.json", { ...state, draft_queue: [poisoned, second] });
  home.write("rules/ban/x.md", `---\nid: ${JSON.stringify(text)}\nlevel: [\n`);
  const id = String(first!["draft_id"]);
  for (const lang of ["en", "zh"]) {
    const named = [`drafts show ${id}`, `drafts confirm ${id}`, `explain ${id}`];
    const log = `backfill "${home.file("intercept_log.jsonl")}" --dry-run`;
    for (const command of [...COMMANDS, ...named, ...(lang === "zh" ? [log, ...FORMS] : [])]) {
      const { out, err } = await typed(home, `${command} --lang ${lang}`);
      expect(`${out}${err}`.replaceAll("\n", ""), command).not.toMatch(FORBIDDEN);
      expect(`${out}${err}`, command).not.toMatch(/^mnemonic: forged/m);
    }
  }
  const decided = await typed(home, `drafts confirm ${id} --force`);
  expect(`${decided.out}${decided.err}`.replaceAll("\n", "")).not.toMatch(FORBIDDEN);
});
