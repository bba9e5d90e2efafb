// Operations that rewind a session to before one of its prompts.
import { defineOperations } from "../operation.ts";
import { rewindPointsSchema, rewindReplySchema, rewindSchema } from "./schemas.ts";

const tag = "Sessions";

export const rewindOperations = defineOperations({
  "sessions/rewindPoints": {
    method: "get",
    path: "/sessions/{id}/rewind",
    scope: "read",
    tag,
    summary: "List the prompts that a session can be rewound to",
    reply: { description: "The prompts, in order.", schema: rewindPointsSchema },
    errors: [404],
  },
  "sessions/rewind": {
    method: "post",
    path: "/sessions/{id}/rewind",
    scope: "drive",
    tag,
    summary: "Rewind a session to before a prompt, or undo that",
    description: `Restores the files as they were before that turn, and continues the conversation from there: a \`rewound\` event in the log. What came
after stays in the log and no longer counts. The agent starts a new session with the rest of the conversation. Refused with
\`session_busy\` while a turn runs. With \`undo\`, the last rewind is undone, if nothing was prompted since, and the agent's earlier session continues.`,
    body: rewindSchema,
    example: { turn: "last" },
    reply: { description: "The session, and what was restored.", schema: rewindReplySchema },
    errors: [404, 409],
  },
});
