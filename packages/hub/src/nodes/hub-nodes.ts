// The servers that share the store, as callers see them. On a store with one server, that is this one.
import { ParleyError, VERSION, type Clock } from "@parley/base";
import { hostname } from "node:os";
import type { HubNode, HubNodes, StoreNode, StoreNodes } from "../api/nodes.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubTurns } from "../turns/create-turns.ts";

export interface HubNodesOptions {
  readonly live: Pick<LiveSessions, "size">;
  readonly turns: Pick<HubTurns, "isDraining">;
  readonly clock: Clock;
}

/** The id of a server that has its store to itself. */
const ONLY = "this";

export function createHubNodes(nodes: StoreNodes | undefined, { live, turns, clock }: HubNodesOptions): HubNodes {
  const startedAtMs = clock.now();
  const asked = new Set<() => void>();
  nodes?.onDrain(() => {
    for (const listener of asked) listener();
  });
  const own = (): HubNode => ({
    id: ONLY,
    isSelf: true,
    state: turns.isDraining ? "draining" : "running",
    host: hostname(),
    version: VERSION,
    place: undefined,
    sessions: live.size,
    startedAtMs,
    seenAtMs: undefined,
    silentMs: undefined,
  });
  return {
    list: async () => (nodes === undefined ? [own()] : (await nodes.list()).map((node) => toHubNode(node, nodes.id))),
    async drain(id) {
      const isSelf = id === (nodes?.id ?? ONLY);
      if (!isSelf && !(await nodes?.drain(id))) {
        throw new ParleyError({ code: "node_not_found", message: `Server ${id} is not running` });
      }
      if (isSelf) for (const listener of asked) listener();
    },
    onDrain(listener) {
      asked.add(listener);
      return () => void asked.delete(listener);
    },
  };
}

/** Without its key. */
function toHubNode(node: StoreNode, ownId: string): HubNode {
  const { id, host, version, place, sessions, startedAtMs, seenAtMs, silentMs } = node;
  return {
    id,
    isSelf: id === ownId,
    state: toState(node),
    host,
    version,
    place,
    sessions,
    startedAtMs,
    seenAtMs,
    silentMs,
  };
}

function toState({ isAlive, isDraining, url }: StoreNode): HubNode["state"] {
  if (!isAlive) return "lost";
  if (isDraining) return "draining";
  return url === undefined ? "starting" : "running";
}
