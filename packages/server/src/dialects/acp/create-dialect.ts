// The Agent Client Protocol on `/acp`: streamable HTTP and WebSocket.
import type { CreateDialect } from "../../http/dialect.ts";
import { Connections } from "./connections.ts";
import { mountRoutes, toTooLarge } from "./http/routes.ts";
import { PATH } from "./limits.ts";
import { createUpgrade } from "./websocket/upgrade.ts";

export const createAcpDialect: CreateDialect = ({ hub, log, openEventStream }) => {
  const connections = new Connections(hub, log);
  return {
    name: "acp",
    mount: (app) => mountRoutes(app, { hub, log, connections, openEventStream }),
    formatTooLarge: (path, message) => (path === PATH ? JSON.stringify(toTooLarge(message)) : undefined),
    upgrade: createUpgrade(connections, log),
    close: () => connections.close(),
  };
};
