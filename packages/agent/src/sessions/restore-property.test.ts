// Whatever happens in a session, its log gives back the conversation that the next request would have had.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConversation } from "../loop/testing/check-conversation.ts";
import { finish } from "../loop/testing/fake-model.ts";
import { createTool, prompt } from "../loop/testing/turn-scene.ts";
import type { Message } from "../models/message.ts";
import type { ModelEvent } from "../models/model.ts";
import { textOutcome, type Tool } from "../tools/tool.ts";
import { Restorer } from "./restore.ts";
import { createSessionScene, plain, type SessionScene } from "./testing/session-scene.ts";
import type { Block } from "./wire.ts";

const IMAGE = { type: "image", mimeType: "image/png", data: "AAAA" } as const;

const tools: readonly Tool[] = [
  createTool("fine", (text) => textOutcome(text)),
  createTool("fails", (text) => textOutcome(text, { isError: true })),
  createTool("empty", () => ({ parts: [] })),
  createTool("draws", () => ({ parts: [{ type: "text", text: "a picture" }, IMAGE] })),
  createTool("shows", (text, run) => {
    run.show({ title: "So far", content: [{ type: "content", content: { type: "text", text: "half" } }] });
    return textOutcome(text, { content: [{ type: "diff", path: "/a", newText: text, oldText: null }] });
  }),
];

const provider = fc.constantFrom(undefined, { anthropic: { signature: "s1" } }, { openai: { itemId: "i", n: 1 } });
const words = fc.string({ maxLength: 12 });
const spoken: fc.Arbitrary<ModelEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("text" as const, "thought" as const), text: words }) },
  fc.record({ type: fc.constantFrom("text_end" as const, "thought_end" as const), provider }),
  fc.constant({ type: "tool_call_begun" as const, callId: "half", name: "fine" }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("tool_call" as const),
      callId: fc.constantFrom("", "call_0", "call_1", "a"),
      name: fc.constantFrom("fine", "fails", "empty", "draws", "shows", "none"),
      input: fc.oneof(fc.record({ text: words }), fc.jsonValue(), fc.constant("{ half")),
      provider,
    }),
  },
);
const last = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("stop" as const, "tool_calls" as const).map((reason) => finish(reason)) },
  fc.constantFrom("max_tokens" as const, "refusal" as const).map((reason) => finish(reason)),
  fc
    .constantFrom("connection" as const, "refused" as const, "context_overflow" as const)
    .map((kind): ModelEvent => ({ type: "failure", failure: { kind, message: "no" } })),
);
const reply = fc
  .tuple(fc.array(spoken, { maxLength: 6 }), last)
  .map(([events, end]): readonly ModelEvent[] => [...events, end]);

const block: fc.Arbitrary<Block> = fc.oneof(
  words.map((text): Block => ({ type: "text", text })),
  fc.constant<Block>(IMAGE),
  fc.constant<Block>({ type: "resource", resource: { uri: "file:///a%20b.txt", text: "in it" } }),
  fc.constant<Block>({ type: "resource_link", uri: "file:///x", name: "x" }),
);
const turn = fc.record({
  type: fc.constantFrom("prompt" as const, "prompt" as const, "late" as const, "expansion" as const),
  blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
  replies: fc.array(reply, { minLength: 1, maxLength: 5 }),
  steerAfter: fc.option(fc.nat(12), { nil: undefined }),
  cancelAfter: fc.option(fc.nat(15), { nil: undefined, freq: 4 }),
  goesOn: fc.boolean(),
  /** So small that it is compacted on the way. */
  isTight: fc.boolean(),
});
const action = fc.oneof(
  { weight: 5, arbitrary: turn },
  fc.record({ type: fc.constant("command" as const), text: words }),
  fc.record({ type: fc.constant("compact" as const), reply }),
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

async function act(scene: SessionScene, one: Action): Promise<void> {
  if (one.type === "command") {
    scene.command(one.text);
    return;
  }
  if (one.type === "compact") {
    await scene.compact(one.reply);
    return;
  }
  await scene.play(one.type, one.blocks, {
    replies: one.replies,
    tools,
    info: one.isTight ? { contextTokens: 120 } : {},
    continuation: () => (one.goesOn ? prompt("go on") : undefined),
    onEvent: (_event, { events, control, steering }) => {
      if (events.length === one.steerAfter)
        steering.push({ role: "user", parts: [{ type: "text", text: "left" }, IMAGE] });
      if (events.length === one.cancelAfter) control.abort();
    },
  });
}

/**
 * What no log tells: whether a thought that nobody signed was complete when its answer was cut, and what was said between the
 * calls of one answer, which are announced together when it is complete.
 */
function comparable(messages: readonly Message[]): unknown {
  const without = messages.map((message) => {
    if (message.role !== "assistant") return message;
    const parts = message.parts.filter(({ type }) => type !== "tool_call");
    while (parts.at(-1)?.type === "thought" && parts.at(-1)?.provider === undefined) parts.pop();
    return { ...message, parts: [...parts, ...message.parts.filter(({ type }) => type === "tool_call")] };
  });
  return plain(without);
}

describe("a session's log", () => {
  let folder: TempFolder;
  beforeAll(async () => {
    folder = await createTempFolder();
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it("gives back the conversation that was live", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 5 }), fc.boolean(), async (actions, shows) => {
        await using scene = await createSessionScene(shows, folder);
        for (const one of actions) await act(scene, one);
        expect(comparable(await scene.restore())).toEqual(comparable(scene.messages));
      }),
      { numRuns: 75 },
    );
  }, 180_000);

  it("gives back a conversation that a model takes, wherever the process was killed", async () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 4 }), cut, async (actions, share) => {
        await using scene = await createSessionScene(true, folder);
        for (const one of actions) await act(scene, one);
        const events = await scene.events();
        const restorer = new Restorer();
        for (const event of events.slice(0, Math.ceil(events.length * share))) restorer.add(event);
        expect(checkConversation(restorer.messages())).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 180_000);
});
