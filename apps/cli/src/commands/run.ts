// `parley run`: one prompt, one turn, and an exit code for the outcome.
//
// Only what is needed to start the agent is loaded first; output and rules load while it boots.
import { monotonicMs } from "@parley/base";
import type { SessionInfo } from "@parley/home/session-log";
import { resolve } from "node:path";
import { isatty } from "node:tty";
import type { Arguments } from "../arguments/usage.ts";
import { agentOfSession, chooseAgent } from "../client/choose-agent.ts";
import { openClient } from "../client/open-client.ts";
import { listenForStop } from "../client/stop-signals.ts";
import type { CommandContext, Run } from "../command.ts";
import type { Attachment } from "../prompt/attachment.ts";
import { attach } from "../server/attach.ts";
import type { runUsage } from "../usage/run.ts";

const STDIN = 0;
/** The conversation is printed and logged, so a run keeps little of it in memory. */
const SMALL_TRANSCRIPT = { charsMax: 4 * 1024 * 1024, messageCharsMax: 1024 * 1024 };

export const run: Run<typeof runUsage> = async (args, alone) => {
  const startedAt = monotonicMs();
  if (args.positionals.length === 0 && args.flags.file.length === 0 && isatty(STDIN)) {
    const { emptyPrompt } = await import("../prompt/empty-prompt.ts");
    throw emptyPrompt();
  }
  using stop = listenForStop();
  const context = await attach(args.flags, alone);
  const attachments = await readAttachments(args.flags.file, context.cwd);
  if (args.flags.detach) {
    const { checkDetach } = await import("../run/detach.ts");
    checkDetach(args, context);
  }
  if (context.server !== undefined) {
    const { runOnHub } = await import("../run/hub-run.ts");
    return await runOnHub(args, context, { attachments, stop, startedAt });
  }
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
    .then(() => import("../run/headless-run.ts"))
    .then(({ openRun }) => openRun(args, context));
  return await (await opened).run({ client, agentName: agent.name, known, attachments, stop, startedAt });
};

async function readAttachments(files: readonly string[], cwd: string): Promise<readonly Attachment[]> {
  if (files.length === 0) return [];
  const { parseAttachment } = await import("../prompt/attachment.ts");
  return files.map((text) => parseAttachment(text, cwd));
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
