// The package ndjson, in one thread: a stream of lines into JSON.parse.
import { createReadStream } from "node:fs";
import { parse } from "ndjson";
import { printAnswer } from "./answer.js";
import { answersOf, countRecord, type Groups } from "./groups.js";

const [archive = "", now = ""] = process.argv.slice(2);
const groups: Groups = new Map();
const nowMs = Date.parse(now);
// Not strict: a line that does not parse is passed over, as the others do.
for await (const record of createReadStream(archive).pipe(parse({ strict: false }))) countRecord(groups, record, nowMs);
printAnswer(answersOf(groups));
