// The change stream, over all sessions.
import { defineOperations } from "../operation.ts";
import { eventsStreamQuerySchema, serverEventSchema } from "./schemas.ts";

const ABOUT = `Sessions (\`created\`, \`changed\`, \`handed_over\` to another agent, \`deleted\`), turns (\`queued\`, \`running\`, \`waiting\`, \`ended\`), questions
(\`opened\`, \`answered\`, \`expired\`, \`cancelled\`), agents (\`added\`, \`changed\`, \`removed\`) and their installations and sign-ins
(\`job\`: \`started\`, \`progress\`, \`ended\`) as they change, each with its new state. The
name of an event is its \`type\`.

The stream begins with \`reset\`, unless it resumes: then list what you need, and apply the events that follow. To resume, send the id
of the last event as \`Last-Event-ID\`, which browsers do automatically, or as \`after\`. If the server was restarted in the meantime, or
too much has happened, \`reset\` says so, and you list again. Text that an agent streams is not a change of its session: for that,
follow the session (GET /sessions/{id}/events). If the server ends the stream, the event \`end\` gives the reason.

ACP clients get the same events as \`_parley/events\` notifications after \`_parley/events/follow\`.`;

export const eventOperations = defineOperations({
  "events/stream": {
    method: "get",
    path: "/events",
    scope: "read",
    isHttpOnly: true,
    tag: "Events",
    summary: "Stream everything that changes",
    description: ABOUT,
    query: eventsStreamQuerySchema,
    reply: {
      description: "Server-sent events, each a ServerEvent.",
      schema: serverEventSchema,
      contentType: "text/event-stream",
    },
    errors: [503],
  },
});
