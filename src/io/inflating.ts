import { createGunzip, type Gunzip } from "node:zlib";

/**
 * A full chunk is handed over by the thread that scans, and zlib waits for it: several pieces should fit into one. At the
 * default of 16 KiB the hand-over costs three times what inflating does.
 */
const MOST_CHUNK_BYTES = 4 << 20;
const LEAST_CHUNK_BYTES = 1 << 14;
/** Several pieces of a log: of thousands of small archives each would else take megabytes. */
const EXPANSION = 64;

/**
 * One run of zlib over gzip members, driven a piece at a time: when a write is done, all that the piece gave has arrived.
 * The stream is never paused, for what waits inside it is dropped by an error.
 */
export class Inflating {
  /** Whether zlib has taken a NUL behind a member for the end of everything. */
  ended = false;
  readonly #zlib: Gunzip;
  #chunks: Uint8Array[] = [];
  #givenBytes = 0;
  #settle: (error?: Error | null) => void = () => {};

  /** `pieceBytes`: how large the pieces will be. */
  constructor(pieceBytes: number) {
    const chunkSize = Math.min(MOST_CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, pieceBytes * EXPANSION));
    this.#zlib = createGunzip({ chunkSize });
    this.#zlib.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.#zlib.on("error", (error) => this.#settle(error));
    this.#zlib.on("end", () => {
      this.ended = true;
      this.#settle();
    });
  }

  /** Resolves to how many bytes of the piece zlib left unread, which is none before it has ended. */
  async write(piece: Uint8Array): Promise<number> {
    this.#givenBytes += piece.length;
    await this.#until(() => this.#zlib.write(piece, (error) => this.#settle(error)));
    return this.#givenBytes - this.#zlib.bytesWritten;
  }

  async end(): Promise<void> {
    if (!this.ended) await this.#until(() => this.#zlib.end());
  }

  /** What was inflated since the last call. */
  take(): Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  close(): void {
    this.#zlib.destroy();
  }

  async #until(start: () => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#settle = (error) => (error == null ? resolve() : reject(error));
      start();
    });
  }
}
