// Loaded into a server: at SIGUSR2 it collects its garbage and writes down what is left.
import { renameSync, writeFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  const path = process.env["PARLEY_BENCH_HEAP"];
  globalThis.gc();
  globalThis.gc();
  writeFileSync(`${path}.part`, JSON.stringify(process.memoryUsage()));
  renameSync(`${path}.part`, path);
});
