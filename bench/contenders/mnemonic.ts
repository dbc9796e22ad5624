// Mnemonic itself, as another program would use it: the built package, counts without a home.
import { scanArchives } from "hermes-mnemonic";
import { printAnswer } from "./answer.js";

const [archive = "", now = "", threads] = process.argv.slice(2);
const counts = await scanArchives({ archives: [archive], now, ...(threads ? { threads: Number(threads) } : {}) });
printAnswer(
  counts.patterns
    .filter(({ kind, total }) => kind === 0 && total > 0)
    .map(({ key, total, interceptors, d7, d14, sessions, sameSessionD7, lastMs }) => ({
      rule: key,
      total,
      interceptors: [...interceptors],
      d7,
      d14,
      sessions,
      sameSession: sameSessionD7,
      lastMs,
    })),
);
