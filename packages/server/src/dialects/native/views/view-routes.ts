// The view of a session, derived from its agent's traffic: files, tools, time, usage; a timeline and a trace.
import { Readable } from "node:stream";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import { followView } from "./follow-view.ts";
import { timelineQuerySchema, timelineReplySchema, viewSchema } from "./schemas.ts";
import { toNativeRow } from "./to-native-row.ts";

const tag = "Events";
const NDJSON = "application/x-ndjson";

const ABOUT_VIEW = `Files with their heat, tool calls with their durations, how the time was spent, usage and plan, as in version 2 of the feed.
The view is kept in memory: it is empty for a session that has not run since the server started.`;

const ABOUT_VIEW_EVENTS = `An event \`session\` with the full view, then \`change\` events, at most ten per second. A client that was too slow or reconnects
gets \`session\` again. If the server ends the stream, the event \`end\` gives the reason.`;

export function viewRoutes(native: Native): readonly Route[] {
  const { hub } = native;
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/view",
        tag,
        summary: "Live view of a session",
        description: ABOUT_VIEW,
        reply: { description: "The current view.", schema: viewSchema },
        errors: [404],
      },
      ({ param }) => hub.views.snapshot(param("id")),
    ),
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/view/events",
        tag,
        summary: "Stream the live view of a session",
        description: ABOUT_VIEW_EVENTS,
        reply: { description: "A stream.", contentType: "text/event-stream" },
        errors: [404, 503],
      },
      async ({ context, param }) => {
        const { id } = await hub.sessions.get(param("id"));
        const stream = native.streams.open(context);
        await followView(native, stream, id);
        return stream.response;
      },
    ),
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/timeline",
        tag,
        summary: "Recent messages between client and agent, one row each",
        query: timelineQuerySchema,
        reply: { description: "The rows, in order.", schema: timelineReplySchema },
        errors: [404],
      },
      async ({ query, param }) => ({ rows: (await hub.views.timeline(param("id"), query)).map(toNativeRow) }),
    ),
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/trace",
        tag,
        summary: "Recent messages between client and agent, as a trace",
        description: "For `parley trace`. Secrets are redacted.",
        reply: { description: "A header, then the frames.", contentType: NDJSON },
        errors: [404],
      },
      async ({ context, param }) => {
        const lines = await hub.views.trace(param("id"));
        const body = Readable.toWeb(Readable.from(withNewlines(lines))) as ReadableStream;
        return context.body(body, 200, {
          "Content-Type": NDJSON,
          "Content-Disposition": `attachment; filename="${param("id")}.trace.ndjson"`,
        });
      },
    ),
  ];
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) yield `${line}\n`;
}
