// When messages do not fit the schema, or come from its future.
import { scene, settle, turn, type Expectations } from "../expectation.ts";

export const schemaExpectations = {
  "invalid-update": turn("each is reported with the place of the fault, and not delivered", {
    problems: ["invalid_params", "invalid_params", "invalid_params", "invalid_params"],
    also: ({ problems }, expect) =>
      expect(problems.map((problem) => ("message" in problem ? problem.message : ""))).toEqual([
        "/update/content/text: expected string",
        expect.stringContaining("/update/toolCallId"),
        expect.stringContaining("/update"),
        expect.stringContaining("/sessionId"),
      ]),
  }),
  "invalid-request": turn("each is answered with −32602 and the place of the fault", {
    answers: [
      { id: "ask-1", error: -32602 },
      { id: "ask-2", error: -32602 },
    ],
    also: (talk, expect) =>
      expect(talk.answers().map(({ error }) => (error as { data: { path: string } }).data.path)).toEqual([
        "/toolCall",
        "/options",
      ]),
  }),
  "invalid-result": turn("the prompt fails with invalid_message", { failsWith: "invalid_message" }),
  "no-session-id": scene("the request fails with invalid_message, and the next is served", async (talk, expect) => {
    expect(await settle(talk.open())).toEqual({ failedWith: "invalid_message" });
    const prompt = [{ type: "text" as const, text: "once more" }];
    const answer = await talk.agent.request("session/prompt", { sessionId: "any", prompt });
    expect(answer).toEqual({ stopReason: "end_turn" });
  }),
  "unknown-updates": turn("they are delivered as unknown, as they came", {
    updates: ["before", "unknown hologram", "unknown _vendor/custom", "after"],
    also: ({ updates }, expect) =>
      expect(updates.items[1]?.update).toEqual({
        kind: "unknown",
        raw: { sessionUpdate: "hologram", beam: [1, 2, 3] },
      }),
  }),
  "unknown-content": turn("the content is delivered as unknown, what is around it is kept", {
    updates: ["before", "agent_message_chunk of another content", "tool_call", "after"],
    also: ({ updates }, expect) => {
      const smell = { kind: "unknown", raw: { type: "smell", odour: "rose" } };
      expect(updates.items[1]?.update).toEqual({ sessionUpdate: "agent_message_chunk", content: smell });
      const kept = { type: "content", content: { type: "text", text: "kept" } };
      expect(updates.items[2]?.update).toMatchObject({ content: [smell, kept] });
    },
  }),
  "unknown-enums": turn("the tool call is delivered without them, and the repair is reported", {
    updates: ["before", "tool_call", "after"],
    problems: ["repaired"],
    also: ({ updates, problems }, expect) => {
      const call = { sessionUpdate: "tool_call", toolCallId: "odd", title: "Odd" };
      expect(updates.items[1]?.update).toEqual(call);
      expect(problems[0]).toMatchObject({ paths: ["/update/kind", "/update/status"] });
    },
  }),
  "unknown-stop-reason": turn("the turn ends for that reason", { stopReason: "bored" }),
  "extra-fields": turn("they are kept", {
    updates: ["before", "extra", "after"],
    also: ({ updates }, expect) =>
      expect(updates.items[1]?.update).toMatchObject({ content: { mood: "fine" }, model: "x" }),
  }),
} satisfies Expectations;
