// `parley agents traffic`: the latest messages with the processes of an agent, as a trace.
import type { Run } from "../../command.ts";
import { connectToRunning } from "../../hub/connect-to-running.ts";
import { ExitCodes } from "../../exit-codes.ts";
import type { agentsTrafficUsage } from "../../usage/agents-running.ts";

export const run: Run<typeof agentsTrafficUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  await using access = await connectToRunning(flags, context);
  const { lines } = await access.remote.request("agents/traffic", { name, ...(flags.limit && { limit: flags.limit }) });
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return ExitCodes.endTurn;
};
