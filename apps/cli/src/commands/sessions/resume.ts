// `parley sessions resume`: the chat, on a session from before.
import type { Arguments } from "../../arguments/usage.ts";
import { findSession } from "../../client/find-session.ts";
import { openStore } from "../../client/heavy.ts";
import type { Run } from "../../command.ts";
import type { chatUsage } from "../../usage/chat.ts";
import type { sessionsResumeUsage } from "../../usage/sessions.ts";

/** The chat's flags, none of them given. */
const NO_FLAGS: Arguments<typeof chatUsage>["flags"] = {
  agent: undefined,
  mode: undefined,
  model: undefined,
  level: undefined,
  config: [],
  "add-dir": [],
  mcp: [],
  session: undefined,
  continue: false,
};

export const run: Run<typeof sessionsResumeUsage> = async ({ positionals: [text = ""] }, context) => {
  const { id } = await findSession(openStore(context.home), text);
  const { run: chat } = await import("../chat.ts");
  return chat({ flags: { ...NO_FLAGS, session: id }, positionals: [], command: undefined }, context);
};
