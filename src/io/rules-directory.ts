import { constants, fstatSync, openSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { ReadYaml } from "../core/rules/frontmatter.js";
import { parseRule, unreadRule, warning, type ParsedRule, type RuleSource } from "../core/rules/rule-file.js";
import { decodeRule, wholeLines } from "../core/rules/rule-text.js";
import { AbortedError } from "../model/errors.js";
import type { Rule, RuleSet, RuleWarning } from "../model/rule.js";
import { closeQuietly } from "./closing.js";
import { areUnchanged, type InputStamp } from "./input-stamps.js";
import { codeOf, findRuleFiles, isOutOfFiles, type RuleEntry } from "./rule-folders.js";

/** Of a longer file, only so much is read: a rule is a page of text. */
const MAX_BYTES = 1_048_576;
/** How long the event loop may wait for us: it is also how late an abort is noticed. */
const SLICE_MS = 8;

/**
 * Reads all rules of a home: `rules/{ban,gap,lazy,meta}/` and whatever else lies below `rules/` (semantics, sections 1
 * and 6). Never writes and never runs anything. A missing folder is no rules; what can't be read is a warning.
 *
 * Files are read one after another with synchronous calls, in slices: five times as fast as 32 at once on the thread
 * pool (0.25 s against 1.2 s for 20,000), and one descriptor is all that is ever open.
 *
 * @throws AbortedError when `signal` is aborted.
 */
export async function readRules(home: string, options: { signal?: AbortSignal } = {}): Promise<RuleSet> {
  const { rules, warnings } = await readStampedRules(home, options);
  return { rules, warnings };
}

/** Rules with what tells whether they would be the same if they were read again. */
export interface StampedRules extends RuleSet {
  readonly inputs: readonly InputStamp[];
  /** The rules, and what stands for those that could not be read. */
  readonly covering: readonly Rule[];
  readonly isWhole: boolean;
}

/** The same, as long as nothing has changed the rules that were read last. @throws AbortedError */
export async function readStampedRules(
  home: string,
  options: { signal?: AbortSignal; last?: StampedRules | undefined } = {},
): Promise<StampedRules> {
  // What could not be read may be readable by now, and nothing about it has changed.
  if (options.last?.isWhole === true && areUnchanged(options.last.inputs)) return options.last;
  const breathe = breather(options.signal);
  await breathe();
  const found = await findRuleFiles(home, breathe);
  const reader = new RuleReader();
  for (const file of found.files) {
    await breathe();
    await reader.add(file);
  }
  const covering = [...reader.rules, ...found.unread.map(unreadRule)];
  return {
    rules: reader.rules,
    covering,
    isWhole: !covering.some(({ unread }) => unread === true),
    warnings: sortByPath([...found.warnings, ...reader.warnings]),
    inputs: found.inputs,
  };
}

class RuleReader {
  readonly rules: Rule[] = [];
  readonly warnings: RuleWarning[] = [];
  private readonly buffer = Buffer.allocUnsafeSlow(MAX_BYTES + 1);
  private readYaml: ReadYaml | null = null;

  async add(file: RuleEntry): Promise<void> {
    const source = this.read(file);
    if (source === null) return;
    const { rule, warnings } = parseRule(source, this.readYaml) ?? (await this.parseYaml(source));
    this.rules.push(rule);
    this.warnings.push(...warnings);
  }

  /** The YAML parser takes 70 ms to load, and most homes hold nothing but plain frontmatter. */
  private async parseYaml(source: RuleSource): Promise<ParsedRule> {
    this.readYaml = (await import("./yaml-frontmatter.js")).readYaml;
    return parseRule(source, this.readYaml);
  }

  /** Null when there is no text: the file has gone since its folder was listed, or it can't be read and is noted. */
  private read(file: RuleEntry): RuleSource | null {
    try {
      const length = readStart(file.at, this.buffer);
      if (length !== null) return this.sourceOf(file.path, this.buffer.subarray(0, length));
      this.warnings.push(warning("rule_unreadable", file.path, { code: "irregular_now" }));
    } catch (error) {
      if (isOutOfFiles(error)) throw error; // it is no fault of the rule, and covering by its name alone would be one
      if (codeOf(error) !== "ENOENT") this.noteUnread(file, error);
    }
    return null;
  }

  private noteUnread(file: RuleEntry, error: unknown): void {
    this.rules.push(unreadRule(file.path));
    const params = { detail: codeOf(error) };
    this.warnings.push(warning("rule_unreadable", file.path, { code: "by_name_alone", params }));
  }

  private sourceOf(path: string, bytes: Uint8Array): RuleSource {
    const tooLong = bytes.length > MAX_BYTES;
    const { text, problem } = decodeRule(tooLong ? wholeLines(bytes) : bytes);
    const start = { code: "start_alone", params: { n: MAX_BYTES } } as const;
    if (tooLong) this.warnings.push(warning("rule_too_large", path, start));
    if (problem !== null) this.warnings.push(warning("rule_encoding", path, { code: problem }));
    return { path, text, whole: !tooLong && problem === null };
  }
}

/** Fills the buffer from a file's beginning and returns the count of bytes; null for what is no regular file. */
function readStart(at: Buffer, buffer: Buffer): number | null {
  // A pipe may have taken the file's place since it was looked at; without O_NONBLOCK (POSIX only) opening it would hang.
  const descriptor = openSync(at, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) return null;
    let length = 0;
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = readSync(descriptor, buffer, length, buffer.length - length, null);
    }
    return length;
  } finally {
    closeQuietly(descriptor);
  }
}

/** Lets others run, and an abort be noticed, whenever a slice of time is over. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let sliceEndMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() >= sliceEndMs) {
      await setImmediate();
      sliceEndMs = performance.now() + SLICE_MS;
    }
    if (signal?.aborted) throw new AbortedError("reading the rules");
  };
}

/** Code point order, which is the order of the UTF-8 bytes and not that of `<`. */
function sortByPath(warnings: RuleWarning[]): RuleWarning[] {
  return warnings.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}
