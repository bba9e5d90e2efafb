// The Agent Client Protocol on `/acp`: streamable HTTP and WebSocket.
import type { CreateDialect } from "../../http/dialect.ts";
import { Connections } from "./connections.ts";
import { mountRoutes, toBodyRefusal } from "./http/routes.ts";
import { ACP_PATH } from "./wire.ts";
import { createUpgrade } from "./websocket/upgrade.ts";

export const createAcpDialect: CreateDialect = ({ hub, clock, baseUrl, server, log, openEventStream }) => {
  const connections = new Connections({ hub, clock, baseUrl, server }, log);
  return {
    name: "acp",
    mount: (app) => mountRoutes(app, { hub, log, connections, openEventStream }),
    formatRefusal: (path, refusal) => (path === ACP_PATH ? JSON.stringify(toBodyRefusal(refusal)) : undefined),
    upgrade: createUpgrade(connections, log),
    close: () => connections.close(),
  };
};
