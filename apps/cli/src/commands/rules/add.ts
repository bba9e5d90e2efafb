// `parley rules add`: adds a rule that allows or denies something.
import { asInvoked } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import { findProgram } from "@parley/machine/processes";
import { isToolName } from "@parley/policy";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { rulesAddUsage } from "../../usage/rules.ts";

export const run: Run<typeof rulesAddUsage> = async ({ flags, positionals: [verdict, rule = ""] }, { home }) => {
  const file = openRulesFile(home);
  const added = await file.add(verdict === "allow" ? { autoAllow: rule } : { autoReject: rule });
  if (flags.json) printJson(added);
  else {
    printNotice(`Added ${added.id}: ${added.verdict} ${added.text}`);
    if (await isProgram(rule)) printNotice(describeProgram(rule, added.verdict));
  }
  return ExitCodes.endTurn;
};

/** An agent may have a tool of that name, so it is a rule, but probably not the intended one. */
async function isProgram(rule: string): Promise<boolean> {
  if (!isToolName(rule)) return false;
  return (await findProgram(rule, "/", process.env))?.kind === "executable";
}

function describeProgram(name: string, verdict: string): string {
  const command = asInvoked(`parley rules add ${verdict} "execute(${name} *)"`);
  return `This rule covers tools named ${name}, not the command. For the command: ${command}`;
}
