// Compiles the AssemblyScript scanner into dist, after tsc. In process, so that no binary has to be found. Takes further options of
// asc: `--debug` keeps the names of functions, for profiles.
import { existsSync } from "node:fs";
import { main } from "assemblyscript/asc";

const entry = "src/scanner-wasm/assembly/index.ts";

// Its memory is made by the main thread and shared by the workers, hence imported. It starts small and may grow to 4 GB.
const options =
  "--optimizeLevel 3 --noAssert --runtime stub --enable simd --enable threads " +
  "--importMemory --sharedMemory --initialMemory 64 --maximumMemory 65536";

if (existsSync(entry)) {
  const argv = [entry, "--outFile", "dist/scanner-wasm/scanner.wasm", ...options.split(" "), ...process.argv.slice(2)];
  const { error } = await main(argv, { stdout: process.stdout, stderr: process.stderr });
  if (error) process.exitCode = 1;
}
