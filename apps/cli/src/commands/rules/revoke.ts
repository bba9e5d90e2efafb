// `parley rules revoke`: removes remembered choices and rules, one after the other.
import { openRulesFile } from "@parley/home/rules";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { rulesRevokeUsage } from "../../usage/rules.ts";

export const run: Run<typeof rulesRevokeUsage> = async ({ flags, positionals }, { home }) => {
  const file = openRulesFile(home);
  // The id of a written rule is its position, so rules are removed from last to first and no position shifts too early.
  const ids = [...new Set(positionals)].toSorted((a, b) => b.localeCompare(a, undefined, { numeric: true }));
  const revoked = [];
  for (const id of ids) revoked.push(await file.revoke(id));
  if (flags.json) printJson({ revoked });
  else for (const { id, text } of revoked) printNotice(`Revoked ${id}: ${text}`);
  return ExitCodes.endTurn;
};
