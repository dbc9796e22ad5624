// A host without a process: what goes out is kept, and the library returns what it is told to.
import { PassThrough, Writable } from "node:stream";
import type { Host, Keyboard, Library, Sink } from "../../src/cli/host.js";
import type { ScanOptions } from "../../src/model/options.js";
import type { Report } from "../../src/model/report.js";
import { SAMPLE } from "./sample-report.js";

export type FakeSink = Sink & { text: string };

export function sinkOf(own: { isTTY?: boolean; columns?: number; fails?: NodeJS.ErrnoException } = {}): FakeSink {
  const { fails, ...rest } = own;
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      if (fails === undefined) (sink as unknown as FakeSink).text += chunk;
      done(fails);
    },
  });
  // As cli.ts does: an error is for the writer's callback.
  sink.on("error", () => undefined);
  return Object.assign(sink, { text: "", ...rest });
}

/** A keyboard on which nothing is pressed so far (`answering`). */
export function keyboardOf(isTTY = false): Keyboard {
  return Object.assign(new PassThrough(), { isTTY });
}

/** Each question gets the next key. */
export function answering(stdout: FakeSink, keyboard: Keyboard, keys: readonly string[]): void {
  const left = [...keys];
  const write = stdout.write.bind(stdout) as (...args: unknown[]) => boolean;
  Object.assign(stdout, {
    write: (text: string, ...rest: unknown[]) => {
      const key = text.endsWith("] ") ? left.shift() : undefined;
      if (key !== undefined) (keyboard as unknown as PassThrough).write(key);
      return write(text, ...rest);
    },
  });
}

export interface FakeHost extends Host {
  readonly stdout: FakeSink;
  readonly stderr: FakeSink;
  /** What the library was asked, in order. */
  readonly calls: unknown[];
}

interface Fake {
  readonly stdout?: FakeSink;
  readonly stderr?: FakeSink;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** What a scan or backfill does. */
  readonly work?: (options: ScanOptions) => Promise<Report>;
  readonly open?: () => Promise<never>;
}

export function fakeHost(fake: Fake = {}): FakeHost {
  const calls: unknown[] = [];
  const verb =
    (name: string) =>
    async (options: ScanOptions = {}) => {
      const { signal: _signal, onProgress: _onProgress, ...rest } = options;
      calls.push([name, rest]);
      return fake.work === undefined ? SAMPLE : fake.work(options);
    };
  // The other commands are tested on real homes (real-host.ts).
  const library = {
    home: "/home/a/.hermes/self-reflection",
    scan: verb("scan"),
    backfill: verb("backfill"),
    close: async () => void calls.push("close"),
  } as Partial<Library> as Library;
  return {
    stdout: fake.stdout ?? sinkOf(),
    stderr: fake.stderr ?? sinkOf(),
    stdin: () => keyboardOf(),
    edit: async () => undefined,
    env: fake.env ?? {},
    signal: fake.signal ?? new AbortController().signal,
    version: () => "1.2.3",
    openLibrary: async (options) => {
      calls.push(["open", options]);
      return fake.open === undefined ? library : fake.open();
    },
    calls,
  };
}
