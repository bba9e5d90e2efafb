// Imports the modules named in its arguments into a fresh process, and prints what that cost.
import type { ImportSample } from "./suites/import.ts";

const rssBefore = process.memoryUsage.rss();
const before = process.cpuUsage();
for (const name of process.argv.slice(2)) await import(name);
const { user, system } = process.cpuUsage(before);
const sample: ImportSample = {
  cpuMs: (user + system) / 1e3,
  rssMb: (process.memoryUsage.rss() - rssBefore) / 1e6,
};
process.stdout.write(JSON.stringify(sample));
