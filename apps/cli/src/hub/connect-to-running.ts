// Connects to the running server; without one, no agents are running.
import type { CommandContext } from "../command.ts";
import type { HubAccess } from "./hub-access.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import { serverNeeded } from "../server/server-needed.ts";

export async function connectToRunning(flags: AttachFlags, context: CommandContext): Promise<HubAccess> {
  const { server } = await attach(flags, context);
  if (server === undefined) throw serverNeeded("Agents run on a server");
  const { connectToServer } = await import("./hub-of-server.ts");
  const { home, settings, log } = context;
  return connectToServer(server, { wanted: settings.server, tokenFile: flags["token-file"], home }, log);
}
