// Runs in the page: follows a session as the page does, and beside it as a reducer that copies its state per chunk.
import { createTranscript, type SessionEvent } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import { connectServer } from "@parley/remote";
import { drawCopyingChat } from "./copying-chat.ts";
import type { PageWork } from "./page-work.ts";
import { settle } from "./settle.ts";

/** Resolves when that many events have been taken. */
function follow(sessionId: string, all: number, take: (events: readonly SessionEvent[]) => void): Promise<void> {
  const remote = connectServer({ url: location.origin }, { client: { name: "bench" } });
  let seen = 0;
  return new Promise<void>((resolve) => {
    remote.follow(
      sessionId,
      { after: 0 },
      {
        events(batch) {
          take(batch);
          seen += batch.length;
          if (seen >= all) resolve();
        },
      },
    );
  }).then(() => remote.close());
}

const work: PageWork = {
  followAsPage(sessionId, all) {
    const transcript = createTranscript();
    const view = new SessionView(transcript.snapshot());
    return follow(sessionId, all, (events) => view.apply(applyEvents(transcript, events)));
  },

  async followAsReducer(sessionId, all) {
    const chat = drawCopyingChat();
    await follow(sessionId, all, (events) => chat.take(events));
    await chat.close();
  },

  settle,

  async scroll(frames, px) {
    const log = document.querySelector('[role="log"]');
    for (let frame = 0; frame < frames; frame += 1) {
      await new Promise(requestAnimationFrame);
      log?.scrollBy(0, -px);
    }
  },
};

Object.assign(globalThis, { parleyBench: work });
