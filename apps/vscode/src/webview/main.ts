// The chat in a webview of the editor: takes the extension's messages, and puts the chat into the document.
import { setWords } from "@parley/base";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import type { MessageToView } from "../protocol/chat-protocol.ts";
import { ChatStore } from "./chat-store.ts";
import { ChatApp } from "./ChatApp.tsx";
import { openLinksOutside } from "./links.ts";
import { followTheme } from "./theme.ts";
import { toHost } from "./vscode-api.ts";
import { answered } from "./wishes.ts";
import "@parley/chat-ui/theme.css";
import "./webview.css";

/** An extension that has not sent the chat by then is waited for in words. */
const SHELL_MS_MAX = 1_000;

readWords();
const store = new ChatStore();
followTheme();
openLinksOutside();
addEventListener("message", ({ data }: MessageEvent<MessageToView>) => receive(data));
// Until then the document shows what the extension wrote into it, in the same places.
const stop = store.subscribe(show);
const timer = setTimeout(show, SHELL_MS_MAX);
toHost({ type: "ready" });

function show(): void {
  stop();
  clearTimeout(timer);
  const place = document.getElementById("chat");
  if (place === null) return;
  place.className = "parley";
  createRoot(place).render(createElement(ChatApp, { store }));
}

/** In another language than English the document has the table of its words. */
function readWords(): void {
  const words = document.getElementById("words")?.textContent;
  if (words) setWords(JSON.parse(words) as Record<string, string>, document.documentElement.lang);
}

function receive(message: MessageToView): void {
  switch (message.type) {
    case "opened":
      return store.opened(message);
    case "earlier":
      return store.earlier(message);
    case "patches":
      return store.patches(message);
    case "state":
      return store.changed(message);
    case "insert":
      return store.insert(message);
    case "reply":
      return answered(message);
    case "focusInput":
      // After the composer was drawn, if it comes with this message.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(".composer-text-input")?.focus());
  }
}
