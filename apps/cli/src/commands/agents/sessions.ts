// `parley agents sessions`: an agent's own sessions.
import { asInvoked, neutralLine } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import { SESSION_OPEN_MS } from "../../limits.ts";
import type { agentsSessionsUsage } from "../../usage/agents.ts";

type Listed = Operations["agents/sessions"]["reply"]["sessions"][number];

export const run: Run<typeof agentsSessionsUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  await using access = await connectHub(flags, context);
  const where = flags.here ? { cwd: context.cwd } : {};
  // The agent may have to be started first.
  const options = { timeoutMs: SESSION_OPEN_MS };
  const { sessions } = await access.remote.request("agents/sessions", { name, ...where }, options);
  if (flags.json) printJson({ agent: name, sessions: sessions.map(toJson) });
  else if (sessions.length === 0) printNotice(`${neutralLine(name)} lists no sessions.`);
  else printSessions(name, sessions, context);
  return ExitCodes.endTurn;
};

function toJson(session: Listed): object {
  const { agent_session_id: agentSessionId, working_dir: cwd, title, updated_at: updatedAt } = session;
  return { agentSessionId, cwd, title, updatedAt, sessionId: session.session_id };
}

function printSessions(name: string, sessions: readonly Listed[], context: CommandContext): void {
  printTable<Listed>(
    [
      { title: "ID", text: (one) => neutralLine(one.agent_session_id) },
      { title: "UPDATED", text: (one) => neutralLine(one.updated_at ?? "") },
      { title: "FOLDER", text: (one) => neutralLine(one.working_dir), shrinks: "start" },
      { title: "TITLE", text: (one) => neutralLine(one.title ?? ""), shrinks: "end" },
    ],
    sessions,
    context,
  );
  printNotice(asInvoked(`Open one with its history: parley chat --agent ${name} --resume ID`));
}
