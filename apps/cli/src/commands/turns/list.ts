// `parley turns list`: running, waiting and ended turns of all sessions.
import { asInvoked } from "@parley/base";
import type { NativeTurn } from "@parley/contract";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { openWork } from "../../hub/open-work.ts";
import type { StyleName } from "../../terminal/line.ts";
import type { turnsListUsage } from "../../usage/work.ts";

const SHOWN = 20;

const STATE_STYLES: Readonly<Partial<Record<NativeTurn["state"], StyleName>>> = {
  in_progress: "accent",
  awaiting: "warn",
  failed: "bad",
  completed: "good",
};

export const run: Run<typeof turnsListUsage> = async ({ flags }, context) => {
  await using work = await openWork(flags, context);
  const turns = await work.turns({ sessionId: flags.session, state: flags.state, limit: flags.limit ?? SHOWN });
  if (flags.json) printJson({ turns });
  else if (turns.length === 0) printNotice(asInvoked("No turns yet. Start one: parley chat"));
  else printTurns(turns, context);
  return ExitCodes.endTurn;
};

function printTurns(turns: readonly NativeTurn[], context: Parameters<typeof printTable>[2]): void {
  const now = Date.now();
  printTable<NativeTurn>(
    [
      { title: "ID", text: ({ id }) => id },
      { title: "WHEN", text: ({ created_at: at }) => ago(Date.parse(at), now) },
      { title: "STATE", text: ({ state }) => state.replaceAll("_", " "), style: ({ state }) => STATE_STYLES[state] },
      { title: "AGENT", text: ({ agent }) => agent, shrinks: "end" },
      { title: "SESSION", text: ({ session_id: id }) => id, style: () => "dim" },
    ],
    turns,
    context,
  );
}
