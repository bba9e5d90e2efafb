// A run without a hub, with the agent as a process of this command.
//
// Only what is needed to start the agent is loaded first; output and rules load while it boots.
import type { SessionInfo } from "@parley/home/session-log";
import { resolve } from "node:path";
import type { Arguments } from "../arguments/usage.ts";
import { agentOfSession, chooseAgent } from "../client/choose-agent.ts";
import { openClient } from "../client/open-client.ts";
import type { CommandContext } from "../command.ts";
import type { runUsage } from "../usage/run.ts";
import type { HubRunOptions } from "./hub-run.ts";

/** The conversation is printed and logged, so a run keeps little of it in memory. */
const SMALL_TRANSCRIPT = { charsMax: 4 * 1024 * 1024, messageCharsMax: 1024 * 1024 };

/** The exit code. */
export async function runAlone(
  args: Arguments<typeof runUsage>,
  context: CommandContext,
  { attachments, stop, startedAt }: HubRunOptions,
): Promise<number> {
  const known = await findKnown(args, context);
  const agent = known === undefined ? chooseAgent(context, args.command) : agentOfSession(context, known.agent);
  await using client = openClient(context, {
    agent,
    ask: {
      permission: async (question, signal) => (await opened).questions.ask.permission(question, signal),
      elicitation: async (question, signal) => (await opened).questions.ask.elicitation(question, signal),
    },
    // With `--approve rules` only rules may allow a call, so the strictest level applies.
    level: context.settings.approve === "rules" ? "supervised" : context.settings.level,
    limits: { transcript: SMALL_TRANSCRIPT },
    folders: [known?.cwd ?? context.cwd, ...args.flags["add-dir"].map((folder) => resolve(folder))],
  });
  const opened = client.agent
    .spawned()
    .then(() => import("./headless-run.ts"))
    .then(({ openRun }) => openRun(args, context));
  return await (await opened).run({ client, agentName: agent.name, known, attachments, stop, startedAt });
}

/** The session to resume, if the flags name one; it also determines the agent to start. */
async function findKnown(
  { flags, command }: Arguments<typeof runUsage>,
  context: CommandContext,
): Promise<SessionInfo | undefined> {
  if (flags.session === undefined && !flags.continue && flags.name === undefined) return undefined;
  const { findNamedSession } = await import("../client/find-session.ts");
  return findNamedSession({ ...flags, command }, context);
}
