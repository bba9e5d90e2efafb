// Runs in the webview of a chat, beside what it shows.
import type { SessionEvent } from "@parley/acp/transcript";
import { drawCopyingChat } from "../page/copying-chat.ts";
import { settle } from "../page/settle.ts";
import type { ViewWork } from "./view-work.ts";

const TEXT_BYTES = 100;

const work: ViewWork = {
  settle,

  async copyState(chunks, durationMs) {
    const chat = drawCopyingChat();
    await new Promise(requestAnimationFrame);
    chat.take([{ type: "prompt", seq: 0, prompt: [] } as unknown as SessionEvent]);
    const startedAt = performance.now();
    for (let sent = 0; sent < chunks;) {
      await new Promise(requestAnimationFrame);
      const due = Math.min(chunks, Math.ceil((chunks * (performance.now() - startedAt)) / durationMs));
      chat.take(Array.from({ length: due - sent }, (_, at) => toChunk(sent + at + 1)));
      sent = due;
    }
    await chat.close();
  },
};

function toChunk(at: number): SessionEvent {
  const text = `chunk ${at} `.padEnd(TEXT_BYTES, "x");
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  return { type: "update", seq: at, update } as unknown as SessionEvent;
}

Object.assign(globalThis, { parleyBench: work });
