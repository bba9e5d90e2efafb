// `parley sessions terminal`: watches a command of a session's agent, types into it, or ends it.
import { ParleyError } from "@parley/base";
import { PlainText } from "@parley/machine";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printText } from "../../output/print.ts";
import { followTerminal } from "../../session-terminals/follow-terminal.ts";
import { findTerminal, withTerminals } from "../../session-terminals/open-terminals.ts";
import type { sessionsTerminalUsage } from "../../usage/sessions-terminals.ts";

export const run: Run<typeof sessionsTerminalUsage> = ({ flags, positionals: [named, wanted] }, context) => {
  const ways = (["write", "kill", "no-follow"] as const).filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (ways.length > 1) throw usage(`--${ways.join(" and --")} cannot be combined`);
  if (flags.json && !flags["no-follow"]) throw usage("--json needs --no-follow");
  return withTerminals(flags, context, named, async (session) => {
    const { remote, sessionId: id } = session;
    const { id: terminal } = findTerminal(session, wanted);
    if (flags.kill) {
      await remote.request("terminal/kill", { id, terminal });
      printNotice("Ended.");
    } else if (flags.write !== undefined)
      await remote.request("terminal/write", { id, terminal, data: `${flags.write}\r` });
    else if (flags["no-follow"]) {
      const shown = await remote.request("terminal/get", { id, terminal });
      if (flags.json) printJson({ sessionId: id, ...shown });
      else printText(toPlain(shown.output));
    } else {
      using stop = listenForStop();
      await followTerminal(remote, {
        sessionId: id,
        terminalId: terminal,
        isReadOnly: flags["read-only"],
        stopped: stop.asked,
      });
    }
    return ExitCodes.endTurn;
  });
};

function toPlain(output: string): string {
  const text = new PlainText();
  const plain = text.push(output) + text.line;
  return plain.endsWith("\n") ? plain.slice(0, -1) : plain;
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}
