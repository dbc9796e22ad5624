import { z } from "zod";
import { draftSchema, reportSchema } from "./schemas.js";
import { answersSchema, outputSchemas } from "./schemas-outputs.js";

/** By name: what stands in `schema` as `mnemonic.<name>/1`, `report-line`, a line of `scan --format ndjson`, and `answers`, what `review --answers` takes. */
const PUBLISHED: Readonly<Record<string, z.ZodType>> = {
  report: reportSchema,
  "report-line": draftSchema,
  answers: answersSchema,
  ...outputSchemas,
};

/**
 * The schemas as JSON Schemas (draft 2020-12), by name: the files in `schemas/`. Members that they do not name are allowed:
 * within one version of a format members may be added.
 */
export function publishedSchemas(): Record<string, Readonly<Record<string, unknown>>> {
  const made = Object.entries(PUBLISHED).map(([name, schema]) => {
    const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
    return [name, { $schema, $id: `mnemonic.${name}/1`, ...rest }] as const;
  });
  return Object.fromEntries(made);
}
