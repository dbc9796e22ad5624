// What stands on the command line of `npm run bench`.
import { parseArgs } from "node:util";

export const USAGE = `npm run bench -- [BENCH] [OPTION…]

  throughput (the default)   whole runs beside what people would use instead
  kernels                    the parts of a scan, one by one
  rescan                     an open Mnemonic that is asked again
  memory                     peak memory, by contender and size
  formats                    compressed archives, arrays, UTF-16, pretty-printed
  start-up                   commands that have next to nothing to do
  gate                       is this tree slower than another? (also without its name, by --base or --against)
  trust                      can the gate be trusted on this machine?
  add FILE FILE              two runs of the same bench as one
  schema                     the JSON Schema of what --json writes

  --bytes 100M    size of each archive        --json FILE        the result with all samples; - is standard output
  --seed 7        seed of the archives        --github FILE      customBiggerIsBetter of github-action-benchmark
  --runs 7        rounds; 0: answers only     --only NAME        rows by part of their name, more than once
  --threads 2     threads                     --corpus NAME      clean, dirty, shuffled, fat, few-groups; more than once
  --archive FILE  one of your own             --allow-different  time those too that answer otherwise
  --now TIME      where the windows end

  gate:  --base REF       a revision of this repository, built in a temporary folder
         --against FILE   what an earlier gate wrote with --json, on whatever machine
         --tolerance 5%   a slow-down up to this is let pass; beyond it: exit 3
         --seconds 60     it stops earlier if the figure is certain enough
  trust: --slow-down 10%  put in on purpose, and to be found`;

export interface Arguments {
  readonly words: readonly string[];
  readonly bytes: number | undefined;
  readonly seed: number;
  readonly runs: number | undefined;
  readonly threads: number;
  readonly archive: string | undefined;
  readonly now: string;
  readonly only: readonly string[];
  readonly corpora: readonly string[];
  readonly allowDifferent: boolean;
  readonly json: string | undefined;
  readonly github: string | undefined;
  readonly base: string | undefined;
  readonly against: string | undefined;
  /** As a share: 0.05. */
  readonly tolerance: number;
  readonly slowDown: number;
  readonly seconds: number;
}

/** @throws Error that names the option. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      bytes: { type: "string" },
      seed: { type: "string", default: "7" },
      runs: { type: "string" },
      threads: { type: "string", default: "2" },
      archive: { type: "string" },
      now: { type: "string", default: "2026-05-31T00:00:00Z" },
      only: { type: "string", multiple: true, default: [] },
      corpus: { type: "string", multiple: true, default: [] },
      "allow-different": { type: "boolean", default: false },
      json: { type: "string" },
      github: { type: "string" },
      base: { type: "string" },
      against: { type: "string" },
      tolerance: { type: "string", default: "5%" },
      "slow-down": { type: "string", default: "10%" },
      seconds: { type: "string", default: "60" },
    },
  });
  if (values.base !== undefined && values.against !== undefined) throw new Error("give --base or --against, not both");
  return {
    ...values,
    words: positionals,
    bytes: values.bytes === undefined ? undefined : bytesOf(values.bytes),
    seed: numberOf("seed", values.seed, 0, 2 ** 32 - 1),
    runs: values.runs === undefined ? undefined : numberOf("runs", values.runs, 0, 10_000),
    threads: numberOf("threads", values.threads, 1, 256),
    corpora: values.corpus,
    allowDifferent: values["allow-different"],
    tolerance: shareOf("tolerance", values.tolerance),
    slowDown: shareOf("slow-down", values["slow-down"]),
    seconds: numberOf("seconds", values.seconds, 0, 86_400),
    json: values.json,
    github: values.github,
    archive: values.archive,
    base: values.base,
    against: values.against,
  };
}

const UNITS: Readonly<Record<string, number>> = { "": 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

export function bytesOf(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([KMG]?)$/i.exec(text) ?? [];
  if (number === undefined || unit === undefined) throw new Error(`--bytes ${text}: give a size like 100M`);
  return Math.round(Number(number) * (UNITS[unit.toUpperCase()] as number));
}

function numberOf(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= low && value <= high))
    throw new Error(`--${name} ${text}: give a number from ${low} to ${high}`);
  return value;
}

function shareOf(name: string, text: string): number {
  const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? [];
  const share = Number(number) / 100;
  if (!(share > 0 && share <= 1)) throw new Error(`--${name} ${text}: give a percentage above 0, like 5%`);
  return share;
}
