// The hub of a running server. The connection is kept: it follows a server that comes back on another port, and starts
// another background server in place of one that died.
import { ParleyError, type Log } from "@parley/base";
import { connectServer } from "@parley/remote";
import { locateServer, type ServerRequest } from "../server/find-server.ts";
import type { ServerAccess } from "../server/server-access.ts";
import { CLIENT, type HubAccess } from "./hub-access.ts";

/** Resolves when the connection stands. `found` was just found by `request`. */
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

  /** Where to connect next. The first time, that was just found. */
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
      // The caller stops looking after a while and tries again, while the start continues.
      this.#starting ??= this.#startAgain().finally(() => (this.#starting = undefined));
      if (!(await this.#starting)) throw error;
      return locateServer(this.#request);
    }
  }

  /** False if the server was stopped while it was in use: who stopped it may start another one. */
  async #startAgain(): Promise<boolean> {
    const { home } = this.#request;
    const { hasDied } = await import("@parley/home/running-server");
    // A server may stop between being found and being connected to, because it was idle.
    if (this.wasConnected && !(await hasDied(home))) return false;
    const { mayStartServer, startBackgroundServer } = await import("../client/background-server.ts");
    if (!mayStartServer()) return false;
    const { place } = await startBackgroundServer(home);
    this.#log.write("info", "The background server is gone, and another one was started", { ...place });
    return true;
  }
}
