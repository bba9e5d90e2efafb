// Whatever a log gives back, a model takes after it was repaired.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../models/message.ts";
import { repairConversation, toRequestMessages } from "./conversation.ts";
import { checkConversation } from "./testing/check-conversation.ts";
import { prompt } from "./testing/turn-scene.ts";

const call = { type: "tool_call", callId: "a", name: "read", input: {} } as const;
const result = { callId: "a", name: "read", parts: [{ type: "text", text: "x" }], isError: false } as const;

const callId = fc.constantFrom("a", "b", "c");
const text = fc.record({ type: fc.constant("text" as const), text: fc.constantFrom("", " ", "word") });
const part = fc.oneof(
  text,
  fc.record({ type: fc.constant("thought" as const), text: fc.string() }),
  fc.record({ type: fc.constant("tool_call" as const), callId, name: fc.constant("read"), input: fc.constant({}) }),
);
const results = fc.array(
  fc.record({ callId, name: fc.constant("read"), parts: fc.constant(result.parts), isError: fc.boolean() }),
  { maxLength: 3 },
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), parts: fc.array(text, { maxLength: 2 }) }),
  fc.record({
    role: fc.constant("assistant" as const),
    parts: fc.uniqueArray(part, { maxLength: 3, selector: (one) => ("callId" in one ? one.callId : one) }),
  }),
  fc.record({ role: fc.constant("tool" as const), results }),
);

describe("a conversation that was repaired", () => {
  it("is valid, and stays as it is when it is repaired again", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const repaired = repairConversation(messages);
        // Two consecutive answers become one, which may then contain an id twice if the log did.
        expect(checkConversation(repaired).filter((problem) => !problem.includes("one id twice"))).toEqual([]);
        expect(repairConversation(repaired)).toBe(repaired);
      }),
    );
  });

  it("is the same one if there was nothing to mend", () => {
    const messages: Message[] = [
      prompt("a"),
      { role: "assistant", parts: [call] },
      { role: "tool", results: [result] },
    ];
    expect(repairConversation(messages)).toBe(messages);
  });

  it("says of a call without a result that nothing is known of it, and drops results without a call", () => {
    const interrupted: Message[] = [prompt("a"), { role: "assistant", parts: [call] }, prompt("b")];
    expect(repairConversation(interrupted)).toMatchObject([
      {},
      {},
      {
        role: "tool",
        results: [{ callId: "a", isError: true, parts: [{ text: expect.stringContaining("interrupted") }] }],
      },
      prompt("b"),
    ]);
    const foreign = { ...result, callId: "z" };
    expect(repairConversation([prompt("a"), { role: "tool", results: [foreign] }])).toEqual([prompt("a")]);
  });
});

describe("messages of a request", () => {
  it("never have a person speak twice in a row", () => {
    const answer: Message = { role: "assistant", parts: [{ type: "text", text: "c" }] };
    const joined = toRequestMessages([prompt("a"), prompt("b"), answer, prompt("d")]);
    expect(joined).toEqual([
      { role: "user", parts: [...prompt("a").parts, ...prompt("b").parts] },
      answer,
      prompt("d"),
    ]);
  });
});
