// A home in a temporary folder, and what stands in it.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export const NOW = "2026-05-25T12:00:00.000Z";
export const NOW_MS = Date.parse(NOW);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** In memory where there is such a folder: hundreds of homes are written, each several times, and every write is synced. */
const FOLDER = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export type Json = Record<string, unknown>;

export class Home {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(FOLDER, "memory-"));
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Names of all that lies in the home but for what is kept between scans, which may be gone at any time. */
  names(): string[] {
    return readdirSync(this.path)
      .filter((name) => name !== "mnemonic_cache")
      .toSorted();
  }

  write(name: string, content: string | Json): void {
    const path = this.file(name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }

  log(...records: Json[]): void {
    appendFileSync(this.file("intercept_log.jsonl"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }

  rule(id: string, fields: Json = {}, body = "不要这样做。"): void {
    const lines = Object.entries({ id, level: "hard", ...fields }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    );
    this.write(`rules/ban/${id}.md`, `---\n${lines.join("\n")}\n---\n${body}\n`);
  }

  removeRule(id: string): void {
    rmSync(this.file(`rules/ban/${id}.md`));
  }

  text(name: string): string {
    return readFileSync(this.file(name), "utf8");
  }

  state(): Json & Record<"draft_queue" | "pattern_history" | "context_log" | "data_source_switches", Json[]> {
    return JSON.parse(this.text("mnemonic_state.json")) as never;
  }

  lines(name: string): Json[] {
    if (!existsSync(this.file(name))) return [];
    const text = this.text(name)
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#"));
    return text.map((line) => JSON.parse(line) as Json);
  }
}

export function at(ms: number): string {
  return new Date(ms).toISOString();
}

/** A hit as Guard logs it. */
export function hit(ms: number, rule = "rule_ban_013", session = "s1", more: Json = {}): Json {
  return {
    ts: at(ms),
    session_id: session,
    rule_id: rule,
    interceptor: "Ban",
    action: "block",
    reason: "关键词匹配: 虚构",
    ...more,
  };
}

export function falsePositive(ms: number, rule = "rule_ban_013", session = "s1"): Json {
  return hit(ms, rule, session, { action: "false_positive" });
}
