// `parley agents update`: updates installed agents to the version in the registry.
import { asInvoked } from "@parley/base";
import { checkRegistryName, listAgents } from "@parley/catalogue";
import { refresh, updateProgram } from "../../agents/program-catalogue.ts";
import { agentOptions } from "../../client/find-agent.ts";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { describeError } from "../../describe-error.ts";
import { exitCodeOfError } from "../../exit-code-of.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsUpdateUsage } from "../../usage/agents.ts";
import { showProgress } from "./show-progress.ts";

interface Updated {
  readonly name: string;
  readonly version?: string | undefined;
  readonly isChanged: boolean;
  readonly error?: string | undefined;
}

export const run: Run<typeof agentsUpdateUsage> = async ({ flags, positionals }, context) => {
  using stop = listenForStop();
  const names = positionals.length > 0 ? positionals : await listInstalled(context);
  if (names.length === 0) {
    if (flags.json) printJson({ agents: [] });
    else printNotice(asInvoked("Parley has not installed any agents. List those available: parley agents list --all"));
    return ExitCodes.endTurn;
  }
  for (const name of names) checkRegistryName(name);
  const copy = await refresh(context, stop.asked);
  const work = { signal: stop.asked, report: showProgress(flags.json) };
  let exitCode: number = ExitCodes.endTurn;
  const agents: Updated[] = [];
  // If one update fails, the others still run.
  for (const name of names) {
    try {
      const { version, isChanged } = await updateProgram(context, name, work, copy);
      agents.push({ name, version, isChanged });
    } catch (error) {
      exitCode = exitCodeOfError(error);
      agents.push({ name, isChanged: false, error: describeError(error) });
      if (stop.asked.aborted) break;
    }
  }
  if (flags.json) printJson({ agents });
  else for (const agent of agents) printNotice(describeUpdated(agent));
  return exitCode;
};

async function listInstalled(context: CommandContext): Promise<readonly string[]> {
  const reports = await listAgents(agentOptions(context));
  return reports.flatMap(({ installed }) => installed?.id ?? []);
}

function describeUpdated({ name, version, isChanged, error }: Updated): string {
  if (error !== undefined) return `${name}: ${error}`;
  return isChanged ? `${name} is now ${version}` : `${name} ${version} is the latest`;
}
