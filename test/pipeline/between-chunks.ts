// Lets a test act in the middle of a scan by the plain scanner: what it does happens between two given chunks.
import { onTestFinished, vi } from "vitest";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";

/** For this test. `act` is called before each chunk is scanned, with how many were before it. */
export function betweenChunks(act: (chunks: number) => void): void {
  let chunks = 0;
  // oxlint-disable-next-line unbound-method -- it is called with the scanner whose method it was
  const { scan } = PlainScanner.prototype;
  const spy = vi.spyOn(PlainScanner.prototype, "scan");
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementation(function (this: PlainScanner, start, end, offset) {
    act(chunks++);
    scan.call(this, start, end, offset);
  });
}
