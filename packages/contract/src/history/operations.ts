// Operations on the history of files, over all sessions.
import { defineOperations } from "../operation.ts";
import { historyQuerySchema, historyReplySchema } from "./schemas.ts";

export const historyOperations = defineOperations({
  "history/get": {
    method: "get",
    path: "/history",
    scope: "read",
    tag: "Changes",
    summary: "Which session and turn last touched a file, or a line of it",
    description: "Of sessions whose folder has the file, also in a folder below. What was rewound no longer counts.",
    query: historyQuerySchema,
    reply: { description: "The turns, the latest first.", schema: historyReplySchema },
    errors: [404],
  },
});
