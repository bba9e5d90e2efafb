// `parley completion SHELL`: prints the script that lets a shell complete `parley` commands.
import type { Run } from "../command.ts";
import { completionScripts } from "../completion/scripts.ts";
import { ExitCodes } from "../exit-codes.ts";
import type { completionUsage } from "../usage/completion.ts";

export const run: Run<typeof completionUsage> = ({ positionals: [shell = ""] }) => {
  process.stdout.write(completionScripts[shell] ?? "");
  return Promise.resolve(ExitCodes.endTurn);
};
