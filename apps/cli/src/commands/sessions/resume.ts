// `parley sessions resume`: opens an earlier session in the chat.
import type { Arguments } from "../../arguments/usage.ts";
import { findSession } from "../../client/find-session.ts";
import type { CommandContext, Run } from "../../command.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { attach, type AttachFlags } from "../../server/attach.ts";
import type { chatUsage } from "../../usage/chat.ts";
import type { sessionsResumeUsage } from "../../usage/sessions.ts";

/** The chat's flags, all unset. */
const NO_FLAGS: Omit<Arguments<typeof chatUsage>["flags"], keyof AttachFlags> = {
  agent: undefined,
  mode: undefined,
  model: undefined,
  level: undefined,
  "max-turns": undefined,
  "max-cost": undefined,
  config: [],
  sandbox: undefined,
  "add-dir": [],
  mcp: [],
  worktree: false,
  session: undefined,
  resume: undefined,
  continue: false,
  name: undefined,
};

export const run: Run<typeof sessionsResumeUsage> = ({ flags, positionals: [text = ""] }, context) =>
  openInChat(flags, text, context);

export async function openInChat(flags: AttachFlags, text: string, context: CommandContext): Promise<number> {
  const { server, "no-server": noServer, "token-file": tokenFile } = flags;
  const where = { server, "no-server": noServer, "token-file": tokenFile };
  const id = await findId(await attach(where, context), text);
  const { run: chat } = await import("../chat.ts");
  return chat({ flags: { ...NO_FLAGS, ...where, session: id }, positionals: [], command: undefined }, context);
}

/** The sessions are closed again before the chat opens them. */
async function findId(context: CommandContext, text: string): Promise<string> {
  await using sessions = await openSessions(context);
  return (await findSession(sessions, text)).id;
}
