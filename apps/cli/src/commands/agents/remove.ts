// `parley agents remove`: removes an agent that Parley installed, or one that was added by hand.
import { ParleyError } from "@parley/base";
import { isInstalled, readCustomAgents, removeAgent, removeCustomAgent, showAgent } from "@parley/catalogue";
import { agentOptions } from "../../client/find-agent.ts";
import { ownLaunch } from "../../client/own-agent.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { confirm } from "../../questions/confirm.ts";
import type { agentsRemoveUsage } from "../../usage/agents.ts";

export const run: Run<typeof agentsRemoveUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  const { home, log } = context;
  const isCustom = (await readCustomAgents(home)).has(name);
  // Checked before the confirmation.
  if (!isCustom) await requireInstalled(name, context);
  const what = isCustom ? `Remove ${name} from the configuration?` : `Remove ${name}, which Parley installed?`;
  if (!(await confirm(what, flags.yes))) {
    printNotice("Nothing was removed.");
    return ExitCodes.endTurn;
  }
  if (isCustom) await removeCustomAgent(home, name);
  const { kept } = isCustom ? { kept: [] } : await removeAgent(name, { host: { parleyHome: home }, log });
  if (flags.json) printJson({ removed: name, kept });
  else printNotice(`Removed ${name}.`);
  for (const folder of kept) printNotice(`Still in use, removed later: ${folder}`);
  return ExitCodes.endTurn;
};

async function requireInstalled(name: string, context: CommandContext): Promise<void> {
  if (await isInstalled(name, { parleyHome: context.home })) return;
  const report = await showAgent(name, agentOptions(context));
  throw new ParleyError({
    code: "agent_not_found",
    message: whyNot(name, report?.status.state === "ready" ? report.status.path : undefined, report !== undefined),
    remedy: { label: "List the agents of this machine", command: "parley agents list" },
  });
}

function whyNot(name: string, path: string | undefined, isKnown: boolean): string {
  if (ownLaunch(name) !== undefined) return `${name} is built in and cannot be removed`;
  if (path !== undefined) return `${name} was not installed by Parley (${path}): remove it the way it was installed`;
  return isKnown ? `${name} is not installed` : `Agent ${JSON.stringify(name)} not found`;
}
