// What three servers and their database hold at a moment: what must not grow.
import type { PostgresServer } from "@parley/test-support/postgres";
import { readFileSync } from "node:fs";
import { median } from "../statistics.ts";
import type { WatchedServer } from "../server/watched-server.ts";

export interface SoakState {
  /** Of each server. */
  readonly rssMb: readonly number[];
  readonly descriptors: readonly number[];
  /** To the database, of all servers. */
  readonly connections: number;
  /** Memory of its own of the largest backend: prepared statements and plans are there. */
  readonly backendMb: number;
}

const KIBIBYTES_PER_MB = 1e6 / 1024;

export async function readState(nodes: readonly WatchedServer[], postgres: PostgresServer): Promise<SoakState> {
  const words = "select pid from pg_stat_activity where application_name = 'parley'";
  const pids = (await postgres.query(words)).split("\n").filter((line) => line !== "");
  return {
    rssMb: nodes.map((node) => node.rssMb()),
    descriptors: nodes.map((node) => node.descriptors()),
    connections: pids.length,
    backendMb: Math.max(0, ...pids.map(ownMemoryMb)),
  };
}

function ownMemoryMb(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / KIBIBYTES_PER_MB;
  } catch {
    return 0; // It has just been closed.
  }
}

/** The middle of some looks, so that one collection of garbage more or less does not count. */
export function middle(states: readonly SoakState[]): SoakState {
  const each = (field: "rssMb" | "descriptors"): readonly number[] =>
    (states[0]?.[field] ?? []).map((_, index) => median(states.map((state) => state[field][index] ?? Number.NaN)));
  return {
    rssMb: each("rssMb"),
    descriptors: each("descriptors"),
    connections: median(states.map(({ connections }) => connections)),
    backendMb: median(states.map(({ backendMb }) => backendMb)),
  };
}
