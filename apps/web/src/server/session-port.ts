// What a person wishes in a conversation, as requests to the server.
import type { ChatPort } from "@parley/chat-ui";
import type { Remote } from "@parley/remote";

export function createSessionPort(remote: Remote, sessionId: string): ChatPort {
  return {
    send: async (prompt) => {
      await remote.prompt(sessionId, prompt);
    },
    stop: () => {
      void remote.request("sessions/cancel", { id: sessionId });
    },
    answerPermission: async (id, { optionId, remember, reason }) => {
      await remote.request("interactions/answer", { id, option_id: optionId, remember, reason });
    },
    answerElicitation: async (id, reply) => {
      await remote.request("interactions/answer", { id, ...reply });
    },
  };
}
