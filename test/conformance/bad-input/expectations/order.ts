// When messages come in an unexpected order.
import { scene, turn, type Expectations } from "../expectation.ts";

export const orderExpectations = {
  "answers-out-of-order": turn("each answer finds its request", {
    during: async ({ agent, updates }, expect) => {
      const sessionId = updates.items[0]?.sessionId ?? "";
      const asked = ["a", "b", "c"].map((modeId) => agent.request("session/set_mode", { sessionId, modeId }));
      expect(await Promise.all(asked)).toEqual(["a", "b", "c"].map((modeId) => ({ _meta: { for: modeId } })));
    },
  }),
  "updates-after-the-answer": turn("they are delivered", { late: ["late", "session_info_update"] }),
  "updates-before-the-session": scene("they are delivered before the session is known", async (talk, expect) => {
    await talk.agent.request("initialize", { protocolVersion: 1 });
    const onResult = () => expect(talk.summary()).toEqual(["early"]);
    const session = await talk.agent.request("session/new", { cwd: "/workspace", mcpServers: [] }, { onResult });
    expect(talk.updates.items[0]?.sessionId).toBe(session.sessionId);
  }),
  "unknown-session": turn("it is delivered; whose it is, is for the client to know", {
    updates: ["before", "stray", "after"],
    also: ({ updates }, expect) => expect(updates.items[1]?.sessionId).toBe("stray"),
  }),
} satisfies Expectations;
