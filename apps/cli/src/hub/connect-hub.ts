// Connects a command to the hub that owns its session.
import type { Log } from "@parley/base";
import { connectServer, type Remote } from "@parley/remote";
import type { CommandContext } from "../command.ts";
import { attach, type AttachFlags } from "../server/attach.ts";
import { locateServer, type ServerRequest } from "../server/find-server.ts";
import type { ServerAccess } from "../server/server-access.ts";
import { serverNeeded } from "../server/server-needed.ts";

/** Closing it ends the connection; a server keeps running. */
export interface HubAccess extends AsyncDisposable {
  readonly remote: Remote;
  /** Where the hub is now; undefined if it is in this process. */
  readonly server: ServerAccess | undefined;
}

/** How this surface is called in the log of a session. */
const CLIENT = { name: "terminal" };

/** Resolves when the connection stands. What happens to it later goes to `log`. */
export async function connectHub(
  flags: AttachFlags,
  context: CommandContext,
  log: Log = context.log,
): Promise<HubAccess> {
  const { server } = await attach(flags, context);
  if (server === undefined) throw serverNeeded("The session needs a server");
  const { home, settings } = context;
  return onServer(server, { wanted: settings.server, tokenFile: flags["token-file"], home }, log);
}

async function onServer(found: ServerAccess, request: ServerRequest, log: Log): Promise<HubAccess> {
  let server = found;
  let isNew = true;
  // The address was just found for the first connection. A later one may have to go elsewhere.
  const locate = async (): Promise<ServerAccess> => {
    if (!isNew) server = await locateServer(request);
    isNew = false;
    return server;
  };
  const remote = connectServer({ locate }, { client: CLIENT, log });
  try {
    await remote.connected();
  } catch (error) {
    await remote.close();
    throw error;
  }
  return {
    remote,
    get server() {
      return server;
    },
    [Symbol.asyncDispose]: () => remote.close(),
  };
}
