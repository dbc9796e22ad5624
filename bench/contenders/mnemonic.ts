// Mnemonic itself, as another program would use it: the built package, counts without a home.
import { scanArchives } from "hermes-mnemonic";
import { printAnswer } from "./answer.js";

const [archive = "", now = "", threads] = process.argv.slice(2);
const counts = await scanArchives({ archives: [archive], now, ...(threads ? { threads: Number(threads) } : {}) });
printAnswer(
  counts.patterns
    .filter(({ kind }) => kind === 0)
    .map(({ key, d7, d14, sameSessionD7 }) => ({ rule: key, d7, d14, session: sameSessionD7 })),
);
