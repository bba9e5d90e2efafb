// Operations on the view of a session, derived from its agent's traffic: files, tools, time, usage; a timeline and a trace.
import { defineOperations } from "../operation.ts";
import { timelineQuerySchema, timelineReplySchema, traceQuerySchema, viewSchema } from "./schemas.ts";

const tag = "Events";

const ABOUT_VIEW = `Files with their heat, tool calls with their durations, how the time was spent, usage and plan, as in version 2 of the feed.
The view is kept in memory: it is empty for a session that has not run since the server started.`;

const ABOUT_VIEW_EVENTS = `An event \`session\` with the full view, then \`change\` events, at most ten per second. A client that was too slow or reconnects
gets \`session\` again. If the server ends the stream, the event \`end\` gives the reason.`;

export const viewOperations = defineOperations({
  "views/get": {
    method: "get",
    path: "/sessions/{id}/view",
    scope: "read",
    tag,
    summary: "Live view of a session",
    description: ABOUT_VIEW,
    reply: { description: "The current view.", schema: viewSchema },
    errors: [404],
  },
  "views/follow": {
    method: "get",
    path: "/sessions/{id}/view/events",
    scope: "read",
    isHttpOnly: true,
    tag,
    summary: "Stream the live view of a session",
    description: ABOUT_VIEW_EVENTS,
    reply: { description: "A stream.", contentType: "text/event-stream" },
    errors: [404, 503],
  },
  "views/timeline": {
    method: "get",
    path: "/sessions/{id}/timeline",
    scope: "read",
    tag,
    summary: "Recent messages between client and agent, one row each",
    query: timelineQuerySchema,
    reply: { description: "The rows, in order.", schema: timelineReplySchema },
    errors: [404],
  },
  "views/trace": {
    method: "get",
    path: "/sessions/{id}/trace",
    scope: "read",
    isHttpOnly: true,
    tag,
    summary: "Recent messages between client and agent, as a trace",
    description:
      "For `parley trace`. Secrets are redacted. The header `Parley-Trace-Frames` is the number of messages so far: with it as `after`, the next request gets only newer ones. `Parley-Trace-From` is `after`, or 0 if the server started since and the trace is another one.",
    query: traceQuerySchema,
    reply: { description: "A header, then the frames.", contentType: "application/x-ndjson" },
    errors: [404],
  },
});
