// The scan of a built tree, in turns: one thread, no workers, counts without a home. Any revision that exports `scanArchives`.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { answerOf } from "./answer.js";
import { ruleAnswers } from "./mnemonic-answer.js";
import { serve } from "./serve.js";

const [root = "", archive = "", now = ""] = process.argv.slice(2);
const { scanArchives } = (await import(
  pathToFileURL(join(root, "dist", "index.js")).href
)) as typeof import("hermes-mnemonic");
serve(async () => {
  const { patterns } = await scanArchives({ archives: [archive], now, threads: 1 });
  return answerOf(ruleAnswers(patterns));
});
