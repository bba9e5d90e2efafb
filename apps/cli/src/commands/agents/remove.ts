// `parley agents remove`: one that we installed, or one that was added by hand.
import { readCustomAgents, removeAgent, removeCustomAgent } from "@parley/client/agents";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, say } from "../../output/print.ts";
import { confirm } from "../../questions/confirm.ts";
import type { agentsRemoveUsage } from "../../usage/agents.ts";

export const run: Run<typeof agentsRemoveUsage> = async ({ flags, positionals: [name = ""] }, { home, log }) => {
  const isCustom = (await readCustomAgents(home)).has(name);
  const what = isCustom ? `Take ${name} out of the configuration?` : `Remove ${name}, as Parley installed it?`;
  if (!(await confirm(what, flags.yes))) {
    say("Nothing was removed.");
    return ExitCodes.endTurn;
  }
  if (isCustom) await removeCustomAgent(home, name);
  const { kept } = isCustom ? { kept: [] } : await removeAgent(name, { surroundings: { parleyHome: home }, log });
  if (flags.json) printJson({ removed: name, kept });
  else say(`Removed ${name}.`);
  for (const folder of kept) say(`Still in use, and removed later: ${folder}`);
  return ExitCodes.endTurn;
};
