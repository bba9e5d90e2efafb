// `parley trust revoke`: stops trusting a folder.
import { openRulesFile } from "@parley/home/rules";
import { ParleyError } from "@parley/base";
import { resolve } from "node:path";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { trustRevokeUsage } from "../../usage/rules.ts";

export const run: Run<typeof trustRevokeUsage> = async ({ flags, positionals: [folder = "."] }, { home, cwd }) => {
  const path = resolve(cwd, folder);
  if (!(await openRulesFile(home).distrust(path))) {
    const remedy = { label: "List trusted folders", command: "parley trust list" };
    throw new ParleyError({ code: "usage", message: `${path} is not trusted`, remedy });
  }
  if (flags.json) printJson({ revoked: path });
  else printNotice(`${path} is no longer trusted.`);
  return ExitCodes.endTurn;
};
