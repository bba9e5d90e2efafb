// Sessions of any length for the transcript: one endless message, or turns with all that happens in them.
import type { SessionEvent } from "@parley/acp/transcript";
import { createChunk, createText, SESSION_ID } from "./peers/work.ts";

type Update = Extract<SessionEvent, { type: "update" }>["update"];
const TEXT = createText(100);

export type StreamName = "message" | "turns";

const streams: Record<StreamName, (index: number) => Update> = {
  message: () => createChunk(TEXT).update,
  turns: createTurnUpdate,
};

export function createEvents(stream: StreamName, count: number): SessionEvent[] {
  const create = streams[stream];
  return Array.from({ length: count }, (_, index) => ({
    v: 1,
    seq: index + 1,
    at: 1_767_225_600_000 + index,
    sessionId: SESSION_ID,
    type: "update",
    update: create(index),
  }));
}

/** Twenty updates: a thought, a plan, a tool call that is heard of three times, the rest text. */
function createTurnUpdate(index: number): Update {
  const turn = Math.floor(index / 20);
  const toolCallId = `call_${turn}`;
  switch (index % 20) {
    case 0:
    case 1:
      return { sessionUpdate: "agent_thought_chunk", content: createChunk(TEXT).update.content };
    case 2:
      return { sessionUpdate: "plan", entries: [{ content: "Read it", priority: "medium", status: "in_progress" }] };
    case 3:
      return { sessionUpdate: "tool_call", toolCallId, title: `Read file ${turn}`, kind: "read", status: "pending" };
    case 4:
      return { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" };
    case 5: {
      const content = [{ type: "content" as const, content: createChunk(TEXT).update.content }];
      return { sessionUpdate: "tool_call_update", toolCallId, status: "completed", content };
    }
    default:
      return createChunk(TEXT).update;
  }
}
