// The package stream-json, in one thread, with its parser for JSON Lines.
import { createReadStream } from "node:fs";
import { parser } from "stream-json/jsonl/parser.js";
import { printAnswer } from "./answer.js";
import { answersOf, countRecord, type Groups } from "./groups.js";

const [archive = "", now = ""] = process.argv.slice(2);
const groups: Groups = new Map();
const nowMs = Date.parse(now);
const records = createReadStream(archive).pipe(parser.asStream({ ignoreErrors: true }));
for await (const { value } of records as AsyncIterable<{ value: unknown }>) countRecord(groups, value, nowMs);
printAnswer(answersOf(groups));
