// The hub of a running server. The connection is kept: it follows a server that comes back on another port.
import type { Log } from "@parley/base";
import { connectServer } from "@parley/remote";
import { locateServer, type ServerRequest } from "../server/find-server.ts";
import type { ServerAccess } from "../server/server-access.ts";
import { CLIENT, type HubAccess } from "./hub-access.ts";

/** Resolves when the connection stands. `found` was just found by `request`. */
export async function connectToServer(found: ServerAccess, request: ServerRequest, log: Log): Promise<HubAccess> {
  let server = found;
  let isNew = true;
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
