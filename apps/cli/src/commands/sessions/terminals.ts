// `parley sessions terminals`: the commands that run or ran for a session's agent.
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { describeEnd, withTerminals, type ListedTerminal } from "../../session-terminals/open-terminals.ts";
import type { sessionsTerminalsUsage } from "../../usage/sessions-terminals.ts";

export const run: Run<typeof sessionsTerminalsUsage> = ({ flags, positionals: [named] }, context) =>
  withTerminals(flags, context, named, async ({ sessionId, terminals }) => {
    const now = Date.now();
    if (flags.json) printJson({ sessionId, terminals });
    else if (terminals.length === 0) printNotice("This session's agent has not run any commands.");
    else {
      printTable<ListedTerminal>(
        [
          { title: "ID", text: ({ id }) => id },
          { title: "WHEN", text: ({ started_at: at }) => ago(Date.parse(at), now) },
          {
            title: "STATE",
            text: describeEnd,
            style: ({ is_running: isRunning }) => (isRunning ? "accent" : undefined),
          },
          { title: "COMMAND", text: ({ command }) => command, shrinks: "end" },
        ],
        terminals,
        context,
      );
    }
    return ExitCodes.endTurn;
  });
