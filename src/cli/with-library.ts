import type { Progress, ScanOptions } from "../model/options.js";
import { StoppedError } from "./command-errors.js";
import type { Host, Library } from "./host.js";
import { progressDisplay, type ProgressDisplay } from "./progress.js";
import type { Settings } from "./settings.js";
import type { Texts } from "./texts/texts.js";

/** The options of the scans that a command asks for: what was set, the signal, and the progress on standard error. */
export type WatchedOptions = ScanOptions & Pick<Settings["scan"], "dryRun">;

/** Opens the library for one piece of work and closes it, whatever comes of it. @throws StoppedError after Ctrl-C */
export async function withLibrary<T>(
  { home, scan, progress }: Settings,
  host: Host,
  texts: Texts,
  work: (library: Library, options: WatchedOptions) => Promise<T>,
): Promise<T> {
  const display = progress ? progressDisplay(host, texts) : undefined;
  const watched = watch(display);
  const library = await host.openLibrary({
    ...(home === undefined ? {} : { home }),
    ...(scan.threads === undefined ? {} : { threads: scan.threads }),
  });
  try {
    return await work(library, { ...scan, signal: host.signal, onProgress: watched.onProgress });
  } catch (error) {
    // Whatever the library made of it: the user pressed Ctrl-C, and that is what is said.
    throw host.signal.aborted && !(error instanceof StoppedError)
      ? new StoppedError(watched.latest(), error, scan.dryRun)
      : error;
  } finally {
    display?.stop();
    await library.close();
  }
}

function watch(display: ProgressDisplay | undefined) {
  let latest: Progress | undefined;
  return {
    latest: () => latest,
    onProgress: (progress: Progress) => {
      latest = progress;
      display?.update(progress);
    },
  };
}
