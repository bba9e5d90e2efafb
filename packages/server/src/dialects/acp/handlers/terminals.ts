// Follows a terminal: the same events as GET /sessions/{id}/terminals/{terminal}/stream, as notifications.
import type { AgentHandlers } from "@parley/acp";
import type { HandlerContext } from "./context.ts";
import { readText } from "./params.ts";

export function createTerminalHandlers({ terminals }: HandlerContext): AgentHandlers {
  return {
    "_parley/terminal/follow": async (params) => {
      await terminals.follow(readText(params, "id"), readText(params, "terminal"));
      return {};
    },
    "_parley/terminal/unfollow": (params) => {
      terminals.leave(readText(params, "id"), readText(params, "terminal"));
      return {};
    },
  };
}
