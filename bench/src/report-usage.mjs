// Loaded before a measured program: when that ends, what it used is in the file that PARLEY_BENCH_FILE names.
import { readFileSync, writeFileSync } from "node:fs";

const file = process.env["PARLEY_BENCH_FILE"];
delete process.env["PARLEY_BENCH_FILE"];

process.on("exit", () => {
  if (file === undefined) return;
  const { user, system } = process.cpuUsage();
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readStatus())?.[1];
  const rssPeakBytes = peak === undefined ? process.resourceUsage().maxRSS * 1024 : Number(peak) * 1024;
  writeFileSync(file, JSON.stringify({ cpuUs: user + system, rssPeakBytes }));
});

function readStatus() {
  return process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
}
