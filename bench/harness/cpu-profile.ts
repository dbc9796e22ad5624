// What a .cpuprofile says of where the time went: self time by function.

export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** The node in which each sample was taken. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

export interface Cost {
  readonly name: string;
  /** File and line; empty for what is V8's own. */
  readonly place: string;
  readonly selfMs: number;
}

/** Waiting for something to do. */
const IDLE = "(idle)";

export function costs({ nodes, samples, timeDeltas }: CpuProfile): { busyMs: number; costs: Cost[] } {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const found = new Map<string, Cost>();
  samples.forEach((id, i) => {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === IDLE) return;
    const name = frame.functionName || "(anonymous)";
    const place = frame.url === "" ? "" : `${shortened(frame.url)}:${frame.lineNumber + 1}`;
    const key = `${name} ${place}`;
    const selfMs = (found.get(key)?.selfMs ?? 0) + (timeDeltas[i] ?? 0) / 1000;
    found.set(key, { name, place, selfMs });
  });
  const all = [...found.values()].sort((a, b) => b.selfMs - a.selfMs);
  return { busyMs: all.reduce((sum, { selfMs }) => sum + selfMs, 0), costs: all };
}

/** From the package's folder on. */
function shortened(url: string): string {
  return url.replace(/^wasm:.*/, "wasm").replace(/^.*\/(?=dist\/|node_modules\/|\.build\/)/, "");
}
