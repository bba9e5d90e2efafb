// Plays tool calls that need neither files nor terminals.
import type { Players } from "../player.ts";
import { failed, playToolCall, textContent } from "../tool-call.ts";

const NO_NETWORK = "This agent has no network.";

export const pretencePlayers: Players<"fetch" | "tool"> = {
  fetch: ({ url }, turn) => {
    const start = { name: "fetch", kind: "fetch", title: `Fetch ${url}`, rawInput: { url } } as const;
    return playToolCall(turn, start, async (call) => {
      const { fetch } = turn.agent.options;
      if (fetch === undefined) return failed(NO_NETWORK);
      const allowed = await call.permit();
      if (!allowed.ok) return failed(allowed.reason);
      call.start();
      const load = async (): Promise<{ status: number; text: string }> => {
        const response = await fetch(url, { signal: turn.signal });
        return { status: response.status, text: await response.text() };
      };
      const page = await turn.hold(`Fetching ${url}`, load());
      if (!page.ok) return failed(page.reason);
      const { status, text } = page.value;
      const content = [textContent(text)];
      const rawOutput = { status, chars: text.length };
      return status < 400
        ? { ok: true, content, rawOutput }
        : { ok: false, reason: `HTTP ${status}`, content, rawOutput };
    });
  },

  tool: ({ toolKind, title }, turn) =>
    playToolCall(turn, { name: toolKind, kind: toolKind, title, rawInput: {} }, (call) => {
      call.start();
      return Promise.resolve({ ok: true, content: [textContent("Nothing was done.")], rawOutput: {} });
    }),
};
