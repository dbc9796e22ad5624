// readline and JSON.parse in one thread: what a short script does.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { printAnswer } from "./answer.js";
import { answersOf, countLine, type Groups } from "./groups.js";

const [archive = "", now = ""] = process.argv.slice(2);
const groups: Groups = new Map();
const nowMs = Date.parse(now);
for await (const line of createInterface({ input: createReadStream(archive), crlfDelay: Infinity }))
  countLine(groups, line, nowMs);
printAnswer(answersOf(groups));
