// What a bench gives, in the form in which it is written, read again, added up and compared.
import { z } from "zod";

export const SCHEMA = "mnemonic.bench/1";

const interval = z.object({
  estimate: z.number().positive(),
  low: z.number().positive(),
  high: z.number().positive(),
  confidence: z.number().min(0).max(1),
  pairs: z.int().positive(),
});

/** Raw samples, in the order in which they were taken: the i-th of all rows of a corpus belong to one round. */
const samples = z.object({
  seconds: z.array(z.number().positive()).optional().describe("elapsed"),
  cpuSeconds: z.array(z.number().nonnegative()).optional().describe("user and system time of all threads"),
  peakMiB: z.array(z.number().positive()).optional().describe("peak resident memory of the process"),
});

const ratio = interval.extend({
  of: z.enum(["seconds", "cpuSeconds", "peakMiB"]),
  to: z.string().describe("name of the row, on the same corpus, whose figure it is divided by"),
});

const row = z.object({
  corpus: z.string(),
  name: z.string(),
  status: z.enum(["measured", "refused", "missing"]),
  reason: z.string().describe("why there is no figure, or what should be known of it; else empty"),
  bytes: z.number().nonnegative().describe("bytes that one sample goes over; 0: none"),
  samples,
  ratios: z.array(ratio),
  latency: z
    .object({
      count: z.int(),
      p50Ms: z.number(),
      p99Ms: z.number(),
      maxMs: z.number(),
      encoded: z.string().describe("HDR histogram in microseconds: V2, compressed, base64"),
    })
    .optional(),
});

const judged = interval.extend({
  of: z.enum(["cpuSeconds", "seconds"]),
  noise: interval.nullable().describe("the base against itself, in the same rounds; null where the base was stored"),
  verdict: z.enum(["fine", "slower", "inconclusive"]),
});

export const resultSchema = z.object({
  schema: z.literal(SCHEMA),
  bench: z.string(),
  started: z.iso.datetime(),
  machine: z.object({
    cpu: z.string(),
    cores: z.int(),
    memoryMiB: z.number(),
    platform: z.string(),
    load: z.number().describe("mean number of runnable threads over the minute before, of others"),
  }),
  versions: z.record(z.string(), z.string()).describe("mnemonic as git describes it, node, v8, and the contenders"),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  corpora: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  rows: z.array(row),
  gate: z
    .object({
      base: z.string(),
      tolerance: z.number(),
      verdict: z.enum(["fine", "slower", "inconclusive"]),
      figures: z.array(judged),
      remarks: z.array(z.string()),
    })
    .optional(),
});

export type BenchResult = z.infer<typeof resultSchema>;
export type Row = z.infer<typeof row>;
export type Ratio = z.infer<typeof ratio>;
export type Metric = Ratio["of"];
export type Gate = NonNullable<BenchResult["gate"]>;
export type Judged = Gate["figures"][number];
export type Corpus = BenchResult["corpora"][number];

export function jsonSchema(): object {
  return z.toJSONSchema(resultSchema);
}

/** @throws Error that names the file and the first thing wrong with it. */
export function parseResult(file: string, text: string): BenchResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const parsed = resultSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${file} is no ${SCHEMA}, at ${issue?.path.join(".") || "its top"}: ${issue?.message}`);
}
