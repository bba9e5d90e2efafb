// Operations on the usage of turns.
import { defineOperations } from "../operation.ts";
import { usageQuerySchema, usageReplySchema } from "./schemas.ts";

const ABOUT = `Tokens and cost, as agents reported them, and the number of turns and how long they ran. A turn counts on the day it ended, in the time zone of the server. Usage
stays when a session is deleted, because it was spent; it is kept for 800 days.`;

export const usageOperations = defineOperations({
  "usage/get": {
    method: "get",
    path: "/usage",
    scope: "read",
    tag: "Turns",
    summary: "Usage by day, agent, model and folder",
    description: ABOUT,
    query: usageQuerySchema,
    reply: { description: "The rows and their sum.", schema: usageReplySchema },
  },
});
