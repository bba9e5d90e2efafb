// When the agent says nothing.
import { scene, settle, turn, type Expectations } from "../expectation.ts";

export const silenceExpectations = {
  "never-answers-initialize": scene(
    "the request fails with request_timeout, and the agent gets a cancellation",
    async (talk, expect) => {
      const initialized = talk.agent.request("initialize", { protocolVersion: 1 }, { timeoutMs: 100 });
      expect(await settle(initialized)).toEqual({ failedWith: "request_timeout" });
      const { frame } = await talk.frames.find(
        "the cancellation",
        ({ frame: sent }) => methodOf(sent) === "$/cancel_request",
      );
      expect(frame).toMatchObject({ params: { requestId: 0 } });
    },
  ),
  "never-answers-a-prompt": scene(
    "a prompt that is aborted fails with request_cancelled; the next is served",
    async (talk, expect) => {
      await talk.open();
      const abort = new AbortController();
      const prompted = settle(talk.prompt("lie", abort.signal));
      await talk.updates.find("an update", () => true);
      abort.abort();
      expect(await prompted).toEqual({ failedWith: "request_cancelled" });
      expect(talk.frames.items.map(({ frame }) => methodOf(frame))).toContain("$/cancel_request");
      expect(await talk.prompt("once more")).toEqual({ stopReason: "end_turn" });
      expect(talk.summary()).toEqual(["before", "again"]);
    },
  ),
  "ignores-cancel": turn("its word counts: the turn ends as it says", {
    during: ({ agent, updates }) => agent.notify("session/cancel", { sessionId: updates.items[0]?.sessionId ?? "" }),
  }),
} satisfies Expectations;

function methodOf(frame: unknown): unknown {
  return (frame as { method?: unknown }).method;
}
