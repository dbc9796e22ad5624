/** Receives the elements that an ElementReader finds, in the order of their places. */
export interface ElementSink {
  /** An element's first byte stands at `offset`. */
  begin(offset: number): void;
  /** The next of its bytes. The array is the caller's again afterwards. */
  bytes(chunk: Uint8Array, start: number, end: number): void;
  end(): void;
  /** What began is no element: it holds the elements. */
  discard(): void;
  /** The element that began last (`isOpen`, at `offset`), or what stands there between two elements, is no JSON. */
  reject(offset: number, isOpen: boolean): void;
  /** NULs between values, such as a truncation under an open writer leaves behind. */
  nuls(offset: number): void;
  /** The bytes ended within the element that began last. */
  tail(): void;
}

/** What was wrong with the framing, as places in the stream; -1: nothing. */
export interface FramingFaults {
  /** The bytes ended here, and an array, or the object around `records`, was still open. */
  cutAt: number;
  /** JSON broke here, and no later element could be told apart. */
  lostAt: number;
  /** A comma is missing here between two elements, which were read all the same. */
  commaAt: number;
  /** The object around `records` has another array here, which was not read. */
  otherArrayAt: number;
}
