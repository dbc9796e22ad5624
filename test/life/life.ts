// A home that lives: what happens to it happens to its model too, and what its scans say is compared.
import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { openMnemonic, type Mnemonic, type QueueEntry, type Report } from "../../src/index.js";
import { buryLockOwner, withFault } from "../memory/faults.js";
import { at, hit, Home, NOW_MS } from "../memory/home.js";
import { referenceEarliest } from "../reference/early.js";
import { LifeWatch } from "./life-watch.js";
import { HOUR, LifeModel, readLogs, type LifeState, type LogFile } from "./model.js";
import { added, checkReport, lasting, mustEqual } from "./report-check.js";
import { KINDS, type Kill, type Step, type Written } from "./steps.js";

const LOG = "intercept_log.jsonl";

export class Life {
  readonly home = new Home();
  readonly model = new LifeModel(NOW_MS);
  #mnemonic: Mnemonic | undefined;
  #watch: LifeWatch | undefined;
  #written = 0;

  constructor() {
    this.home.write("state.json", '{"errors_since_solidify": 0}\n');
  }

  async end(): Promise<void> {
    await this.#restart();
    rmSync(this.home.path, { recursive: true, force: true });
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case "append":
        return this.#append(one.records);
      case "scan":
        return this.#scan(one.kill);
      case "watch":
        return this.#watched(one);
      case "step":
        return void (this.model.nowMs += one.hours * HOUR);
      case "rotate":
        return this.#rotate(one.copies);
      case "truncate":
        return this.#truncate(one.keep);
      case "damage":
        return appendFileSync(this.home.file(LOG), `{"ts": ${this.#written++}, damaged\n`);
      case "replace":
        return this.#replace();
      case "rule":
        return this.#rule(one.rule, one.hours);
      case "removeRule":
        if (this.model.rules.delete(one.rule)) this.home.removeRule(one.rule);
        return undefined;
      case "confirm":
      case "reject":
        return this.#decide(one);
      case "reopen":
        return this.#reopen(one.which);
      case "feedback":
        return this.#feedback(one.rule, one.falsePositive);
      case "restart":
        return this.#restart();
      case "forgetCache":
        return rmSync(this.home.file("mnemonic_cache"), { recursive: true, force: true });
      case "backfill":
        return this.#backfill();
    }
  }

  /** No two records have one time: what then stands first is told elsewhere. */
  #append(records: readonly Written[]): void {
    const lines = records.map(({ kind, rule: id, session, ago }) => {
      const ms = this.model.nowMs - ago * HOUR - 100_000 + this.#written++;
      return JSON.stringify(hit(ms, id, session, KINDS[kind]));
    });
    appendFileSync(this.home.file(LOG), lines.map((line) => `${line}\n`).join(""));
  }

  #rotate(copies: boolean): void {
    if (!this.home.names().includes(LOG)) return;
    const rotated = this.home.names().filter((name) => name.startsWith(`${LOG}.`));
    for (const name of rotated.toSorted().toReversed())
      renameSync(this.home.file(name), this.home.file(`${LOG}.${Number(name.slice(LOG.length + 1)) + 1}`));
    if (copies) {
      copyFileSync(this.home.file(LOG), this.home.file(`${LOG}.1`));
      truncateSync(this.home.file(LOG), 0);
    } else renameSync(this.home.file(LOG), this.home.file(`${LOG}.1`));
  }

  #truncate(keep: number): void {
    if (!this.home.names().includes(LOG)) return;
    truncateSync(this.home.file(LOG), Math.floor(this.home.text(LOG).length * keep));
  }

  /** The same content in another file. */
  #replace(): void {
    if (!this.home.names().includes(LOG)) return;
    writeFileSync(this.home.file("new"), this.home.text(LOG));
    renameSync(this.home.file("new"), this.home.file(LOG));
  }

  #rule(id: string, hours: number | null): void {
    const expiresMs = hours === null ? undefined : this.model.nowMs + hours * HOUR + 500;
    this.home.rule(id, expiresMs === undefined ? {} : { expires_at: at(expiresMs) });
    this.model.rules.set(id, expiresMs === undefined ? {} : { expiresMs });
  }

  async #restart(): Promise<void> {
    await this.#unwatch();
    await this.#mnemonic?.close();
    this.#mnemonic = undefined;
  }

  async #open(): Promise<Mnemonic> {
    return (this.#mnemonic ??= await openMnemonic({ home: this.home.path, lockWaitMs: 0 }));
  }

  files(): LogFile[] {
    const names = readdirSync(this.home.path).filter((name) => name.startsWith(LOG));
    return names.toSorted().map((name) => ({ name, text: readFileSync(this.home.file(name), "utf8") }));
  }

  /** Does something, and does it again if the process was killed on the way. */
  async #surely<T>(killed: Kill, act: (mnemonic: Mnemonic) => Promise<T>): Promise<T> {
    if (killed !== null) {
      const mnemonic = await this.#open();
      await withFault(killed.at, killed.how, async () => act(mnemonic));
      buryLockOwner(this.home.file("mnemonic_state.json.lock"));
      await this.#restart();
    }
    return act(await this.#open());
  }

  async #scan(killed: Kill): Promise<void> {
    const now = this.model.nowMs;
    const fresh = await openMnemonic({ home: this.home.path, lockWaitMs: 0 });
    const expected = await fresh.scan({ now, dryRun: true, noCache: true });
    await fresh.close();
    const state = this.model.scan(this.files(), false);
    const report = await this.#surely(killed, async (mnemonic) => mnemonic.scan({ now }));
    this.check(report, state);
    // What is known from before, and what was written by a run that was killed, makes no difference.
    mustEqual(lasting(report), lasting(expected), "a scan by what is known, and one of everything");
    const errors = this.home.lines("errors.jsonl");
    mustEqual(errors.length, this.model.confirmed, "records handed to Canon");
    mustEqual(new Set(errors.map((line) => line["draft_id"])).size, errors.length, "drafts handed to Canon");
    const counters = JSON.parse(this.home.text("state.json")) as Record<string, unknown>;
    mustEqual(counters["errors_since_solidify"], this.model.confirmed, "the counter of state.json");
  }

  check(report: Report, state: LifeState): void {
    // Where no log holds a record, errors are looked at, and there are none but Mnemonic's own.
    const own = state.lines.accepted === 0 ? this.model.confirmed : 0;
    checkReport(report, { ...state, lines: { ...state.lines, ...added(state.lines, own) } });
  }

  /** A disk that fails for a moment is told of and waited for; what a killed watch had not told yet, the next scan knows. */
  async #watched({ isDry, ends, trouble }: Step & { readonly do: "watch" }): Promise<void> {
    const watch = (this.#watch ??= new LifeWatch(await this.#open(), this, isDry));
    let isAlive = true;
    const mayDie = trouble?.how.startsWith("killed") === true;
    const look = async (): Promise<unknown> => (isAlive = await watch.look(mayDie));
    const { outcome } = await withFault(trouble?.at ?? 0, trouble?.how ?? "EIO", look);
    if (outcome instanceof Error) throw outcome;
    if (!isAlive) {
      buryLockOwner(this.home.file("mnemonic_state.json.lock"));
      await this.#restart();
      await this.#scan(null);
    } else if (ends) await this.#unwatch();
  }

  async #unwatch(): Promise<void> {
    await this.#watch?.end();
    this.#watch = undefined;
  }

  async #decide(one: Step & { readonly do: "confirm" | "reject" }): Promise<void> {
    const pending = (await (await this.#open()).drafts()).filter(({ status }) => status === "pending_confirm");
    const draft = pending[one.which % pending.length];
    if (draft === undefined || !("evidence" in draft)) return;
    const [now, lastMs] = [this.model.nowMs, Date.parse(draft.evidence.last as string)];
    if (one.do === "confirm") {
      await this.#surely(one.kill, async (mnemonic) => mnemonic.confirm(draft.draft_id, { now }));
      this.model.confirm(draft.pattern, lastMs);
    } else {
      await this.#surely(one.kill, async (mnemonic) => mnemonic.reject(draft.draft_id, { now, forGood: one.forGood }));
      this.model.reject(draft.pattern, lastMs, one.forGood);
    }
    const decided = await (await this.#open()).draft(draft.draft_id);
    mustEqual(
      [decided.status, "judged_until" in decided && decided.judged_until],
      [one.do === "confirm" ? "confirmed" : "rejected", at(lastMs)],
      "a decision",
    );
  }

  async #reopen(which: number): Promise<void> {
    const mnemonic = await this.#open();
    const rejected = (await mnemonic.drafts()).filter(isNewestRejected);
    const draft = rejected[which % rejected.length];
    if (draft === undefined) return;
    await mnemonic.reopen(draft.draft_id, { now: this.model.nowMs });
    this.model.reopen(draft.pattern as string);
  }

  async #feedback(id: string, falsePositive: boolean): Promise<void> {
    if (!this.model.knows(id)) return;
    await (await this.#open()).feedback(id, falsePositive ? "false_positive" : "confirmed", { now: this.model.nowMs });
    this.model.feedback(id, falsePositive ? "false positive" : "confirmation");
  }

  async #backfill(): Promise<void> {
    const files = this.files();
    if (files.length === 0) return;
    const archives = files.map(({ name }) => this.home.file(name));
    const { patterns } = await (await this.#open()).backfill({ archives, now: this.model.nowMs, dryRun: true });
    const { records } = readLogs(files);
    for (const { pattern, trigger } of patterns) {
      const own = records.flatMap((one, offset) => {
        const isOpen = one.rule === pattern && one.ms > this.model.judgedUntilMs(pattern) && one.ms <= this.model.nowMs;
        if (!isOpen || (one.kind !== "hit" && one.kind !== "false positive")) return [];
        const place = { archive: 0, offset, timeMs: one.ms, session: one.session };
        return [{ ...place, kind: one.kind, patternKind: "rule" as const, key: one.rule, interceptor: "" }];
      });
      const earliest = referenceEarliest(own, { sameSessionHits: 2, d7Hits: 2, d14Hits: 3 });
      // What holds only once a false positive has left a window that is yet to come does not hold by now.
      const held = earliest !== "none" && earliest.atMs <= this.model.nowMs ? earliest.trigger : "none";
      mustEqual(trigger?.name ?? "none", held, `what a backfill says of ${pattern}`);
    }
  }
}

function isNewestRejected(entry: QueueEntry): boolean {
  return entry.status === "rejected";
}
