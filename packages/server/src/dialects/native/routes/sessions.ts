// Routes for sessions: create, search, show, rename, fork, delete.
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
  at_seq: z.number().int().min(1).optional().describe("Default: the last event."),
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
        summary: "List sessions, most recent first",
        query: sessionsQuerySchema,
        reply: { description: "A page of results.", schema: sessionsReplySchema },
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
        summary: "Create a session",
        description:
          "The same `Idempotency-Key` returns the same session. With `extensions`, requires the scope admin.",
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
        summary: "Search the messages of all sessions",
        query: searchQuerySchema,
        reply: { description: "Matches, most recent first.", schema: searchReplySchema },
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
        summary: "Get a session with its conversation and token counts",
        description: "Includes the fields of an ACP-REST session: `id`, `history` and `state`.",
        query: z.object({ conversation: flag.describe("`false` omits the conversation.") }),
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
        description: "Cancels a running turn.",
        reply: { status: 204, description: "The session was deleted." },
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
        summary: "Clear the conversation",
        description: "The log is kept.",
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
        summary: "Fork a session at an event",
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
