// `parley trust list`: lists the folders whose settings and rules apply.
import { asInvoked } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printTable, printNotice } from "../../output/print.ts";
import { ago, toIso } from "../../output/time.ts";
import type { trustListUsage } from "../../usage/rules.ts";

export const run: Run<typeof trustListUsage> = async ({ flags }, context) => {
  const { trusted } = await openRulesFile(context.home).read();
  if (flags.json) {
    printJson({ folders: trusted.map(({ path, trustedAtMs }) => ({ path, trustedAt: toIso(trustedAtMs) })) });
  } else if (trusted.length === 0) {
    printNotice(asInvoked("No trusted folders. Trust the current one: parley trust add"));
  } else {
    const now = Date.now();
    printTable(
      [
        { title: "FOLDER", text: ({ path }) => path, shrinks: "start" },
        { title: "SINCE", text: ({ trustedAtMs }) => ago(trustedAtMs, now) },
      ],
      trusted,
      context,
    );
  }
  return ExitCodes.endTurn;
};
