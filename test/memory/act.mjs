// What a process of its own does to a home: act.mjs HOME scan|confirm|reject NOW_MS [ID…]. From the build.
import { openMnemonic } from "../../dist/index.js";

const [home, act, now, ...ids] = process.argv.slice(2);
process.stdout.write("ready");
const options = { now: Number(now) };
const mnemonic = await openMnemonic({ home });
if (act === "scan") await mnemonic.scan(options);
else await mnemonic[act](ids, options);
