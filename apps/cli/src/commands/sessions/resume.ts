// `parley sessions resume`: opens an earlier session in the chat.
import type { Arguments } from "../../arguments/usage.ts";
import { findSession } from "../../client/find-session.ts";
import { openStore } from "../../client/open-store.ts";
import type { Run } from "../../command.ts";
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
  session: undefined,
  continue: false,
  name: undefined,
};

export const run: Run<typeof sessionsResumeUsage> = async ({ flags, positionals: [text = ""] }, context) => {
  const { server, "no-server": noServer, "token-file": tokenFile } = flags;
  const where = { server, "no-server": noServer, "token-file": tokenFile };
  const { id } = await findSession(await openStore(await attach(where, context)), text);
  const { run: chat } = await import("../chat.ts");
  return chat({ flags: { ...NO_FLAGS, ...where, session: id }, positionals: [], command: undefined }, context);
};
