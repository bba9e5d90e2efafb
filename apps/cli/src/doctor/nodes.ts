// One line for each server that shares a database, as reported by this home's server.
import { plural, VERSION } from "@parley/base";
import type { Operations } from "@parley/contract";
import { SERVER_CHECK_MS } from "../limits.ts";
import { ok, warn, type Finding } from "./finding.ts";

type Node = Operations["nodes/list"]["reply"]["nodes"][number];

/** Empty for a server that does not share a database, or is too old to report it. */
export async function checkNodes(url: string, token: string): Promise<readonly Finding[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/nodes`, { headers, signal: AbortSignal.timeout(SERVER_CHECK_MS) });
  if (!response.ok) return [];
  const { nodes } = (await response.json()) as Operations["nodes/list"]["reply"];
  return nodes.filter(({ place }) => place !== undefined).map(describeNode);
}

function describeNode(node: Node): Finding {
  const { id, is_self: isSelf, host, version, state, sessions, silent_ms: silentMs = 0 } = node;
  const what = `Node ${id}${isSelf ? " (this server)" : ""} on ${host}, version ${version || "unknown"}`;
  const text = `${what}: ${state}, ${plural(sessions, "session")}, last heartbeat ${formatSeconds(silentMs)} ago`;
  if (state === "lost")
    return warn("node", text, "Its sessions are taken over; start the server again on that machine");
  if (version !== VERSION) return warn("node", text, `Update it: this is Parley ${VERSION}`);
  return state === "draining" ? warn("node", text) : ok("node", text);
}

function formatSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
