// `parley agents log`: the end of what the processes of an agent wrote to stderr.
import { neutralise, neutralLine } from "@parley/base";
import type { Run } from "../../command.ts";
import { connectToRunning } from "../../hub/connect-to-running.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsLogUsage } from "../../usage/agents-running.ts";

export const run: Run<typeof agentsLogUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  await using access = await connectToRunning(flags, context);
  const { processes } = await access.remote.request("agents/log", { name });
  if (flags.json) {
    printJson({ agent: name, processes: processes.map(({ working_dir: cwd, ...one }) => ({ ...one, cwd })) });
    return ExitCodes.endTurn;
  }
  if (processes.length === 0) printNotice(`${neutralLine(name)} is not running.`);
  for (const { pid, state, working_dir: cwd, text } of processes) {
    const which = pid === undefined ? state : `process ${pid}`;
    printNotice(`${which} in ${neutralLine(cwd)}${text.trim() === "" ? ": nothing on stderr" : ""}`);
    if (text.trim() !== "") process.stdout.write(`${neutralise(text.trimEnd())}\n`);
  }
  return ExitCodes.endTurn;
};
