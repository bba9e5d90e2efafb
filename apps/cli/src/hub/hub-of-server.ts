// The hub of a running server. The connection is maintained: it follows a server that comes back on another port, and
// replaces a background server that died.
import { ParleyError, type Log } from "@parley/base";
import { connectServer } from "@parley/remote";
import { locateServer, type ServerRequest } from "../server/find-server.ts";
import type { ServerAccess } from "../server/server-access.ts";
import { CLIENT, type HubAccess } from "./hub-access.ts";

/** Resolves when the connection is open. `found` was just found by `request`. */
export async function connectToServer(found: ServerAccess, request: ServerRequest, log: Log): Promise<HubAccess> {
  const locator = new ServerLocator(found, request, log);
  const remote = connectServer({ locate: () => locator.locate() }, { client: CLIENT, log });
  try {
    await remote.connected();
    locator.wasConnected = true;
  } catch (error) {
    await remote.close();
    throw error;
  }
  return {
    remote,
    get server() {
      return locator.server;
    },
    [Symbol.asyncDispose]: () => remote.close(),
  };
}

class ServerLocator {
  server: ServerAccess;
  wasConnected = false;
  readonly #request: ServerRequest;
  readonly #log: Log;
  #isNew = true;
  #starting: Promise<boolean> | undefined;

  constructor(server: ServerAccess, request: ServerRequest, log: Log) {
    this.server = server;
    this.#request = request;
    this.#log = log;
  }

  /** The next server to connect to. The first time, it was just found. */
  async locate(): Promise<ServerAccess> {
    if (!this.#isNew) this.server = await this.#find();
    this.#isNew = false;
    return this.server;
  }

  async #find(): Promise<ServerAccess> {
    try {
      return await locateServer(this.#request);
    } catch (error) {
      if (this.#request.wanted !== "auto") throw error;
      if (!(error instanceof ParleyError) || error.code !== "server_not_found") throw error;
      // The caller times out after a while and retries, while the start continues.
      this.#starting ??= this.#startAgain().finally(() => (this.#starting = undefined));
      if (!(await this.#starting)) throw error;
      return locateServer(this.#request);
    }
  }

  /** False if the server was stopped while it was in use; the user who stopped it may start another one. */
  async #startAgain(): Promise<boolean> {
    const { home } = this.#request;
    const { hasDied } = await import("@parley/home/running-server");
    // An idle server may stop between being found and being connected to.
    if (this.wasConnected && !(await hasDied(home))) return false;
    const { mayStartServer, startBackgroundServer } = await import("../client/background-server.ts");
    if (!mayStartServer()) return false;
    const { place } = await startBackgroundServer(home);
    this.#log.write("info", "The background server died, so another one was started", { ...place });
    return true;
  }
}
