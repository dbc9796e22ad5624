// The part of the WebAssembly interface that the loader uses: the project compiles without the `dom` library.
declare namespace WebAssembly {
  // oxlint-disable-next-line typescript/no-extraneous-class -- it has no members, and is no plain object
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
  }

  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: unknown;
  }
}
