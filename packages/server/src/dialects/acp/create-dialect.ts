// The Agent Client Protocol on `/acp`: streamable HTTP and WebSocket.
import type { CreateDialect } from "../../http/dialect.ts";
import { Connections } from "./connections.ts";
import { mountRoutes } from "./http/routes.ts";
import { createUpgrade } from "./websocket/upgrade.ts";

export const createAcpDialect: CreateDialect = ({ hub, log, openEventStream }) => {
  const connections = new Connections(hub, log);
  return {
    name: "acp",
    mount: (app) => mountRoutes(app, { hub, log, connections, openEventStream }),
    upgrade: createUpgrade(connections, log),
    close: () => connections.close(),
  };
};
