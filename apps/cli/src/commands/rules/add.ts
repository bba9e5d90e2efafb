// `parley rules add`: adds a rule that allows or denies something.
import { openRulesFile } from "@parley/home/rules";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { rulesAddUsage } from "../../usage/rules.ts";

export const run: Run<typeof rulesAddUsage> = async ({ flags, positionals: [verdict, rule = ""] }, { home }) => {
  const file = openRulesFile(home);
  const added = await file.add(verdict === "allow" ? { autoAllow: rule } : { autoReject: rule });
  if (flags.json) printJson(added);
  else printNotice(`Added ${added.id}: ${added.verdict} ${added.text}`);
  return ExitCodes.endTurn;
};
