// What three servers and their database hold at a moment: what must not grow.
import type { PostgresServer } from "@parley/test-support/postgres";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { median } from "../statistics.ts";
import type { WatchedServer } from "../server/watched-server.ts";

export interface SoakState {
  /** Of each server. */
  readonly rssMb: readonly number[];
  /** Without the connections to the database, whose number goes up and down with the load. */
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
    descriptors: nodes.map((node) => node.descriptors() - countSockets(node.pid, postgres.port)),
    connections: pids.length,
    backendMb: Math.max(0, ...pids.map(ownMemoryMb)),
  };
}

/** Of a process, to a port. */
function countSockets(pid: number, port: number): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  const columns = lines.map((line) => line.trim().split(/\s+/));
  const links = new Set(columns.flatMap((column) => (column[2]?.endsWith(remote) ? [`socket:[${column[9]}]`] : [])));
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => links.has(linkOf(`${folder}/${name}`))).length;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // It has just been closed.
  }
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
