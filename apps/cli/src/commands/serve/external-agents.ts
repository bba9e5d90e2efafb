// The other agents of this machine for the hub: known ones, installed ones, those of the configuration.
import { listAgents } from "@parley/client/agents";
import type { ExternalAgent, ExternalAgents } from "@parley/hub";
import { agentOptions, findNamed } from "../../client/find-agent.ts";
import { ownLaunch } from "../../client/own-agent.ts";
import type { CommandContext } from "../../command.ts";
import { describeRemedy, toAgentJson } from "../agents/describe-agent.ts";

const SCRIPT = "script";

export function findExternal(context: CommandContext): ExternalAgents {
  const script = ownLaunch(SCRIPT);
  return {
    list: async () => {
      const reports = await listAgents(agentOptions(context));
      const others = reports.map(toAgentJson).filter(({ name }) => ownLaunch(name) === undefined);
      return [
        {
          name: SCRIPT,
          title: script?.title ?? SCRIPT,
          description: "Plays what it is told, line by line: for tests and for a first look",
          availability: { isAvailable: true },
        },
        ...others.map((agent): ExternalAgent => {
          const isAvailable = agent.state === "ready";
          const message = isAvailable ? {} : { message: describeRemedy(agent) };
          const description = `${agent.title}, a coding agent that speaks ACP`;
          return { name: agent.name, title: agent.title, description, availability: { isAvailable, ...message } };
        }),
      ];
    },
    find: (name) => {
      const own = ownLaunch(name);
      return own === undefined ? () => findNamed(context, name) : () => Promise.resolve(own);
    },
  };
}
