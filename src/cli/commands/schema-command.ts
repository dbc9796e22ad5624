import { readdir, readFile } from "node:fs/promises";
import { nearNames } from "../../core/text/near-names.js";
import { quoted } from "../../core/text/quoted.js";
import { packageFile } from "../../io/package-files.js";
import type { SchemasOutput } from "../../model/outputs.js";
import { WrongUsage } from "../command-errors.js";
import { EXIT } from "../exit-codes.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { settingsOf, type Flags } from "../settings.js";
import { table } from "../table.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";

/** Made by fixtures/make-schemas.ts; read as they are, so that nothing has to make them anew. */
const FOLDER = "schemas/";

/** `mnemonic schema [NAME]`: the JSON Schemas of what commands print with `--format json`. */
export async function schemaCommand(name: string | undefined, flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const names = (await readdir(packageFile(FOLDER))).map((file) => file.replace(/\.json$/, "")).toSorted();
  if (name === undefined) {
    const schemas = names.map((one) => ({ name: one, schema: `mnemonic.${one}/1` }));
    const json: SchemasOutput = { schema: "mnemonic.schemas/1", schemas };
    await printResult({ json, items: schemas, text: listText(schemas) }, settings, "", host, texts);
    return EXIT.done;
  }
  const found = names.find((one) => one === name || `mnemonic.${one}/1` === name);
  if (found === undefined) throw unknown(name, names, texts);
  const text = await readFile(packageFile(`${FOLDER}${found}.json`), "utf8");
  const result = { json: JSON.parse(text) as object, text: () => text.trimEnd().split("\n") };
  await printResult(result, settings, "", host, texts);
  return EXIT.done;
}

function unknown(name: string, names: readonly string[], { schemas, usage }: Texts): WrongUsage {
  const near = nearNames(name, names);
  const message = schemas.unknown(quoted(name, 60)) + (near.length > 0 ? usage.didYouMean(near.join(", ")) : "");
  return new WrongUsage(message, schemas.unknownHint);
}

function listText(schemas: SchemasOutput["schemas"]): (view: View) => string[] {
  return ({ texts, paint, columns }) => {
    const words = texts.schemas;
    const rows = schemas.map(({ name, schema }) => [
      name,
      schema,
      Object.hasOwn(words.printedBy, name) ? words.printedBy[name as keyof typeof words.printedBy] : "",
    ]);
    const { name, schema, printedBy } = words.columns;
    const head = [{ title: name }, { title: schema }, { title: printedBy, least: 20, folds: 1 }];
    const fields = { field: texts.patterns.field, separator: texts.drafts.clauses };
    const [titles = "", ...lines] = table(head, rows, columns, fields);
    return [paint.dim(titles), ...lines];
  };
}
