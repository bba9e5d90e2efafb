// `parley rules list`: what agents may do without asking, and what they may never do.
import { asInvoked } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printTable, printNotice } from "../../output/print.ts";
import { ago, toIso } from "../../output/time.ts";
import type { StyleName } from "../../terminal/line.ts";
import type { rulesListUsage } from "../../usage/rules.ts";

const VERDICT_STYLES: Readonly<Record<string, StyleName>> = { allow: "good", deny: "bad", ask: "warn" };

export const run: Run<typeof rulesListUsage> = async ({ flags }, context) => {
  const file = openRulesFile(context.home);
  const [rules, { problems }] = await Promise.all([file.list(), file.read()]);
  if (flags.json) {
    const listed = rules.map(({ madeAtMs, ...rule }) => ({
      ...rule,
      ...(madeAtMs === undefined ? {} : { madeAt: toIso(madeAtMs) }),
    }));
    printJson({ file: file.path, rules: listed, problems: problems.map(({ message }) => message) });
    return ExitCodes.endTurn;
  }
  if (rules.length === 0) {
    printNotice(asInvoked('No rules and no remembered choices. Add one: parley rules add allow "execute(npm run *)"'));
  } else printRules(rules, context);
  for (const { message } of problems) printNotice(`Broken: ${message}`);
  return ExitCodes.endTurn;
};

type Listed = Awaited<ReturnType<ReturnType<typeof openRulesFile>["list"]>>[number];

function printRules(rules: readonly Listed[], context: CommandContext): void {
  const now = Date.now();
  printTable<Listed>(
    [
      { title: "ID", text: ({ id }) => id },
      { title: "VERDICT", text: ({ verdict }) => verdict, style: ({ verdict }) => VERDICT_STYLES[verdict] },
      { title: "WHAT", text: ({ text }) => text, shrinks: "end" },
      { title: "SINCE", text: ({ madeAtMs }) => (madeAtMs === undefined ? "" : ago(madeAtMs, now)) },
    ],
    rules,
    context,
  );
}
