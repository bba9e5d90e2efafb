// Connects a command to the hub that owns its session: a server's, or one in this process.
import type { Log } from "@parley/base";
import type { CommandContext } from "../command.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import type { HubAccess } from "./hub-access.ts";

export type { HubAccess } from "./hub-access.ts";

/** Events of the connection and the hub go to `log`. */
export async function connectHub(
  flags: AttachFlags,
  context: CommandContext,
  log: Log = context.log,
): Promise<HubAccess> {
  const { server } = await attach(flags, context);
  if (server === undefined) {
    const { openHubInProcess } = await import("./hub-in-process.ts");
    return openHubInProcess(context, log);
  }
  const { connectToServer } = await import("./hub-of-server.ts");
  const { home, settings } = context;
  return connectToServer(server, { wanted: settings.server, tokenFile: flags["token-file"], home }, log);
}
