import type { ElementSink } from "./element-sink.js";
import { ElementReader } from "./json-elements.js";

const BRACE = 0x7b;

/**
 * Whether a line holds more than one whole object: concatenated JSON. What is broken among them does not count. Of a line
 * whose end is not there yet (`isEnded` unset), an object that has begun counts as well: it may be at its writer's still.
 */
export function isConcatenation(line: Uint8Array, isEnded: boolean): boolean {
  const objects = new Objects(line);
  const reader = new ElementReader(objects, false);
  reader.write(line);
  if (!isEnded) reader.end();
  return objects.count > 1;
}

class Objects implements ElementSink {
  count = 0;
  readonly #bytes: Uint8Array;
  #isObject = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  begin(offset: number): void {
    this.#isObject = this.#bytes[offset] === BRACE;
  }

  end(): void {
    if (this.#isObject) this.count++;
  }

  tail(): void {
    this.end();
  }

  bytes(): void {}
  discard(): void {}
  reject(): void {}
  nuls(): void {}
}
