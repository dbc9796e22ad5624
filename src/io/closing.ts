import { closeSync } from "node:fs";

/**
 * Closes a file that was read, or whose bytes were synced: what the system may yet say then tells nothing, and whatever it
 * says, the file is closed.
 */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // As above.
  }
}
