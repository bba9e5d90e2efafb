// Lies about order.
import type { Lie } from "../lie.ts";

export const orderLies = {
  "answers-out-of-order": {
    about: "answers three requests in reverse",
    midTurn: async ({ next }) => {
      const calls = await Promise.all(["session/set_mode", "session/set_mode", "session/set_mode"].map(next));
      for (const call of calls.toReversed()) call.answer({ _meta: { for: call.params["modeId"] } });
    },
  },
  "updates-after-the-answer": {
    about: "sends updates after it has answered the prompt",
    afterTurn: ({ say, update }) => {
      say("late");
      update({ sessionUpdate: "session_info_update", title: "Late" });
    },
  },
  "updates-before-the-session": {
    about: "sends updates of a session before it has answered session/new",
    instead: {
      "session/new": ({ say, answer, sessionId }) => {
        say("early");
        answer({ sessionId });
      },
    },
  },
  "unknown-session": {
    about: "sends an update for a session that was never opened",
    midTurn: ({ send }) => {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "stray" } };
      send({ method: "session/update", params: { sessionId: "stray", update } });
    },
  },
} satisfies Record<string, Lie>;
