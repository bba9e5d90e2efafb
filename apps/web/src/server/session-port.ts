// What a person wishes in a conversation, as requests to the server.
import type { ChatPort } from "@parley/chat-ui";
import { readSession, toMentions } from "./mentions.ts";
import type { PageServer } from "./page-server.ts";
import type { SessionChoices } from "./session-choices.ts";
import type { SessionQueue } from "./session-queue.ts";

export interface SessionParts {
  readonly queue: SessionQueue;
  readonly choices: SessionChoices;
  /** Asks first if a turn runs. */
  readonly handOver: (agent: string) => Promise<void>;
}

type Level = "supervised" | "auto" | "bypass" | "autopilot";

export function createSessionPort(
  { remote, questions, sessions }: PageServer,
  sessionId: string,
  { queue, choices, handOver }: SessionParts,
): ChatPort {
  return {
    send: async (prompt, { isSteering } = { isSteering: false }) => {
      const { turnId } = await remote.prompt(sessionId, prompt);
      if (isSteering) await queue.sendNow(turnId);
    },
    stop: () => void queue.stopRunning().catch(() => undefined), // It was over already.
    findFiles: async (query) => (await remote.request("files/search", { id: sessionId, q: query })).files,
    toMentions: (text) =>
      toMentions(remote, { id: sessionId, folder: sessions.get(sessionId)?.working_dir ?? "" }, text),
    readSession: (id) => readSession(remote, id),
    prepare: () => choices.prepare(),
    choose: async (pickerId, value) => {
      if (pickerId === "agent") await handOver(value);
      else if (pickerId === "level")
        await remote.request("sessions/setPolicy", { id: sessionId, level: value as Level });
      else await choices.choose(pickerId, value);
      if (pickerId === "agent") await choices.refresh();
    },
    editQueued: (turnId, text) => queue.change(turnId, { text }),
    moveQueued: (turnId, place) => queue.change(turnId, { place }),
    sendQueuedNow: (turnId) => queue.sendNow(turnId),
    withdrawQueued: (turnId) => queue.withdraw(turnId),
    answerPermission: (id, reply) => questions.answerPermission(id, reply),
    answerElicitation: (id, reply) => questions.answerElicitation(id, reply),
  };
}
