// What a person wishes in a conversation, as requests to the server.
import type { ChatPort } from "@parley/chat-ui";
import type { PageServer } from "./page-server.ts";

export function createSessionPort({ remote, questions }: PageServer, sessionId: string): ChatPort {
  return {
    send: async (prompt) => {
      await remote.prompt(sessionId, prompt);
    },
    stop: () => {
      void remote.request("sessions/cancel", { id: sessionId });
    },
    answerPermission: (id, reply) => questions.answerPermission(id, reply),
    answerElicitation: (id, reply) => questions.answerElicitation(id, reply),
  };
}
