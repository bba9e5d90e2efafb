// Runs in a page: a chat whose reducer copies its state per chunk, drawn by React, as chats are often written.
import type { SessionEvent } from "@parley/acp/transcript";
import { parseMarkdown } from "@parley/chat-model/markdown";
import { createElement, useReducer, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

interface CopyingChat {
  take(events: readonly SessionEvent[]): void;
  /** After its last frame. */
  close(): Promise<void>;
}

interface Message {
  readonly id: string;
  readonly text: string;
}

type State = readonly Message[];

/** Every chunk makes a new list, a new message and a new text. */
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

export function drawCopyingChat(into: Element = document.body): CopyingChat {
  const place = document.createElement("div");
  into.append(place);
  let dispatch: ((event: SessionEvent) => void) | undefined;
  const root = createRoot(place);
  root.render(
    createElement(function Copying() {
      const [state, send] = useReducer(reduce, []);
      dispatch = send;
      return state.map(({ id, text }) => createElement("article", { key: id }, toElements(text)));
    }),
  );
  return {
    take(events) {
      for (const event of events) dispatch?.(event);
    },
    async close() {
      await new Promise(requestAnimationFrame);
      root.unmount();
      place.remove();
    },
  };
}
