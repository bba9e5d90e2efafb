// `parley turns cancel`: ends a turn, whichever surface started it.
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { TURNS_SEARCHED_MAX } from "../../limits.ts";
import { printJson, printNotice } from "../../output/print.ts";
import { findById, openWork } from "../../hub/open-work.ts";
import { serverNeeded } from "../../server/server-needed.ts";
import type { turnsCancelUsage } from "../../usage/work.ts";

export const run: Run<typeof turnsCancelUsage> = async ({ flags, positionals: [wanted = ""] }, context) => {
  await using work = await openWork(flags, context);
  if (work.api === undefined) throw serverNeeded("Turns run on a server");
  const turn = findById(await work.turns({ limit: TURNS_SEARCHED_MAX }), wanted, "turn");
  const cancelled = await work.api.request("POST", `/turns/${turn.id}/cancel`);
  if (flags.json) printJson(cancelled);
  else
    printNotice(
      cancelled["state"] === "cancelled" ? `Cancelled turn ${turn.id}` : `Turn ${turn.id} is being cancelled`,
    );
  return ExitCodes.endTurn;
};
