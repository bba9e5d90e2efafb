// User actions in a conversation, as requests to the server.
import type { ChatPort } from "@parley/chat-ui";
import { readSession, toMentions } from "./mentions.ts";
import type { PromptOptions, Remote } from "@parley/remote";
import type { QuestionList } from "./question-list.ts";
import type { SessionChoices } from "./session-choices.ts";
import type { SessionList } from "./session-list.ts";
import type { SessionQueue } from "./session-queue.ts";

export interface PortSources {
  readonly remote: Remote;
  readonly questions: QuestionList;
  readonly sessions: SessionList;
}

export interface SessionParts {
  readonly queue: SessionQueue;
  readonly choices: SessionChoices;
  /** Launch data for the agent's process, sent with every prompt, because the server may have been restarted. */
  readonly bring?: (() => Promise<PromptOptions["launch"]>) | undefined;
  /** Asks for confirmation if a turn is running. */
  readonly handOver: (agent: string) => Promise<void>;
}

type Level = "supervised" | "auto" | "bypass" | "autopilot";

export function createSessionPort(
  { remote, questions, sessions }: PortSources,
  sessionId: string,
  { queue, choices, bring, handOver }: SessionParts,
): ChatPort {
  return {
    send: async (prompt, { isSteering } = { isSteering: false }) => {
      const { turnId } = await remote.prompt(sessionId, prompt, { launch: await bring?.() });
      if (isSteering) await queue.sendNow(turnId);
    },
    stop: () => void queue.stopRunning().catch(() => undefined), // It was already over.
    findFiles: async (query) => (await remote.request("files/search", { id: sessionId, q: query })).files,
    findSymbols: async (query) => (await remote.request("files/symbols", { id: sessionId, q: query })).symbols,
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
