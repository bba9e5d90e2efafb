// Operations on the server itself: its state, its settings, stopping it.
import { defineOperations } from "../operation.ts";
import {
  drainingSchema,
  nodesReplySchema,
  serverReplySchema,
  settingsReplySchema,
  stoppingSchema,
  stopServerSchema,
} from "./schemas.ts";

const tag = "Server";

export const serverOperations = defineOperations({
  "server/get": {
    method: "get",
    path: "/server",
    scope: "read",
    tag,
    summary: "Get the server's version and how much it has to do",
    description: "Does not count as use: an idle background server stops, however often it is asked.",
    reply: { description: "The server.", schema: serverReplySchema },
  },
  "server/settings": {
    method: "get",
    path: "/server/settings",
    scope: "admin",
    tag,
    summary: "Get the settings that the server was started with",
    description:
      "Each with where its value comes from. They are changed in the file or by a flag, and count from the next start.",
    reply: {
      description: "The settings; none for a server that is part of another program.",
      schema: settingsReplySchema,
    },
    errors: [403],
  },
  "nodes/list": {
    method: "get",
    path: "/nodes",
    scope: "read",
    tag,
    summary: "List the servers that share the database",
    description: "A server with a store of its own lists itself. All times are by the clock of the database.",
    reply: { description: "The servers, the longest running first.", schema: nodesReplySchema },
  },
  "nodes/drain": {
    method: "post",
    path: "/nodes/{id}/drain",
    scope: "admin",
    tag,
    summary: "Shut down a server, after its sessions have been handed to the others",
    description:
      "It takes no further sessions. Those without a running turn are free at once; running turns have the server's grace period to finish. Queued prompts run on the other servers.",
    reply: { status: 202, description: "The server shuts down.", schema: drainingSchema },
    errors: [403, 404],
  },
  "server/stop": {
    method: "post",
    path: "/server/stop",
    scope: "admin",
    tag,
    summary: "Stop the server",
    description: "Sessions are kept. With `if_idle` a server that has unfinished turns answers 409 and keeps running.",
    body: stopServerSchema,
    example: { grace_seconds: 10, if_idle: true },
    reply: { status: 202, description: "The server stops after this answer.", schema: stoppingSchema },
    errors: [403, 409, 501],
  },
});
