// All branches of compaction: on request, automatic, after an error of the model, without a model, and when it fails.
import { silentLog } from "@parley/base";
import { describe, expect, it } from "vitest";
import type { Message } from "../../models/message.ts";
import type { Model, ModelFailure } from "../../models/model.ts";
import { textOutcome } from "../../tools/tool.ts";
import { compact, type CompactEnd, type CompactOptions } from "./compact.ts";
import { createConversation, type Conversation } from "../conversation.ts";
import { estimateMessages } from "../tokens.ts";
import type { LoopEvent } from "../types.ts";
import { checkConversation } from "../testing/check-conversation.ts";
import { callTools, createFakeModel, finish, hangAfter, say, type Reply } from "../testing/fake-model.ts";
import { createTool, createTurnScene, prompt } from "../testing/turn-scene.ts";

const overflow: ModelFailure = { kind: "context_overflow", message: "Too long." };
const tooLong: Reply = [{ type: "failure", failure: overflow }];

function answer(text: string): Message {
  return { role: "assistant", parts: [{ type: "text", text }] };
}

function callAndResult(callId: string, path: string, output: string): Message[] {
  return [
    { role: "assistant", parts: [{ type: "tool_call", callId, name: "read", input: { path } }] },
    { role: "tool", results: [{ callId, name: "read", parts: [{ type: "text", text: output }], isError: false }] },
  ];
}

const history: readonly Message[] = [
  prompt("Build the first thing"),
  ...callAndResult("a", "src/a.ts", "a".repeat(8_000)),
  answer("The first is built"),
  prompt("Now the second"),
  ...callAndResult("b", "src/b.ts", "b".repeat(400)),
  answer("The second is built"),
];

async function runCompaction(
  model: Model,
  options: Partial<CompactOptions> & { messages?: readonly Message[] } = {},
): Promise<{ end: CompactEnd; events: LoopEvent[]; conversation: Conversation }> {
  const { messages = history, ...rest } = options;
  const conversation = createConversation(messages);
  const events: LoopEvent[] = [];
  const signal = new AbortController().signal;
  const given = { conversation, model, reason: "asked", signal, log: silentLog, ...rest } as const;
  const end = await compact(given, (event) => events.push(event));
  return { end, events, conversation };
}

function textOf(message: Message | undefined): string {
  const parts = message?.role === "tool" ? message.results.flatMap((result) => result.parts) : (message?.parts ?? []);
  return parts.map((part) => ("text" in part ? part.text : "")).join("\n");
}

describe("compaction that was asked for", () => {
  it("replaces the conversation by a summary and the most recent messages", async () => {
    const model = createFakeModel([say("It is about two things.")]);
    const { end, events, conversation } = await runCompaction(model, { focus: "the second thing" });
    expect(end).toMatchObject({ type: "compacted", summary: "It is about two things.", usage: { inputTokens: 100 } });
    expect(events.map(({ type }) => type)).toEqual(["compaction_started", "compaction_text", "compacted"]);
    expect(events[0]).toEqual({ type: "compaction_started", reason: "asked" });

    const [first, ...kept] = conversation.messages;
    expect(textOf(first)).toContain("It is about two things.");
    expect(kept).toEqual(history.slice(4));
    expect(events[2]).toMatchObject({
      messages: conversation.messages,
      droppedMessages: 4,
      usage: { outputTokens: 10 },
    });
    expect(checkConversation(conversation.messages)).toEqual([]);
    expect(conversation.isCounted).toBe(false);
  });

  it("asks the same model, without tools, for everything that matters", async () => {
    const model = createFakeModel([say("fine")]);
    await runCompaction(model, { focus: "the second thing" });
    const [request] = model.requests;
    expect(request).toMatchObject({ tools: [], thinking: "off", messages: [{ role: "user" }] });
    const text = textOf(request?.messages[0]);
    for (const part of ["Build the first thing", "Now the second", "src/a.ts", "Focus on: the second thing"]) {
      expect(text).toContain(part);
    }
    for (const section of ["Goal", "Decisions", "Files", "State", "Open points"])
      expect(text).toContain(`## ${section}`);
  });

  it("summarises an earlier summary with the rest, and never keeps it twice", async () => {
    const { conversation } = await runCompaction(createFakeModel([say("SUMMARY ONE")]));
    const again = [...conversation.messages, prompt("third"), answer("c".repeat(9_000))];
    const model = createFakeModel([say("SUMMARY TWO")]);
    const second = await runCompaction(model, { messages: again });
    expect(textOf(model.requests[0]?.messages[0])).toContain("SUMMARY ONE");
    expect(second.conversation.messages.filter((message) => textOf(message).includes("SUMMARY ONE"))).toEqual([]);
    expect(second.conversation.messages[1]).toEqual(prompt("third"));
  });

  it("has nothing to do in the beginning", async () => {
    const { end, events } = await runCompaction(createFakeModel([]), { messages: [prompt("hi")] });
    expect(end.type).toBe("failed");
    expect(events.at(-1)).toMatchObject({ type: "compaction_failed" });
  });

  it("changes nothing if the model fails, or it is cancelled", async () => {
    const failure: ModelFailure = { kind: "connection", message: "The line is cut.", remedy: "Plug it in." };
    const failed = await runCompaction(createFakeModel([[{ type: "failure", failure }]]));
    expect(failed.end).toMatchObject({ type: "failed", message: "The line is cut. Plug it in." });
    expect(failed.conversation.messages).toEqual(history);

    const control = new AbortController();
    const hanging = createFakeModel([hangAfter({ type: "text", text: "It" })]);
    setTimeout(() => control.abort(), 10);
    const cancelled = await runCompaction(hanging, { signal: control.signal });
    expect(cancelled.end).toMatchObject({ type: "failed" });
    expect(cancelled.conversation.messages).toEqual(history);
  });
});

describe("a summary that does not come", () => {
  it("is asked for with less, until it fits", async () => {
    const model = createFakeModel([tooLong, tooLong, say("short")]);
    const { end } = await runCompaction(model);
    expect(end).toMatchObject({ type: "compacted", summary: "short" });
    const sizes = model.requests.map(({ messages }) => estimateMessages(messages));
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
    expect(sizes[2]).toBeLessThan(sizes[1] ?? 0);
    expect(textOf(model.requests[2]?.messages[0])).toContain("Build the first thing");
  });

  it.each<[string, Reply[]]>([
    ["never fits", [tooLong, tooLong, tooLong, tooLong]],
    ["is empty", [[finish()]]],
    ["is refused", [[{ type: "text", text: "No." }, finish("refusal")]]],
  ])("because it %s is made without a model", async (_name, replies) => {
    const { end, events, conversation } = await runCompaction(createFakeModel(replies));
    expect(end).toMatchObject({ type: "compacted", summary: expect.stringContaining("src/a.ts") });
    expect(events.some(({ type }) => type === "notice")).toBe(true);
    expect(checkConversation(conversation.messages)).toEqual([]);
  });

  it("is made without a model for the offline demo, the same each time", async () => {
    const model = createFakeModel([], { isOffline: true });
    const { end, events } = await runCompaction(model);
    expect(end).toEqual({
      type: "compacted",
      summary: [
        "## First prompt\nBuild the first thing",
        "## Last prompt\nNow the second",
        "## Files\n- src/a.ts\n- src/b.ts",
        "## Counts\n- prompts: 2\n- messages: 8\n- read: 2\n- failed calls: 0",
      ].join("\n\n"),
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(events.map(({ type }) => type)).toEqual(["compaction_started", "compaction_text", "compacted"]);
    expect(model.requests).toEqual([]);
  });
});

describe("compaction within a turn", () => {
  const big = createTool("big", (text) => textOutcome(text.repeat(20_000)));
  const small = { contextTokens: 10_000 };

  it("comes before the step that would pass the fraction, and the prompt stays word for word", async () => {
    const model = createFakeModel(
      [
        [
          ...callTools(["big", { text: "x" }, "a"]).slice(0, 1),
          finish("tool_calls", { inputTokens: 4_100, outputTokens: 20 }),
        ],
        say("SUMMARY"),
        say("done"),
      ],
      small,
    );
    const scene = await createTurnScene({ model, tools: [big] });
    expect(await scene.run("Do the thing")).toMatchObject({ stopReason: "end_turn" });
    expect(scene.types()).toEqual([
      "step",
      "step_ended",
      "call_announced",
      "call_started",
      "call_ended",
      "compaction_started",
      "compaction_text",
      "compacted",
      "step",
      "step_ended",
    ]);
    expect(scene.of("compaction_started")[0]?.reason).toBe("automatic");
    const request = model.requests[2];
    expect(textOf(request?.messages[0])).toContain("SUMMARY");
    expect(textOf(request?.messages[0])).toContain("Do the thing");
    expect(checkConversation(request?.messages ?? [])).toEqual([]);
    // What the model has not seen yet is cut rather than lost.
    expect(textOf(request?.messages.at(-1))).toMatch(/^x+\n\[… \d+ characters omitted …\]\nx+$/);
  });

  it("does not come for what fits, and not again at once when it gained little", async () => {
    const step = (n: number): Reply => [
      ...callTools(["tiny", { text: `${n}` }, `c${n}`]).slice(0, 1),
      finish("tool_calls", { inputTokens: 8_500, outputTokens: 10 }),
    ];
    const tiny = createTool("tiny", (text) => textOutcome(text));
    const model = createFakeModel([step(1), say("SUMMARY"), step(2), step(3), say("done")], {
      contextTokens: 10_000,
    });
    // The system prompt alone is what fills the window here, and no compaction helps against that.
    const setup = { system: "s".repeat(33_000), tools: { specs: [], tools: new Map([["tiny", tiny]]) } };
    const scene = await createTurnScene({ model, step: () => ({ model, thinking: "off", ...setup }) });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(scene.of("compacted")).toHaveLength(1);
  });

  it("comes when the model says that it is too long, once, and then goes on", async () => {
    const model = createFakeModel([tooLong, say("SUMMARY"), say("done")]);
    const scene = await createTurnScene({ model, messages: history });
    expect(await scene.run("third")).toMatchObject({ stopReason: "end_turn" });
    expect(scene.of("failure")).toEqual([]);
    expect(textOf(model.requests[2]?.messages[0])).toContain("SUMMARY");
    expect(scene.conversation.messages.at(-2)).toEqual(prompt("third"));
  });

  it("ends the turn with the failure when that did not help", async () => {
    const model = createFakeModel([tooLong, say("SUMMARY"), tooLong]);
    const scene = await createTurnScene({ model, messages: history });
    expect(await scene.run()).toMatchObject({ failure: overflow });
    expect(scene.of("failure")).toHaveLength(1);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("counts what the summary took", async () => {
    const model = createFakeModel([tooLong, say("SUMMARY"), say("done")]);
    const scene = await createTurnScene({ model, messages: history });
    expect(await scene.run()).toMatchObject({ usage: { inputTokens: 200, outputTokens: 20 } });
  });

  it("that fails by itself lets the turn go on, and is not tried at every step", async () => {
    const failure: ModelFailure = { kind: "rate_limited", message: "Too many." };
    const full = { inputTokens: 9_000, outputTokens: 10 };
    const step = (n: number): Reply => [
      ...callTools(["big", { text: "" }, `c${n}`]).slice(0, 1),
      finish("tool_calls", full),
    ];
    const model = createFakeModel([step(1), [{ type: "failure", failure }], step(2), say("done")], small);
    const scene = await createTurnScene({ model, tools: [big] });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(scene.of("compaction_failed")).toHaveLength(1);
  });

  it("is cancelled with the turn", async () => {
    const model = createFakeModel([tooLong, hangAfter({ type: "text", text: "SUM" })]);
    const scene = await createTurnScene({
      model,
      messages: history,
      onEvent: (event, { control }) => void (event.type === "compaction_text" && setImmediate(() => control.abort())),
    });
    expect(await scene.run()).toMatchObject({ stopReason: "cancelled" });
    expect(scene.conversation.messages).toEqual([...history, prompt("go")]);
  });

  it("and a refusal behind it leave the summary alone, or what came before the prompt", async () => {
    const model = createFakeModel([tooLong, say("SUMMARY"), [finish("refusal")]]);
    const scene = await createTurnScene({ model, messages: history });
    expect(await scene.run("x".repeat(200_000))).toMatchObject({ stopReason: "refusal" });
    expect(scene.conversation.messages).toHaveLength(1);
    expect(textOf(scene.conversation.messages[0])).toContain("SUMMARY");
  });
});
