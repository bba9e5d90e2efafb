// `parley agents install`: installs an agent from the registry into Parley's home.
import { asInvoked, neutralLine, ParleyError } from "@parley/base";
import { createRegistry, findRegistryAgent, installAgent } from "@parley/catalogue";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsInstallUsage } from "../../usage/agents.ts";
import { showProgress } from "./show-progress.ts";

export const run: Run<typeof agentsInstallUsage> = async (
  { flags, positionals: [name = ""] },
  { home, settings, log },
) => {
  using stop = listenForStop();
  const host = { parleyHome: home };
  const copy = await createRegistry({ source: settings.registry, host, log }).refresh(stop.asked);
  const agent = findRegistryAgent(copy, name);
  if (agent === undefined) {
    const remedy = { label: "List known agents", command: "parley agents list --all" };
    throw new ParleyError({
      code: "agent_not_found",
      message: `Agent ${JSON.stringify(name)} not found in the registry`,
      remedy,
    });
  }
  const onProgress = showProgress(flags.json);
  const options = { host, log, signal: stop.asked, onProgress, kind: flags.kind };
  const result = await installAgent(agent, { ...options, ignoreScripts: flags["ignore-scripts"] });
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
