// What this process has used so far: CPU of all its threads, and memory.
import { readFileSync } from "node:fs";

export interface Usage {
  readonly cpuUs: number;
  readonly rssBytes: number;
  /** The most this process ever had. */
  readonly rssPeakBytes: number;
}

export function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, rssBytes: process.memoryUsage.rss(), rssPeakBytes: readRssPeak() };
}

/** Linux has the exact figure; `maxRSS` elsewhere may include the process that started this one. */
function readRssPeak(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error("/proc/self/status has no VmHWM");
  return Number(kibibytes) * 1024;
}
