import type { SingleBar } from "cli-progress";
import type { Progress } from "../model/options.js";
import { columnsOf, type Host, type Sink } from "./host.js";
import { archiveName, progressBar, progressState } from "./progress-line.js";
import type { Texts } from "./texts/texts.js";

/** A run that is over before this shows no progress at all: a bar that only flashes is noise. */
const QUIET_START_MS = 500;
/** Where there is no terminal: a line this often. */
const LINE_EVERY_MS = 5000;

/** Shows how far a run has come, on standard error. */
export interface ProgressDisplay {
  update(progress: Progress): void;
  /** Takes away what was drawn. To be called before anything else is printed. */
  stop(): void;
}

export function progressDisplay(host: Host, texts: Texts): ProgressDisplay {
  const terminal = host.stderr.isTTY === true && host.env["TERM"] !== "dumb";
  return terminal ? barDisplay(host.stderr, texts) : lineDisplay(host.stderr, texts);
}

function lineDisplay(sink: Sink, texts: Texts): ProgressDisplay {
  let nextMs = LINE_EVERY_MS;
  return {
    update(progress) {
      if (progress.elapsedMs < nextMs) return;
      nextMs = progress.elapsedMs + LINE_EVERY_MS;
      sink.write(`${progressState(progress, texts)}${archiveName(progress, 80)}\n`);
    },
    stop() {
      nextMs = Infinity;
    },
  };
}

/** The bar is loaded when it is needed, which is rarely; a run that ends meanwhile never shows it. */
function barDisplay(sink: Sink, texts: Texts): ProgressDisplay {
  let latest: Progress = { doneBytes: 0, totalBytes: 0, elapsedMs: 0 };
  let bar: SingleBar | undefined;
  let [wanted, stopped] = [false, false];
  const draw = async () => {
    const { default: progress } = await import("cli-progress");
    if (stopped) return;
    const format = () => progressBar(latest, columnsOf(sink), texts);
    // linewrap: true leaves the terminal's own wrapping alone: a killed run could not switch it on again.
    bar = new progress.SingleBar({ stream: sink, format, linewrap: true, clearOnComplete: true });
    bar.start(latest.totalBytes, latest.doneBytes);
  };
  return {
    update(progress) {
      latest = progress;
      if (!wanted && progress.elapsedMs >= QUIET_START_MS) {
        wanted = true;
        // Without a bar the scan is as good.
        draw().catch(() => undefined);
      }
      bar?.update(progress.doneBytes);
    },
    stop() {
      stopped = true;
      bar?.stop();
    },
  };
}
