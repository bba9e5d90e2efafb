// What VS Code gives a webview: messages, and a state that outlives it.
import type { MessageToHost } from "../protocol/chat-protocol.ts";

interface VsCodeApi {
  postMessage(message: MessageToHost): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

/** Of this view, as long as its tab or place exists. */
export const viewState: Pick<VsCodeApi, "getState" | "setState"> = api;

export function toHost(message: MessageToHost): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not of a window: it has no origin.
  api.postMessage(message);
}
