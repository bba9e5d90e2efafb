// Lies in what an agent calls: methods that do not exist, or that the client did not offer.
import type { Lie } from "../lie.ts";

export const callbackLies = {
  "unknown-request": {
    about: "makes requests that no client knows",
    midTurn: async ({ ask, sessionId }) => {
      await ask("craft/drainMidTurnQueue", { sessionId });
      await ask("_vendor/unheard-of", {});
    },
  },
  "unknown-notifications": {
    about: "sends notifications that no client knows",
    midTurn: ({ send, sessionId }) => {
      send({ method: "qwen/notify/session/prompt-suggestion", params: { sessionId, text: "x" } });
      send({ method: "qwen/notify/session/mode-update", params: { sessionId } });
      send({ method: "_auth/status_update", params: { authStatus: { kind: "gateway" } } });
    },
  },
  "fs-not-offered": {
    about: "reads and writes files through a client that did not offer it",
    midTurn: async ({ ask, sessionId }) => {
      await ask("fs/write_text_file", { sessionId, path: "/workspace/a.txt", content: "x" });
      await ask("fs/read_text_file", { sessionId, path: "/workspace/a.txt" });
    },
  },
  "shell-line": {
    about: "asks for a terminal with a whole shell line as the command",
    midTurn: async ({ ask, sessionId }) => {
      await ask("terminal/create", { sessionId, command: "cd /tmp && echo 'a b' | wc -c" });
    },
  },
  "notification-as-request": {
    about: "sends an update as a request",
    midTurn: async ({ ask, sessionId }) => {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "asked" } };
      await ask("session/update", { sessionId, update });
    },
  },
  "request-as-notification": {
    about: "asks for permission in a notification",
    midTurn: ({ send, sessionId }) => {
      const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
      send({ method: "session/request_permission", params: { sessionId, toolCall: { toolCallId: "t" }, options } });
    },
  },
  "cancels-unknown-requests": {
    about: "cancels requests that it never made",
    midTurn: ({ send }) => {
      send({ method: "$/cancel_request", params: { requestId: "never" } });
      send({ method: "$/cancel_request", params: {} });
      send({ method: "$/cancel_request" });
    },
  },
} satisfies Record<string, Lie>;
