// Several servers at work: what an event and a turn cost, how soon a follower elsewhere has an event, and resuming elsewhere.
import { startPostgres } from "@parley/test-support/postgres";
import { join } from "node:path";
import { inTempFolder } from "../command-line.ts";
import { PACER, startParley } from "../server/parley-server.ts";
import { converse, toStream } from "../server/surfaces.ts";
import type { WatchedServer } from "../server/watched-server.ts";
import { DURABLE, withCluster } from "./cluster.ts";
import { LogReader } from "./log-reader.ts";
import { createSession, ended, prompt, send } from "./requests.ts";

const WARM_UPS = 3;
const TURNS = 3;
const US_PER_MS = 1_000;

/** CPU of the server for each event, on one store or the other. */
export function measureEventCost(
  store: "embedded" | "postgres",
  count: number,
  flags: readonly string[],
): Promise<number> {
  return inTempFolder(async (folder) => {
    await using postgres = store === "postgres" ? await startPostgres(DURABLE) : undefined;
    const env = postgres === undefined ? {} : { DATABASE_URL: await postgres.createDatabase() };
    await using server = await startParley(folder, flags, { env, more: ["--no-feed"] });
    using script = await converse("POST /runs", server.address, { agent: "script", cwd: join(folder, "work") });
    for (let turn = 0; turn < WARM_UPS; turn += 1) await script.prompt(toStream(count));
    await server.idle();
    const before = server.cpuUs();
    for (let turn = 0; turn < TURNS; turn += 1) await script.prompt(toStream(count));
    return (server.cpuUs() - before) / (count * TURNS);
  });
}

/**
 * CPU of all servers for each turn, if requests go to one server or to each in turn. Before that, each server has been
 * asked for as many as one server: a server that has compiled less takes more.
 */
export function measureTurnCost(count: 1 | 2, turns: number, flags: readonly string[]): Promise<number> {
  return withCluster({ count, flags }, async ({ nodes, folder }) => {
    const sessionId = await createSession(address(nodes, 0), "script", folder);
    const run = async (index: number): Promise<void> => {
      const input = [{ role: "user", parts: [{ content_type: "text/plain", content: "say hello" }] }];
      await send(address(nodes, index), "POST", "/runs", { agent_name: "script", session_id: sessionId, input });
    };
    for (let turn = 0; turn < turns * count; turn += 1) await run(turn);
    for (const node of nodes) await node.idle();
    const before = nodes.map((node) => node.cpuUs());
    for (let turn = 0; turn < turns; turn += 1) await run(turn);
    const used = nodes.reduce((sum, node, index) => sum + node.cpuUs() - (before[index] ?? 0), 0);
    return used / turns / US_PER_MS;
  });
}

export interface DeliverySample {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Events that came a second. */
  readonly perSecond: number;
  /** Missing, or twice. */
  readonly faults: number;
}

/** From the agent at one server to a follower at another. */
export function measureDelivery(rate: number, seconds: number): Promise<DeliverySample> {
  return withCluster({ count: 2 }, async ({ nodes, folder }) => {
    const sessionId = await createSession(address(nodes, 0), PACER, folder);
    await ended(address(nodes, 0), await prompt(address(nodes, 0), sessionId, `${rate} 1`));
    const { last_seq: after = 0 } = await send<{ last_seq?: number }>(
      address(nodes, 0),
      "GET",
      `/sessions/${sessionId}`,
    );
    using reader = new LogReader(address(nodes, 1), sessionId, after);
    const turnId = await prompt(address(nodes, 0), sessionId, `${rate} ${seconds}`);
    const { last_seq: last = 0 } = await ended(address(nodes, 0), turnId);
    await reader.reached(last);
    const sorted = reader.latenciesMs.toSorted((one, other) => one - other);
    const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond: sorted.length / seconds, faults: reader.faults(after) };
  });
}

const AT_ONCE = 50;

/** How many of that many followers, who resume at the other server while the log grows, miss an event or get one twice. */
export function measureResumes(count: number): Promise<{ readonly broken: number }> {
  return withCluster({ count: 2 }, async ({ nodes, folder }) => {
    const sessionId = await createSession(address(nodes, 0), PACER, folder);
    const first = await ended(address(nodes, 0), await prompt(address(nodes, 0), sessionId, "1000 2"));
    const turnId = await prompt(address(nodes, 0), sessionId, "200 10");
    const over = ended(address(nodes, 0), turnId);
    let broken = 0;
    let begun = 0;
    const work = async (): Promise<void> => {
      while (begun < count) {
        begun += 1;
        const after = Math.floor(Math.random() * (first.last_seq ?? 0));
        using reader = new LogReader(address(nodes, 1), sessionId, after);
        // Some stay until the log has grown, the others leave when they have what was there.
        const isPatient = begun % 20 === 0;
        const last = isPatient ? (await over).last_seq : first.last_seq;
        await reader.reached(last ?? 0);
        if (reader.faults(after) > 0 || (reader.seqs.at(-1) ?? 0) < (last ?? 0)) broken += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { broken };
  });
}

function address(nodes: readonly WatchedServer[], index: number): WatchedServer["address"] {
  return (nodes[index % nodes.length] as WatchedServer).address;
}
