// `parley agents remove`: removes an agent that Parley installed, or one that the user added.
import { findRemovable, removeProgram } from "../../agents/program-catalogue.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { confirm } from "../../questions/confirm.ts";
import type { agentsRemoveUsage } from "../../usage/agents.ts";

export const run: Run<typeof agentsRemoveUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  // Checked before the confirmation.
  const isCustom = (await findRemovable(context, name)) === "custom";
  const what = isCustom ? `Remove ${name} from the configuration?` : `Remove ${name}, which Parley installed?`;
  if (!(await confirm(what, flags.yes))) {
    printNotice("Nothing was removed.");
    return ExitCodes.endTurn;
  }
  const { kept } = await removeProgram(context, name);
  if (flags.json) printJson({ removed: name, kept });
  else printNotice(`Removed ${name}.`);
  for (const folder of kept) printNotice(`Still in use, removed later: ${folder}`);
  return ExitCodes.endTurn;
};
