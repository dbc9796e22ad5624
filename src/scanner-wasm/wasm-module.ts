import { readFileSync } from "node:fs";
import { packageFile } from "../io/package-files.js";
import { MnemonicError } from "../model/errors.js";

/** What the module exports (assembly/index.ts). Addresses and sizes are bytes; as `i32` they may come out negative. */
export interface WasmExports {
  openScan(
    k0: number,
    k1: number,
    asOfMs: number,
    floorMs: number,
    exactHours: number,
    limit: number,
    patienceMs: number,
  ): void;
  openLane(): void;
  reopenLane(regions: number, buffer: number, bufferBytes: number): void;
  regionsAt(): number;
  usedBytes(): number;
  openMerge(): void;
  setSliding(on: boolean): void;
  setEarlyCutoff(pattern: number, ms: number): void;
  setBounds(sinceMs: number, untilMs: number): void;
  setZoned(on: boolean): void;
  setFoldedUntil(pattern: number, ms: number): void;
  reserveBuffer(bytes: number, keep: number): number;
  bufferSize(): number;
  reserveScratch(bytes: number): number;
  beginRangeCounts(archive: number): void;
  scanLines(start: number, end: number, offset: number): void;
  flushBatch(): void;
  learnNames(patternKind: number, pattern: number, interceptor: number): void;
  internPattern(kind: number, address: number, length: number): number;
  internInterceptor(address: number, length: number): number;
  putRecord(
    kind: number,
    pattern: number,
    interceptor: number,
    session: number,
    length: number,
    exotic: boolean,
    ms: number,
    offset: number,
  ): void;
  putOther(kind: number): void;
  rangeCountsAt(): number;
  tailsOf(): number;
  tailsFound(): number;
  releaseTails(address: number): void;
  headsFound(): number;
  headAt(i: number): number;
  saveLane(): number;
  firstChunkAt(): number;
  adoptLane(state: number): void;
  absorbRows(state: number): void;
  mergePart(lanes: number, count: number, part: number, parts: number): void;
  findSessionEntry(state: number, address: number, length: number, exotic: boolean): number;
  reserve(bytes: number): number;
  ask(answers: number, nowMs: number, currentEntry: number): void;
  answerPart(lanes: number, count: number, part: number, parts: number): number;
  rowsAt(): number;
  rowCount(): number;
  pairsAt(): number;
  pairSlots(): number;
  totalsAt(): number;
  patternsFound(): number;
  interceptorsFound(): number;
  patternEntry(number: number): number;
  interceptorEntry(number: number): number;
}

/** What the module calls. */
export interface WasmCalls {
  slowLine(start: number, end: number): void;
  invalidLine(start: number): void;
  noteNuls(): void;
  leadEvent(kind: number, pattern: number): void;
  earlyEvent(
    kind: number,
    pattern: number,
    ms: number,
    archive: number,
    offset: number,
    id: number,
    length: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/** Compiles the module, once a process. */
export function compiledModule(): WebAssembly.Module {
  return (compiled ??= new WebAssembly.Module(readFileSync(packageFile("dist/scanner-wasm/scanner.wasm"))));
}

export function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  maxBytes: number,
  calls: Partial<WasmCalls>,
): WasmExports {
  const outOfMemory = (): never => {
    const mebibytes = Math.floor(maxBytes / 2 ** 20);
    throw new MnemonicError(
      "OUT_OF_MEMORY",
      `the scan needs more than ${mebibytes} MiB for its sessions and patterns`,
      "scan fewer archives at once",
    );
  };
  const lockAbandoned = (): never => {
    throw new MnemonicError("INTERNAL", "a thread of the scan ended while others waited for it", "run the scan again");
  };
  const unused = (): never => {
    throw new Error("not called when merging");
  };
  const env = {
    memory,
    outOfMemory,
    lockAbandoned,
    slowLine: unused,
    invalidLine: unused,
    noteNuls: unused,
    leadEvent: unused,
    earlyEvent: unused,
    ...calls,
  };
  return new WebAssembly.Instance(module, { env }).exports as WasmExports;
}
