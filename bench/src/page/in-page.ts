// Runs in the page: follows a session as the page does, and beside it as a reducer that copies its state per chunk.
import { createTranscript, type SessionEvent } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import { connectServer } from "@parley/remote";
import { parseMarkdown } from "@parley/chat-model/markdown";
import { createElement, useReducer, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { PageWork } from "./page-work.ts";

const SETTLED_FRAMES = 20;

interface Message {
  readonly id: string;
  readonly text: string;
}

type State = readonly Message[];

/** As chats are often written: every chunk makes a new list, a new message and a new text. */
function reduce(state: State, event: SessionEvent): State {
  if (event.type === "prompt") return [...state, { id: String(event.seq), text: "" }];
  if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") return state;
  const { content } = event.update;
  const text = content.type === "text" ? content.text : "";
  return state.map((message, at) => (at === state.length - 1 ? { ...message, text: message.text + text } : message));
}

function toElements(text: string): ReactNode {
  return parseMarkdown(text).map((node, at) =>
    createElement("p", { key: at }, "children" in node ? JSON.stringify(node.children) : node.type),
  );
}

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
    const place = document.createElement("div");
    document.body.append(place);
    let dispatch: ((event: SessionEvent) => void) | undefined;
    const root = createRoot(place);
    root.render(
      createElement(function Copying() {
        const [state, send] = useReducer(reduce, []);
        dispatch = send;
        return state.map(({ id, text }) => createElement("article", { key: id }, toElements(text)));
      }),
    );
    await follow(sessionId, all, (events) => {
      for (const event of events) dispatch?.(event);
    });
    await new Promise(requestAnimationFrame);
    root.unmount();
    place.remove();
  },

  async settle() {
    const log = document.querySelector('[role="log"]');
    for (let [still, height] = [0, 0]; still < SETTLED_FRAMES;) {
      await new Promise(requestAnimationFrame);
      still = log?.scrollHeight === height ? still + 1 : 0;
      height = log?.scrollHeight ?? 0;
    }
  },

  async scroll(frames, px) {
    const log = document.querySelector('[role="log"]');
    for (let frame = 0; frame < frames; frame += 1) {
      await new Promise(requestAnimationFrame);
      log?.scrollBy(0, -px);
    }
  },
};

Object.assign(globalThis, { parleyBench: work });
