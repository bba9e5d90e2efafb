// Sessions: made, found, shown, renamed, copied, deleted.
import type { HubSession } from "@parley/hub";
import { z } from "zod";
import { refuseExtensions } from "../input/check-scope.ts";
import type { Native } from "../native.ts";
import { readConversation } from "../read-conversation.ts";
import { defineRoute, idempotencyKey, type Route } from "../route.ts";
import {
  newSessionSchema,
  searchQuerySchema,
  searchReplySchema,
  sessionSchema,
  sessionsQuerySchema,
  sessionsReplySchema,
  titleSchema,
} from "../schemas/session.ts";
import { readExtension } from "../translate/extension.ts";
import { toListedSession, toListedText, toNativeSession } from "../translate/session.ts";

const tag = "Sessions";
const forkSchema = z.looseObject({
  at_seq: z.number().int().min(1).optional().describe("The latest event unless given."),
});
const nameSchema = z.looseObject({ name: titleSchema });
const shown = { description: "The session.", schema: sessionSchema };
const flag = z.enum(["true", "false"]).optional();

export function sessionRoutes(native: Native): readonly Route[] {
  return [...collectionRoutes(native), ...oneRoutes(native), ...changingRoutes(native)];
}

function collectionRoutes({ hub, baseUrl }: Native): readonly Route[] {
  const show = (session: HubSession): unknown => toNativeSession(session, baseUrl());
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions",
        tag,
        summary: "All sessions, the latest first",
        query: sessionsQuerySchema,
        reply: { description: "A page of them.", schema: sessionsReplySchema },
      },
      async ({ context, query }) => {
        const { sessions, nextCursor } = await hub.sessions.list(query);
        const cursor = nextCursor === undefined ? "" : `,"next_cursor":${JSON.stringify(nextCursor)}`;
        const body = `{"sessions":[${sessions.map(toListedText).join(",")}]${cursor}}`;
        return context.body(body, 200, { "Content-Type": "application/json" });
      },
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions",
        tag,
        summary: "Make a session",
        description: "The same `Idempotency-Key` gives the same session. With `extensions` it needs the scope admin.",
        body: newSessionSchema,
        example: { agent: "backend", name: "A new feature" },
        reply: { status: 201, description: "The session.", schema: sessionSchema },
        errors: [404, 409],
      },
      async ({ context, body }) =>
        refuseExtensions(context, body.extensions) ??
        show(
          await hub.sessions.create({
            id: body.id,
            agent: body.agent,
            cwd: body.working_dir,
            additionalFolders: body.additional_folders,
            title: body.name,
            extensions: body.extensions?.map(readExtension),
            sandbox: body.sandbox,
            idempotencyKey: idempotencyKey(context),
          }),
        ),
    ),
    defineRoute(
      {
        method: "get",
        path: "/sessions/search",
        tag,
        summary: "Search what was said in all sessions",
        query: searchQuerySchema,
        reply: { description: "Places, the latest first.", schema: searchReplySchema },
      },
      async ({ query: { q, limit } }) => {
        const hits = await hub.sessions.search(q, limit === undefined ? {} : { limit });
        return { hits: hits.map(({ session, ...hit }) => ({ ...hit, session: toListedSession(session) })) };
      },
    ),
  ];
}

function oneRoutes(native: Native): readonly Route[] {
  const { hub, baseUrl } = native;
  const show = (session: HubSession): unknown => toNativeSession(session, baseUrl());
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}",
        tag,
        summary: "One session with its conversation and token counts",
        description: "Also what ACP-REST calls a session: `id`, `history` and `state`.",
        query: z.object({ conversation: flag.describe("`false` leaves it out.") }),
        reply: shown,
        errors: [404],
      },
      async ({ query, param }) => {
        const session = await hub.sessions.get(param("id"));
        if (query.conversation === "false") return show(session);
        return { ...toNativeSession(session, baseUrl()), ...(await readConversation(hub, session)) };
      },
    ),
    defineRoute(
      {
        method: "delete",
        path: "/sessions/{id}",
        tag,
        summary: "Delete a session and its log",
        description: "Ends a running turn.",
        reply: { status: 204, description: "It is gone." },
        errors: [404],
      },
      ({ param }) => hub.sessions.delete(param("id")),
    ),
  ];
}

function changingRoutes({ hub, baseUrl }: Native): readonly Route[] {
  const show = (session: HubSession): unknown => toNativeSession(session, baseUrl());
  return [
    defineRoute(
      {
        method: "put",
        path: "/sessions/{id}/name",
        tag,
        summary: "Rename a session",
        body: nameSchema,
        example: { name: "A better name" },
        reply: shown,
        errors: [404],
      },
      async ({ body, param }) => show(await hub.sessions.rename(param("id"), body.name)),
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/clear",
        tag,
        summary: "Begin the conversation anew",
        description: "The log stays.",
        reply: shown,
        errors: [404, 409],
      },
      async ({ param }) => show(await hub.sessions.clear(param("id"))),
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/fork",
        tag,
        summary: "Copy a session up to an event",
        body: forkSchema,
        example: {},
        reply: { ...shown, status: 201 },
        errors: [404],
      },
      async ({ context, body, param }) => {
        const key = idempotencyKey(context);
        const at = body.at_seq === undefined ? {} : { atSeq: body.at_seq };
        return show(
          await hub.sessions.fork(param("id"), { ...at, ...(key === undefined ? {} : { idempotencyKey: key }) }),
        );
      },
    ),
  ];
}
