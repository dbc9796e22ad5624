// Mnemonic itself, as another program would use it: the built package, counts without a home.
import { scanArchives } from "hermes-mnemonic";
import { printAnswer } from "./answer.js";
import { ruleAnswers } from "./mnemonic-answer.js";

const [archive = "", now = "", threads] = process.argv.slice(2);
const counts = await scanArchives({ archives: [archive], now, ...(threads ? { threads: Number(threads) } : {}) });
printAnswer(ruleAnswers(counts.patterns));
