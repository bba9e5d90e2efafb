// `parley agents sign-out`: signs out of an agent, in all its processes.
import { neutralLine } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import { SESSION_OPEN_MS } from "../../limits.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsSignOutUsage } from "../../usage/agents-running.ts";

export const run: Run<typeof agentsSignOutUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  await using access = await connectHub(flags, context);
  await access.remote.request("agents/signOut", { name }, { timeoutMs: SESSION_OPEN_MS });
  if (flags.json) printJson({ agent: name });
  else printNotice(`Signed out of ${neutralLine(name)}.`);
  return ExitCodes.endTurn;
};
