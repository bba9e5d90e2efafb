// Starts a server's agent as `parley bridge`, with the token in the environment, which process lists do not show.
import type { AgentLaunch } from "@parley/client";
import { ownCommand } from "./own-agent.ts";
import type { ServerAccess } from "../server/server-access.ts";

/** A server has no agent of this name; it lists the modes of the built-in agent, one of which is the default. */
const OWN = "parley";

/** This home's server is looked up at every start, so that a program that took over its port does not get the token. */
export function bridgeLaunch({ url, token, isLocal }: ServerAccess, agent: string): AgentLaunch {
  const { command, args, env: own, version } = ownCommand();
  const bridge = [
    ...args.slice(0, -1),
    "bridge",
    "--server",
    isLocal ? "auto" : url,
    ...(agent === OWN ? [] : ["--agent", agent]),
  ];
  const env = { ...own, PARLEY_TOKEN: token };
  // The bridge is Parley itself, and the server already works around the faults of the agent.
  const quirks: AgentLaunch["quirks"] = [];
  return { name: agent, title: agent === OWN ? "Parley" : agent, command, args: bridge, env, version, quirks };
}
