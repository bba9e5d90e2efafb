// `parley agents install`: installs an agent from the registry into Parley's home.
import { asInvoked, neutralLine } from "@parley/base";
import { installProgram } from "../../agents/program-catalogue.ts";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsInstallUsage } from "../../usage/agents.ts";
import { showProgress } from "./show-progress.ts";

export const run: Run<typeof agentsInstallUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  using stop = listenForStop();
  const work = { signal: stop.asked, report: showProgress(flags.json) };
  const choice = { kind: flags.kind, ignoreScripts: flags["ignore-scripts"] };
  const result = await installProgram(context, name, choice, work);
  const { id, title, version, path, kind, source, isVerified } = result.agent;
  if (flags.json) {
    const { previousVersion, notes } = result;
    printJson({ name: id, title, version, previousVersion, path, kind, source, isVerified, notes });
    return ExitCodes.endTurn;
  }
  printNotice(`Installed ${neutralLine(title)} ${version} in ${path}`);
  for (const note of result.notes) printNotice(`Note: ${neutralLine(note)}`);
  printNotice(asInvoked(`Start a chat with it: parley chat --agent ${name}`));
  return ExitCodes.endTurn;
};
