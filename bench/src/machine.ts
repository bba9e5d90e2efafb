// The machine and the day, without which no figure means anything.
import { arch, cpus, platform, totalmem } from "node:os";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly platform: string;
  readonly date: string;
}

export function readMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? "unknown",
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

export function describeMachine({ cpu, cores, memoryGb, node, platform: system, date }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, ${date}`;
}
