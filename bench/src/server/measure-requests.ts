// How many requests a second: ours beside a bare Hono route, and beside `opencode serve`.
import { inTempFolder } from "../command-line.ts";
import { startBare } from "./bare-server.ts";
import { getText } from "./get-json.ts";
import { startOpencode } from "./opencode-server.ts";
import { startParley, withParley } from "./parley-server.ts";
import { measureRate, type Rate } from "./request-load.ts";

const CONNECTIONS = 32;

export interface RequestCounts {
  readonly agents: number;
  /** Sessions that both make, and lists that both give; after these their memory is looked at. */
  readonly sessions: number;
  /** How many times as many ours gets for its rate: it would be done too soon to be measured. */
  readonly times: number;
}

export interface AgentsSample {
  readonly ours: Rate;
  readonly bare: Rate;
}

export interface SessionsSample {
  readonly create: Rate;
  readonly list: Rate;
  readonly rssMb: number;
}

/** The same answer from both. */
export function measureAgents(count: number, flags: readonly string[]): Promise<AgentsSample> {
  return withParley(flags, async (parley, folder) => {
    const load = { method: "GET", path: "/agents", count, connections: CONNECTIONS } as const;
    await using plain = await startBare(folder, await getText(parley.address, load.path));
    const bare = await measureRate(plain, load);
    const ours = await measureRate(parley, load);
    return { ours, bare };
  });
}

export type Contender = "Parley" | "opencode";

/** Sessions are made, then a page of them is listed. */
export function measureSessions(contender: Contender, { sessions, times }: RequestCounts): Promise<SessionsSample> {
  return inTempFolder(async (folder) => {
    const isOurs = contender === "Parley";
    const path = isOurs ? "/sessions" : "/session";
    await using server = await (isOurs ? startParley(folder) : startOpencode(folder));
    const measure = async (count: number): Promise<Pick<SessionsSample, "create" | "list">> => {
      const load = { count, connections: CONNECTIONS };
      const create = await measureRate(server, { ...load, method: "POST", path, body: {} });
      return { create, list: await measureRate(server, { ...load, method: "GET", path: `${path}?limit=${LISTED}` }) };
    };
    const first = await measure(sessions);
    await server.idle();
    const rssMb = server.rssMb();
    return { ...(isOurs ? await measure(sessions * times) : first), rssMb };
  });
}

const LISTED = 100;
