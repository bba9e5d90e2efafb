// Faults of servers, agents and clients' connections, for any store.
import { LEASE_SECONDS } from "../limits.ts";
import { createRandom } from "../plan/random.ts";
import type { ChaosNode } from "./chaos-node.ts";
import type { Relay, RelayState } from "./relay.ts";
import type { Fault, World } from "./world.ts";

type AnyWorld = Pick<World, "nodes">;

const nodeOf = ({ nodes }: AnyWorld, index: number): ChaosNode => nodes[index % nodes.length] as ChaosNode;

function ends(name: string, signal: "SIGTERM" | "SIGKILL", weight: number): Fault<AnyWorld> {
  return {
    name,
    leastMs: 0,
    mostMs: 4_000,
    weight,
    async begin(world, { node }) {
      const hit = nodeOf(world, node);
      await hit.end(signal);
      return () => hit.start();
    },
  };
}

const pausesServer: Fault<AnyWorld> = {
  name: "pause-server",
  leastMs: 500,
  // Past its lease, more often than not.
  mostMs: LEASE_SECONDS * 2_000,
  weight: 2,
  async begin(world, { node }) {
    const hit = nodeOf(world, node);
    hit.signal("SIGSTOP");
    return async () => hit.signal("SIGCONT");
  },
};

const killsAgent: Fault<AnyWorld> = {
  name: "kill-agent",
  leastMs: 0,
  mostMs: 0,
  weight: 2,
  async begin(world, { node, seed }) {
    const pids = await nodeOf(world, node).children();
    if (pids.length > 0) kill(createRandom(seed).pick(pids));
    return async () => undefined;
  },
};

export function breaksRelay<In extends AnyWorld>(
  name: string,
  relayOf: (world: In, node: number) => Relay,
  times: { readonly leastMs: number; readonly mostMs: number },
  toState: (choice: number) => RelayState,
): Fault<In> {
  return {
    name,
    ...times,
    async begin(world, { node, seed }) {
      const relay = relayOf(world, node);
      relay.set(toState(createRandom(seed).next()));
      return async () => relay.set({ kind: "open" });
    },
  };
}

/** In one direction, in the other, or in both. */
export function frozen(choice: number): RelayState {
  return { kind: "frozen", up: choice < 0.66, down: choice > 0.33 };
}

const toClients = (world: AnyWorld, node: number): Relay => nodeOf(world, node).clients;
const SHORT = { leastMs: 100, mostMs: 3_000 };

export const nodeFaults: readonly Fault<AnyWorld>[] = [
  ends("kill-server", "SIGKILL", 3),
  ends("stop-server", "SIGTERM", 1),
  pausesServer,
  killsAgent,
  breaksRelay("cut-clients", toClients, SHORT, () => ({ kind: "cut" })),
  breaksRelay("slow-clients", toClients, SHORT, (choice) => ({ kind: "slow", delayMs: choice * 200 })),
  breaksRelay("half-open-clients", toClients, { leastMs: 500, mostMs: 8_000 }, frozen),
];

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
