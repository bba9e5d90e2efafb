// Operations on turns: start, stream, list, cancel.
import { defineOperations } from "../operation.ts";
import {
  cancelReplySchema,
  cancelSchema,
  frameSchema,
  queueChangeSchema,
  queueReplySchema,
  replySchema,
  startTurnSchema,
  startedTurnSchema,
  turnSchema,
  turnsQuerySchema,
  turnsReplySchema,
} from "./schemas.ts";

const ABOUT_REPLY = `Without \`session_id\` a session is created. Without an agent for a new session, or with \`agent: "auto"\`, the prompt is routed and the
first frame is a \`RoutingDecision\`. Response headers: \`Parley-Session-Id\`, \`Parley-Turn-Id\`. Frames have the number of their event as \`id:\`;
GET /sessions/{id}/events?format=messages with \`Last-Event-ID\` resumes an interrupted stream.

The turn continues when the client disconnects, unless \`on_disconnect\` is \`cancel\`: then it is cancelled after 10 s, and the same request
with the same \`Idempotency-Key\` within that time resumes its stream.

\`mode: "plan"\`: RoutingDecision, PlanProposal, and Finish with the reason \`plan_complete\`; no task runs.
\`mode: "execute_plan"\` with \`plan\`: each task runs in its own session, with a Notification (\`parley/task\`) when it finishes,
and finally a Message with all results.`;

/** Prompts. */
export const promptOperations = defineOperations({
  "turns/stream": {
    method: "post",
    path: "/reply",
    scope: "drive",
    isHttpOnly: true,
    tag: "Reply",
    summary: "Prompt an agent and stream the answer",
    description: ABOUT_REPLY,
    body: replySchema,
    example: { user_message: "say hello", agent: "backend" },
    reply: { description: "Server-sent events, each a Frame.", schema: frameSchema, contentType: "text/event-stream" },
    errors: [404, 409, 422, 503],
  },
  "turns/start": {
    method: "post",
    path: "/sessions/{id}/reply",
    scope: "drive",
    tag: "Reply",
    summary: "Prompt a session without streaming",
    body: startTurnSchema,
    example: { user_message: "say hello" },
    reply: { status: 202, description: "The prompt is stored and will run.", schema: startedTurnSchema },
    errors: [404, 409, 422, 503],
  },
  "sessions/cancel": {
    method: "post",
    path: "/sessions/{id}/cancel",
    scope: "drive",
    tag: "Reply",
    summary: "Cancel one turn or all turns of a session",
    body: cancelSchema,
    example: {},
    reply: { description: "The turns being cancelled, if any.", schema: cancelReplySchema },
    errors: [404, 409],
  },
});

export const turnOperations = defineOperations({
  "turns/list": {
    method: "get",
    path: "/turns",
    scope: "read",
    tag: "Turns",
    summary: "List turns, most recent first",
    query: turnsQuerySchema,
    reply: { description: "A page of results.", schema: turnsReplySchema },
  },
  "turns/get": {
    method: "get",
    path: "/turns/{id}",
    scope: "read",
    tag: "Turns",
    summary: "Get a turn",
    reply: { description: "The turn.", schema: turnSchema },
    errors: [404],
  },
  "turns/cancel": {
    method: "post",
    path: "/turns/{id}/cancel",
    scope: "drive",
    tag: "Turns",
    summary: "Cancel a turn",
    description: "The turn is `cancelling` until its agent has stopped. A queued turn is `cancelled` at once.",
    reply: { description: "The turn.", schema: turnSchema },
    errors: [404, 409],
  },
  "queue/list": {
    method: "get",
    path: "/sessions/{id}/queue",
    scope: "read",
    tag: "Turns",
    summary: "List the prompts that wait for the running turn",
    description: "Every change of the queue is a `turn` event with the change `queued`, `running` or `ended`.",
    reply: { description: "The queue.", schema: queueReplySchema },
    errors: [404],
  },
  "queue/change": {
    method: "put",
    path: "/sessions/{id}/queue/{turnId}",
    scope: "drive",
    tag: "Turns",
    summary: "Edit, move or send a queued prompt",
    description: "POST /turns/{id}/cancel withdraws it.",
    body: queueChangeSchema,
    example: { place: 0 },
    reply: { description: "The queue.", schema: queueReplySchema },
    errors: [404, 409],
  },
});
