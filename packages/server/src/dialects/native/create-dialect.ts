// The native API: prompts, sessions and everything around them in plain HTTP, with the words of goose where it has one.
import type { CreateDialect } from "../../http/dialect.ts";
import type { Native } from "./native.ts";
import type { Route } from "./route.ts";
import { agentSessionRoutes } from "./routes/agent-session.ts";
import { agentRoutes } from "./routes/agents.ts";
import { docRoutes } from "./routes/docs.ts";
import { eventRoutes } from "./routes/events.ts";
import { interactionRoutes } from "./routes/interactions.ts";
import { recipeRoutes } from "./routes/recipes.ts";
import { replyRoutes } from "./routes/reply.ts";
import { sessionContentRoutes } from "./routes/session-content.ts";
import { sessionLogRoutes } from "./routes/session-logs.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { turnRoutes } from "./routes/turns.ts";
import { createOpenStreams } from "./stream/open-streams.ts";
import { viewRoutes } from "./views/view-routes.ts";

/** In the order of the documentation; fixed words come before parameters in their place. */
const groups: readonly ((native: Native) => readonly Route[])[] = [
  replyRoutes,
  sessionRoutes,
  sessionContentRoutes,
  sessionLogRoutes,
  eventRoutes,
  viewRoutes,
  interactionRoutes,
  agentSessionRoutes,
  agentRoutes,
  recipeRoutes,
  turnRoutes,
];

export const createNativeDialect: CreateDialect = ({ openEventStream, draining, ...rest }) => {
  const native: Native = { ...rest, streams: createOpenStreams(openEventStream, draining) };
  const routes = nativeRoutes(native);
  return {
    name: "native",
    mount(app) {
      for (const route of routes) route.mount(app);
    },
  };
};

export function nativeRoutes(native: Native): readonly Route[] {
  const routes = groups.flatMap((group) => group(native));
  return [...routes, ...docRoutes(native, routes)];
}
