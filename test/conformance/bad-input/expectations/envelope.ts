// When the JSON-RPC envelope is wrong.
import { scene, turn, type Expectations } from "../expectation.ts";

export const envelopeExpectations = {
  batch: turn("one −32600 with id null answers all of it", {
    problems: ["invalid_message"],
    answers: [{ id: null, error: -32600 }],
  }),
  "wrong-version": turn("it is answered with −32600", {
    problems: ["invalid_message"],
    answers: [{ id: "v1", error: -32600 }],
  }),
  "no-version": turn("it is taken for what it is", { answers: [{ id: "none", error: -32601 }] }),
  "odd-methods": turn("each is answered with −32600", {
    problems: ["invalid_message", "invalid_message", "invalid_message"],
    answers: [
      { id: "m1", error: -32600 },
      { id: "m2", error: -32600 },
      { id: null, error: -32600 },
    ],
  }),
  "odd-params": turn("requests get −32602, notifications are reported", {
    problems: ["invalid_params", "invalid_params"],
    answers: [
      { id: "p1", error: -32602 },
      { id: "p2", error: -32602 },
    ],
  }),
  "empty-object": turn("each is reported", {
    problems: ["invalid_message", "invalid_message", "invalid_message"],
    answers: Array.from({ length: 3 }, () => ({ id: null, error: -32600 })),
  }),
  "result-and-null-error": turn("the result counts"),
  "result-and-error": turn("the error counts", { failsWith: -32603 }),
  "neither-result-nor-error": turn("the request fails with invalid_message", {
    failsWith: "invalid_message",
    problems: ["invalid_message"],
  }),
  "bare-error": turn("the request fails with −32603", { failsWith: -32603 }),
  "null-result": scene("it is read as an empty object", async (talk, expect) => {
    const { sessionId } = await talk.open();
    expect(await talk.agent.request("session/set_mode", { sessionId, modeId: "code" })).toEqual({});
  }),
} satisfies Expectations;
