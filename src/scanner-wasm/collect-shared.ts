import { inRows } from "../core/count/fused-range.js";
import { newestOf } from "../core/merge/merge.js";
import { PARTIAL_VERSION, type Partial, type ShardedPartial } from "../core/count/partial.js";
import { withFusedFolds } from "./fused-folds.js";
import { MemoryView } from "./memory-view.js";
import { listLanes, mergeRows } from "./merge-shared.js";
import type { SharedPartial, SharedScan } from "./scanner-wasm.js";
import { joinedShards, SerialShards, toSerialForm } from "./serial-form.js";
import { Tables } from "./tables.js";
import { instantiate } from "./wasm-module.js";

/** Merges the lanes of a scan by adoption and copies what they came to out of the shared memory. Call it once, instead of a merge. */
export function collectShared(scan: SharedScan, partials: readonly SharedPartial[]): Partial {
  const { module, memory, maxBytes, precision, seed } = scan.init;
  const exports = instantiate(module, memory, maxBytes, {});
  exports.openMerge();
  mergeRows(exports, partials);
  const { lanes: list, laneCount } = listLanes(exports, memory, partials);
  exports.mergePart(list, laneCount, 0, 1);
  // Now: merging may have made the memory grow, and tables see what there is when they are made.
  const tables = new Tables(exports, new MemoryView(memory));
  const { columns, rows } = tables.patterns();
  // What was merged into another lane is passed over, so no session stands in two of these.
  const lanes = partials.map(({ state }) => new SerialShards(tables, tables.firstChunk(state), rows, seed));
  return {
    version: PARTIAL_VERSION,
    precision,
    patterns: columns,
    shards: joinedShards(lanes),
    ranges: withFusedFolds(partials.flatMap(({ ranges }) => ranges)).map((range) => inRows(range, rows, range.archive)),
    newestRecord: newestOf(partials),
    validUntilMs: Math.min(...partials.map(({ validUntilMs }) => validUntilMs)),
    undated: partials.reduce((sum, { undated }) => sum + undated, 0),
    sessionless: partials.reduce((sum, { sessionless }) => sum + sessionless, 0),
  };
}

/** A lane's findings as columns, where they are to be merged with others than those of this memory. */
export function serialForm(scan: SharedScan, { state, lane: _lane, ...found }: SharedPartial): ShardedPartial {
  const { module, memory, maxBytes } = scan.init;
  const exports = instantiate(module, memory, maxBytes, {});
  exports.openMerge();
  exports.adoptLane(state);
  const tables = new Tables(exports, new MemoryView(memory));
  return toSerialForm(tables, exports.firstChunkAt() >>> 0, scan.init, found);
}
