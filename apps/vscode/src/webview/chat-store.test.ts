// The extension and the view of a chat, with the messages between them.
import { createEventSequence, type SessionEventBody } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import type * as vscode from "vscode";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChatChannel } from "../extension/chat/chat-channel.ts";
import { splitSnapshot } from "../extension/chat/split-snapshot.ts";
import { toShownBatch } from "../extension/chat/to-shown-batch.ts";
import { FIRST_ITEMS, PART_ITEMS } from "../limits.ts";
import type { ChatState, MessageToHost, MessageToView } from "../protocol/chat-protocol.ts";

const STATE = { session: { id: "s", title: "", folder: "", isLoading: false } } as unknown as ChatState;
const TURN: readonly SessionEventBody[] = [
  { type: "prompt", prompt: [{ type: "text", text: "go" }] },
  { type: "update", update: { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } } },
  { type: "update", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "done" } } },
  { type: "stop", stopReason: "end_turn" },
];
const TURNS = PART_ITEMS;

let toHost: MessageToHost[] = [];
let drawn: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  toHost = [];
  drawn = [];
  vi.stubGlobal("acquireVsCodeApi", () => ({
    postMessage: (message: MessageToHost) => toHost.push(structuredClone(message)),
    getState: () => undefined,
    setState: () => undefined,
  }));
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => drawn.push(callback));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.resetModules();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Both sides of a chat that has had many turns; what each has sent waits until it is delivered. */
async function openChat() {
  const { ChatStore } = await import("./chat-store.ts");
  const store = new ChatStore();
  const transcript = createTranscript();
  const host = new SessionView(transcript.snapshot());
  const events = createEventSequence("s");
  const toView: MessageToView[] = [];
  const play = (bodies: readonly SessionEventBody[]) => {
    const applied = applyEvents(
      transcript,
      bodies.map((body) => events.next(body)),
    );
    host.apply(applied);
    return applied;
  };
  play(Array.from({ length: TURNS }, () => TURN).flat());
  let receive: (message: MessageToHost) => void = () => undefined;
  const webview = {
    onDidReceiveMessage: (listener: typeof receive) => {
      receive = listener;
      return { dispose: () => undefined };
    },
    postMessage: (message: MessageToView) => toView.push(structuredClone(message)),
  } as unknown as vscode.Webview;
  const channel = new ChatChannel(webview, {
    open: () => {
      const { end, earlier } = splitSnapshot(host.snapshot());
      return { message: { type: "opened", state: STATE, snapshot: end, draft: undefined }, earlier };
    },
    fulfil: () => Promise.resolve(undefined),
    onDraft: () => undefined,
  });
  const show = (message: MessageToView | undefined) => {
    if (message?.type === "opened") store.opened(message);
    else if (message?.type === "earlier") store.earlier(message);
    else if (message?.type === "patches") store.patches(message);
  };
  receive({ type: "ready" });
  return {
    store,
    host,
    toView,
    show,
    say: () => channel.patches(toShownBatch(play(TURN)), false),
    answer: () => {
      for (const message of toHost.splice(0)) receive(message);
    },
    settle: () => {
      while (toView.length + toHost.length + drawn.length > 0) {
        for (const message of toView.splice(0)) show(message);
        for (const draw of drawn.splice(0)) draw();
        vi.runAllTimers();
        for (const message of toHost.splice(0)) receive(message);
      }
    },
  };
}

it("draws the end of a long session first, and has the rest a moment later", async () => {
  const { store, host, toView, show, settle } = await openChat();
  show(toView.shift());
  expect(store.view.items).toEqual(host.items.slice(-FIRST_ITEMS));
  expect(toView).toEqual([]);
  settle();
  expect(store.view.items).toEqual(host.items);
});

it("has everything before a patch, which may be about any of it", async () => {
  const { store, host, toView, say, settle } = await openChat();
  say();
  expect(toView.map(({ type }) => type)).toEqual(["opened", "earlier", "earlier", "earlier", "earlier", "patches"]);
  settle();
  expect(store.view.items).toEqual(host.items);
});

it.each([1, 2, 5])("asks again if message %i is lost, and has everything once", async (lost) => {
  const { store, host, toView, say, settle } = await openChat();
  say();
  toView.splice(lost, 1);
  if (lost === 5) say();
  settle();
  expect(store.view.items).toEqual(host.items);
});

it("has the prompt of a turn that runs, from which its time is counted", async () => {
  const { host } = await openChat();
  const snapshot = host.snapshot();
  const running = { ...snapshot, state: { ...snapshot.state, running: true } };
  const at = running.items.length - FIRST_ITEMS * 2;
  const items = running.items.map((item, index) =>
    index > at && item.type === "user_message" ? { ...item, type: "agent_message" as const } : item,
  );
  const { end } = splitSnapshot({ ...running, items });
  expect(end.items[0]?.type).toBe("user_message");
  expect(end.items.length).toBeGreaterThan(FIRST_ITEMS);
});
