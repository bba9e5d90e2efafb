// Operations on the programs behind agents: the sessions that an agent keeps itself.
import { defineOperations } from "../operation.ts";
import { sessionSchema } from "../sessions/schemas.ts";
import { openProgramSessionSchema, programSessionsQuerySchema, programSessionsReplySchema } from "./schemas.ts";

const tag = "Agents";

export const programOperations = defineOperations({
  "agents/sessions": {
    method: "get",
    path: "/agent/entries/{name}/sessions",
    scope: "drive",
    tag,
    summary: "Sessions that an agent keeps itself",
    description: "Also those that were begun without Parley. Starts the agent.",
    query: programSessionsQuerySchema,
    reply: { description: "The sessions, in the agent's order.", schema: programSessionsReplySchema },
    errors: [404, 501, 502],
  },
  "agents/openSession": {
    method: "post",
    path: "/agent/entries/{name}/sessions",
    scope: "drive",
    tag,
    summary: "Continue a session that an agent keeps itself",
    description:
      "Creates a session with the history that the agent replays. A session of the agent that was opened before gives the same session.",
    body: openProgramSessionSchema,
    example: { agent_session_id: "20261116_3" },
    reply: { status: 201, description: "The session.", schema: sessionSchema },
    errors: [404, 501, 502],
  },
});
