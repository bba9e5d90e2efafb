// Properties of every compaction: a valid conversation comes of it, a smaller one if there was much, and the prompt stays.
import { silentLog } from "@parley/base";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../models/message.ts";
import { compact } from "./compact.ts";
import { createConversation } from "../conversation.ts";
import { estimateMessages } from "../tokens.ts";
import { checkConversation } from "../testing/check-conversation.ts";
import { createFakeModel, finish, say, type Reply } from "../testing/fake-model.ts";
import { prompt } from "../testing/turn-scene.ts";
import { findKept } from "./kept-messages.ts";
import { toTranscriptText } from "./transcript-text.ts";
import { fitMiddle } from "../../text/cut.ts";

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }).map((text) => `w${text}`),
  fc.nat(40_000).map((size) => "long ".repeat(size / 5 + 1)),
  fc.constant("汉字😀".repeat(500)),
);
const exchange: fc.Arbitrary<Message[]> = fc
  .record({ asked: words, called: fc.array(words, { maxLength: 3 }), answered: words, hasImage: fc.boolean() })
  .map(({ asked, called, answered, hasImage }) => {
    const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;
    const user: Message = { role: "user", parts: [...prompt(asked).parts, ...(hasImage ? [image] : [])] };
    const ids = called.map((_, index) => `call-${index}`);
    const calls: Message = {
      role: "assistant",
      parts: ids.map((callId) => ({ type: "tool_call", callId, name: "read", input: { path: callId, text: asked } })),
    };
    const results: Message = {
      role: "tool",
      results: called.map((text, index) => ({
        callId: ids[index] ?? "",
        name: "read",
        parts: [{ type: "text", text }, ...(hasImage ? [image] : [])],
        isError: false,
      })),
    };
    const answer: Message = { role: "assistant", parts: [{ type: "text", text: answered }] };
    return called.length === 0 ? [user, answer] : [user, calls, results, answer];
  });
const conversation = fc
  .record({ exchanges: fc.array(exchange, { minLength: 1, maxLength: 8 }), cut: fc.nat(2) })
  .map(({ exchanges, cut }) => {
    const messages = exchanges.flat();
    // Within a turn the last answer is not there yet; calls without results are not left either.
    const end = messages.at(-2)?.role === "tool" ? messages.slice(0, -Math.min(cut, 1) || undefined) : messages;
    return end;
  });

const overflow: Reply = [{ type: "failure", failure: { kind: "context_overflow", message: "too long" } }];
const replies = fc.constantFrom<Reply[]>(
  [say("SUMMARY")],
  [overflow, say("SUMMARY")],
  [overflow, overflow, overflow, overflow],
  [[finish()]],
  [[{ type: "failure", failure: { kind: "connection", message: "gone" } }]],
);

describe("whatever is compacted", () => {
  it("comes out as a conversation that a model takes, with the last prompt in it", async () => {
    const property = fc.asyncProperty(
      conversation,
      replies,
      fc.constantFrom(0, 2_000, 32_000, 200_000),
      fc.boolean(),
      async (messages, answers, contextTokens, isOffline) => {
        const owned = createConversation(messages);
        const options = {
          conversation: owned,
          model: createFakeModel(answers, { contextTokens, isOffline }),
          reason: "automatic",
          signal: new AbortController().signal,
          log: silentLog,
        } as const;
        const end = await compact(options, () => undefined);
        expect(checkConversation(owned.messages)).toEqual([]);
        const isAsItWas = JSON.stringify(owned.messages) === JSON.stringify(messages);
        expect(isAsItWas).toBe(end.type === "failed");
        expect(owned.messages[end.type === "failed" ? 0 : 1]?.role).toBe("user");
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  it("keeps no more than there is room for, and the prompt besides", () => {
    fc.assert(
      fc.property(conversation, fc.nat(20_000), (messages, tokensMax) => {
        const kept = findKept(messages, tokensMax, undefined);
        expect(checkConversation(kept)).toEqual([]);
        expect(kept[0]?.role).toBe("user");
        expect(estimateMessages(kept)).toBeLessThanOrEqual(tokensMax + Math.max(tokensMax, 1_000));
      }),
    );
  });

  it("becomes a text of any size", () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 400, max: 100_000 }), (messages, charsMax) => {
        expect(toTranscriptText(messages, charsMax).length).toBeLessThanOrEqual(charsMax);
      }),
    );
  });
});

describe("a text that is cut in the middle", () => {
  it("keeps beginning and end, whole characters, and the size", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 500 }),
        fc.integer({ min: 100, max: 400 }),
        (text, charsMax) => {
          const cut = fitMiddle(text, charsMax);
          expect(cut.length).toBeLessThanOrEqual(Math.max(charsMax, 100));
          expect(cut).not.toMatch(/\p{Surrogate}/u);
          expect(cut === text).toBe(text.length <= charsMax);
        },
      ),
    );
    expect(fitMiddle(`begin ${"x".repeat(500)} end`, 120)).toMatch(
      /^begin x+\n\[… \d+ characters omitted …\]\nx+ end$/,
    );
  });
});
