// A list of agents over a real store, with a machine and remote agents that a test has in its hands.
import { ParleyError, type Clock, type Log } from "@parley/base";
import { openSqliteStore } from "../../store/sqlite/open-sqlite-store.ts";
import type { HubStore } from "../../api/store.ts";
import { createAgents, type HubAgents } from "../create-agents.ts";
import type { AgentsLimits } from "../../limits.ts";
import type { RemoteCard } from "../../api/remote-card.ts";
import type { ExternalAgent } from "../../api/sources.ts";
import { ownAgent } from "./own-agent.ts";

export interface AgentsScene extends AsyncDisposable {
  readonly agents: HubAgents;
  readonly store: HubStore;
  /** What is on the machine at the next look. */
  readonly machine: { agents: readonly ExternalAgent[]; looks: number; look(): Promise<void> };
  /** By address. */
  readonly cards: Map<string, RemoteCard>;
  readonly logged: readonly string[];
  /** The same store and the same machine, as after a restart. */
  restart(): HubAgents;
}

export interface SceneOptions {
  readonly clock: Clock;
  readonly limits?: Partial<AgentsLimits>;
  readonly machine?: readonly ExternalAgent[];
  readonly look?: () => Promise<void>;
}

export function createExternal(name: string, isAvailable = true): ExternalAgent {
  return { name, title: name, description: `${name} speaks ACP`, availability: { isAvailable } };
}

export async function createAgentsScene({ clock, limits, ...options }: SceneOptions): Promise<AgentsScene> {
  const store = await openSqliteStore({ path: ":memory:" });
  const logged: string[] = [];
  const log: Log = { write: (_, message) => void logged.push(message) };
  const cards = new Map<string, RemoteCard>();
  const machine: AgentsScene["machine"] = {
    agents: options.machine ?? [],
    looks: 0,
    look: options.look ?? (() => Promise.resolve()),
  };
  const readCard = (url: string): Promise<RemoteCard> => {
    const card = cards.get(url);
    if (card !== undefined) return Promise.resolve(card);
    return Promise.reject(new ParleyError({ code: "connection_failed", message: `Nobody is at ${url}` }));
  };
  const opened: HubAgents[] = [];
  const open = (): HubAgents => {
    const external = {
      list: async () => {
        machine.looks += 1;
        await machine.look();
        return machine.agents;
      },
      find: (name: string) => () => Promise.resolve({ name, title: name, command: name, args: [], env: {} }),
    };
    const agents = createAgents({ own: ownAgent, external, store, readCard, clock, log, limits });
    opened.push(agents);
    return agents;
  };
  const agents = open();
  return {
    agents,
    store,
    machine,
    cards,
    logged,
    restart: open,
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}
