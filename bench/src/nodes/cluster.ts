// Some servers on one real PostgreSQL, as processes of their own.
import { startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { inTempFolder } from "../command-line.ts";
import { startParley } from "../server/parley-server.ts";
import type { WatchedServer } from "../server/watched-server.ts";

/** Commits are on the disk when they return, as in production. */
export const DURABLE = { isDurable: true, settings: ["shared_buffers=256MB", "max_connections=100"] } as const;

export interface Cluster {
  readonly postgres: PostgresServer;
  readonly nodes: readonly WatchedServer[];
  /** Where conversations work. The homes of the servers are elsewhere: each turn would compare those of the others. */
  readonly folder: string;
}

export interface ClusterOptions {
  readonly count: number;
  readonly leaseSeconds?: number;
  readonly flags?: readonly string[];
}

/** They are gone afterwards, and so is the database. */
export function withCluster<Result>(
  { count, leaseSeconds = 15, flags = [] }: ClusterOptions,
  measure: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  return inTempFolder(async (folder) => {
    await using postgres = await startPostgres(DURABLE);
    const env = { DATABASE_URL: await postgres.createDatabase() };
    const more = ["--no-feed", "--lease-seconds", String(leaseSeconds)];
    const nodes: WatchedServer[] = [];
    const project = join(folder, "project");
    await mkdir(project);
    try {
      for (let index = 0; index < count; index += 1) {
        nodes.push(await startParley(join(folder, `node-${index}`), flags, { more, env }));
      }
      return await measure({ postgres, nodes, folder: project });
    } finally {
      for (const node of nodes) await node[Symbol.asyncDispose]();
    }
  });
}
