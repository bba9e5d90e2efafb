// `parley trust add`: trusts a folder, so that its settings and rules apply.
import { openRulesFile } from "@parley/home/rules";
import { resolve } from "node:path";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { requireFolder } from "../../folder-argument.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { trustAddUsage } from "../../usage/rules.ts";

export const run: Run<typeof trustAddUsage> = async ({ flags, positionals: [folder = "."] }, { home, cwd }) => {
  const path = requireFolder(resolve(cwd, folder));
  await openRulesFile(home).trust(path);
  if (flags.json) printJson({ trusted: path });
  else printNotice(`Trusted ${path}: its .parley/config.json, .parley/rules.json and .mcp.json are used from now on.`);
  return ExitCodes.endTurn;
};
