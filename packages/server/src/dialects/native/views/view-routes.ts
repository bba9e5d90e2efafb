// What is seen of a session on the wire of its agent: files, tools, time, usage; a timeline and a trace of the frames.
import { Readable } from "node:stream";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import { followView } from "./follow-view.ts";
import { timelineQuerySchema, timelineReplySchema, viewSchema } from "./schemas.ts";
import { toNativeRow } from "./to-native-row.ts";

const tag = "Events";
const NDJSON = "application/x-ndjson";

const ABOUT_VIEW = `Files with their heat, tool calls with their times, where the time went, usage and plan, as version 2 of the feed has them.
It is kept in memory: of a session that this server has not run yet, nothing but the name is known.`;

const ABOUT_VIEW_EVENTS = `An event \`session\` with the whole, then \`change\` with what is new, at most every tenth of a second. A reader that was too slow, or
comes back, gets \`session\` anew. When it ends for a reason, an event named \`end\` says why.`;

export function viewRoutes(native: Native): readonly Route[] {
  const { hub } = native;
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/view",
        tag,
        summary: "What the agent does in a session",
        description: ABOUT_VIEW,
        reply: { description: "As it is now.", schema: viewSchema },
        errors: [404],
      },
      ({ param }) => hub.views.snapshot(param("id")),
    ),
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/view/events",
        tag,
        summary: "What the agent does in a session, as it changes",
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
        summary: "The latest messages between client and agent, a row for each",
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
        summary: "The latest messages between client and agent, as a trace",
        description: "For `parley trace`. What looks like a secret is taken out.",
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
