// Following a session without opening it: no agent is started, and the log is sent from any place on.
import type { AgentHandlers } from "@parley/acp";
import type { HandlerContext } from "./context.ts";
import { readCount, readText } from "./params.ts";

export function createFollowHandlers({ hub, sessions }: HandlerContext): AgentHandlers {
  return {
    "_parley/session/follow": async (params) => {
      const sessionId = readText(params, "sessionId");
      const wanted = readCount(params, "after");
      const { lastSeq } = await hub.sessions.get(sessionId);
      // A position that this log never reached belongs to a log that is gone: the client starts over, and sees that it does.
      const after = wanted === undefined ? lastSeq : wanted > lastSeq ? 0 : wanted;
      sessions.followLater(sessionId, after);
      return { sessionId, after, lastSeq };
    },
    "_parley/session/unfollow": (params) => {
      sessions.leave(readText(params, "sessionId"));
      return {};
    },
  };
}
