// Routes for turns.
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import { turnSchema, turnsQuerySchema, turnsReplySchema } from "../schemas/recipe.ts";
import { toNativeTurn } from "../translate/turn.ts";

export function turnRoutes({ hub }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "get",
        path: "/turns",
        tag: "Turns",
        summary: "List turns, most recent first",
        query: turnsQuerySchema,
        reply: { description: "A page of results.", schema: turnsReplySchema },
      },
      async ({ query }) => {
        const { turns, nextCursor } = await hub.turns.list({
          sessionId: query.session_id,
          states: query.state === undefined ? undefined : [query.state],
          limit: query.limit,
          cursor: query.cursor,
        });
        return { turns: turns.map(toNativeTurn), ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) };
      },
    ),
    defineRoute(
      {
        method: "get",
        path: "/turns/{id}",
        tag: "Turns",
        summary: "Get a turn",
        reply: { description: "The turn.", schema: turnSchema },
        errors: [404],
      },
      async ({ param }) => toNativeTurn(await hub.turns.get(param("id"))),
    ),
  ];
}
