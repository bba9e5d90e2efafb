// `parley agents restart`: restarts the processes of an agent on a server.
import { neutralLine } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { SESSION_OPEN_MS } from "../../limits.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { connectToRunning } from "../../hub/connect-to-running.ts";
import type { agentsRestartUsage } from "../../usage/agents-running.ts";

export const run: Run<typeof agentsRestartUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  await using access = await connectToRunning(flags, context);
  const { restarted } = await access.remote.request("agents/restart", { name }, { timeoutMs: SESSION_OPEN_MS });
  if (flags.json) printJson({ agent: name, restarted });
  else if (restarted === 0) printNotice(`${neutralLine(name)} is not running.`);
  else printNotice(`Restarted ${neutralLine(name)} (${restarted} ${restarted === 1 ? "process" : "processes"}).`);
  return ExitCodes.endTurn;
};
