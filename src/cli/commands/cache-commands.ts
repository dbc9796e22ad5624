import type { Command } from "commander";
import { addCommand, runWith, valueOf, type Bench } from "./command-parts.js";

/** The watch, and the commands of what is kept between scans. */
export function addCacheCommands(program: Command, bench: Bench): void {
  const { help, usage } = bench.texts;
  const watch = addCommand(program, "watch", bench);
  watch
    .option("-n, --dry-run", help.options.dryRun)
    .option("--interval <SECONDS>", help.options.interval, valueOf(watch, usage)("--interval"))
    .action(
      runWith(bench, async () => {
        const { watchCommand } = await import("./watch-command.js");
        return (_args, ...rest) => watchCommand(...rest);
      }),
    );
  const cache = addCommand(program, "cache", bench).helpCommand(false);
  addCommand(cache, "cache status", bench).action(
    runWith(bench, async () => {
      const { cacheStatusCommand } = await import("./cache-command.js");
      return (_args, ...rest) => cacheStatusCommand(...rest);
    }),
  );
  const clear = addCommand(cache, "cache clear", bench).option("--backfills", help.options.backfills);
  clear.action(
    runWith(bench, async () => {
      const { cacheClearCommand } = await import("./cache-command.js");
      return (_args, ...rest) => cacheClearCommand(...rest);
    }),
  );
}
