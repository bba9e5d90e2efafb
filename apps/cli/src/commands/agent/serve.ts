// `parley agent`: our own agent on stdin and stdout.
import { createAgent } from "@parley/agent";
import { createNdjsonTransport } from "@parley/rpc";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import type { agentUsage } from "../../usage/agent.ts";

export const run: Run<typeof agentUsage> = async ({ flags }, { settings, log, home }) => {
  const transport = createNdjsonTransport(process.stdin, process.stdout);
  const { model: modelId, mode: modeId, level: approval, maxTurns: requests, maxCost: cost } = settings;
  const agent = createAgent(transport, {
    parleyHome: home,
    defaults: { modelId, modeId, approval, slot: flags.slot, thinking: flags.thinking },
    snapshots: settings.snapshots,
    limits: { requests, cost },
    allowsLoopback: flags["allow-loopback"],
    log,
  });
  const stop = (): void => void agent.close();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  // The client is gone when stdin ends; an agent must not outlive it.
  await agent.closed;
  return ExitCodes.endTurn;
};
