import { defineConfig } from "vitest/config";

/** Tests that put something in the place of a module. */
const ISOLATED = "test/**/*.isolated.test.ts";

export default defineConfig({
  test: {
    // Forks: tests start worker threads of their own, and some measure memory.
    pool: "forks",
    maxWorkers: 2,
    projects: [
      // Files share what they load: to load the sources and the scanner for each anew took two fifths of the time.
      {
        extends: true,
        test: { name: "shared", include: ["test/**/*.test.ts"], exclude: [ISOLATED], isolate: false },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED] } },
    ],
    // Some tests start the command or a pool several times on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["src/**/*.ts"], exclude: ["src/scanner-wasm/assembly/**"] },
  },
});
