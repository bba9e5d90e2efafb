// `parley agent`: the built-in agent on stdin and stdout.
import { createCodingAgent, type CodingAgentOptions } from "@parley/agent";
import { createNdjsonTransport } from "@parley/rpc";
import { homedir } from "node:os";
import { chooseSandbox } from "../../client/choose-sandbox.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import type { agentUsage } from "../../usage/agent.ts";

export const run: Run<typeof agentUsage> = async ({ flags }, context) => {
  const { settings, log, home } = context;
  const transport = createNdjsonTransport(process.stdin, process.stdout);
  const { model: modelId, mode: modeId, level: approval, maxTurns: requests, maxCost: cost } = settings;
  const agent = createCodingAgent(transport, {
    parleyHome: home,
    defaults: { modelId, modeId, approval, slot: flags.slot, thinking: flags.thinking },
    snapshots: settings.snapshots,
    limits: { requests, cost },
    allowsLoopback: flags["allow-loopback"],
    sandbox: findToolSandbox(context),
    log,
  });
  const stop = (): void => void agent.close();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  // The client is gone when stdin ends; an agent must not outlive it.
  await agent.closed;
  return ExitCodes.endTurn;
};

/** The sandbox for tools. The agent itself stays outside, because it has the keys. */
function findToolSandbox(context: CommandContext): CodingAgentOptions["sandbox"] {
  const { setting, hosts, read = [], write = [] } = chooseSandbox(context, "parley");
  if (setting === "off") return undefined;
  return { mode: setting, hosts, read: read.map(withHome), write: write.map(withHome) };
}

function withHome(place: string): string {
  return place.replace(/^~(?=\/)/, homedir());
}
