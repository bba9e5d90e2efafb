// Follows all changes: the same events as GET /events, as notifications.
import type { AgentHandlers } from "@parley/acp";
import { isObject } from "@parley/base";
import type { HandlerContext } from "./context.ts";
import { readText } from "./params.ts";

export function createEventHandlers({ changes }: HandlerContext): AgentHandlers {
  return {
    "_parley/events/follow": (params) => {
      const isGiven = isObject(params) && params["after"] !== undefined && params["after"] !== null;
      changes.follow(isGiven ? readText(params, "after") : undefined);
      return {};
    },
    "_parley/events/unfollow": () => {
      changes.leave();
      return {};
    },
  };
}
