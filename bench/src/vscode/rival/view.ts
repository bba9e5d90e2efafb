// A rival's view: messages are given to a reducer that copies its state, one by one or once per frame, and React draws when
// it comes to it.
import type { SessionEvent } from "@parley/acp/transcript";
import { drawCopyingChat } from "../../page/copying-chat.ts";
import type { RivalName } from "./manifest.ts";
import type { ToHost, ToView } from "./messages.ts";

declare function acquireVsCodeApi(): { postMessage(message: ToHost): void };

const host = acquireVsCodeApi();
const place = document.getElementById("chat") ?? document.body;
const chat = drawCopyingChat(place);
const isGathering = document.body.dataset["rival"] === ("gathering" satisfies RivalName);
let gathered: SessionEvent[] = [];
let count = 0;

addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  count += 1;
  if (isGathering) gather(toEvent(data, count));
  else chat.take([toEvent(data, count)]);
});

function gather(event: SessionEvent): void {
  gathered.push(event);
  if (gathered.length > 1) return;
  requestAnimationFrame(() => {
    const events = gathered;
    gathered = [];
    chat.take(events);
  });
}

const input = document.querySelector("textarea");
input?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not of a window: it has no origin.
  host.postMessage({ type: "prompt", text: input.value });
  input.value = "";
});

/** As the page's copying chat takes them. */
function toEvent(message: ToView, seq: number): SessionEvent {
  const event = message.type === "prompt" ? { ...message, seq, prompt: [] } : { ...message, seq };
  return event as unknown as SessionEvent;
}
