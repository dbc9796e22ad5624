import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Forks: tests start worker threads of their own, and some measure memory.
    pool: "forks",
    // Two processes for all files: loading the sources and the scanner anew for each of them took two fifths of the time.
    isolate: false,
    maxWorkers: 2,
    // Some tests start the command or a pool several times on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["src/**/*.ts"], exclude: ["src/scanner-wasm/assembly/**"] },
  },
});
