// What a turn makes of a model's answers: steps, calls, steering, going on, and the exact reason it stopped.
import { eventLoopSettled } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../models/model.ts";
import { failed, textOutcome, type Tool } from "../tools/tool.ts";
import { checkConversation } from "./testing/check-conversation.ts";
import { callTools, createFakeModel, finish, say, USAGE, type Reply } from "./testing/fake-model.ts";
import { createSetup, createTool, createTurnScene, echo, prompt } from "./testing/turn-scene.ts";

describe("a turn without tools", () => {
  it("passes the text on and keeps it, under ids of their own for text and thought", async () => {
    const model = createFakeModel([
      [
        { type: "thought", text: "hm" },
        { type: "thought", text: "m" },
        { type: "thought_end", provider: { signature: "s" } },
        { type: "text", text: "Hel" },
        { type: "text", text: "lo" },
        finish(),
      ],
    ]);
    const scene = await createTurnScene({ model });
    expect(await scene.run("hi")).toEqual({ stopReason: "end_turn", usage: expect.objectContaining(USAGE) });
    expect(scene.conversation.messages).toEqual([
      prompt("hi"),
      {
        role: "assistant",
        parts: [
          { type: "thought", text: "hmm", provider: { signature: "s" } },
          { type: "text", text: "Hello" },
        ],
      },
    ]);
    expect(scene.events.map(({ type }) => type)).toEqual([
      "step",
      "thought",
      "thought",
      "thought_end",
      "text",
      "text",
      "text_end",
      "step_ended",
    ]);
    const [thought] = scene.of("thought");
    const [text, more] = scene.of("text");
    expect(text?.messageId).toBe(more?.messageId);
    expect(text?.messageId).not.toBe(thought?.messageId);
    expect(scene.of("text_end")[0]?.messageId).toBe(text?.messageId);
    expect(scene.of("thought_end")[0]).toEqual({
      type: "thought_end",
      messageId: thought?.messageId,
      provider: { signature: "s" },
    });
  });

  it("keeps a thought that only its provider can read", async () => {
    const model = createFakeModel([[{ type: "thought_end", provider: { redacted: "x" } }, ...say("a")]]);
    const scene = await createTurnScene({ model });
    await scene.run();
    expect(scene.conversation.messages[1]).toMatchObject({
      parts: [
        { type: "thought", text: "", provider: { redacted: "x" } },
        { type: "text", text: "a" },
      ],
    });
  });

  it("has the model's input: instructions, tools, thinking, and consecutive prompts as one", async () => {
    const model = createFakeModel([say("yes")]);
    const setup = { ...createSetup(model, [echo]), thinking: "high", outputTokensMax: 77 } as const;
    const scene = await createTurnScene({ model, messages: [prompt("one")], step: async () => setup });
    await scene.run("two");
    expect(model.requests).toEqual([
      {
        system: "Be good.",
        messages: [{ role: "user", parts: [...prompt("one").parts, ...prompt("two").parts] }],
        tools: setup.tools.specs,
        thinking: "high",
        outputTokensMax: 77,
      },
    ]);
  });

  it("reports a model without an answer, and leaves no empty message behind", async () => {
    const scene = await createTurnScene({ model: createFakeModel([[{ type: "text", text: " \n" }, finish()]]) });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(scene.of("notice")).toHaveLength(1);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("does not wait for a stream that closes slowly", async () => {
    const model = createFakeModel([
      async function* () {
        try {
          yield* say("done");
        } finally {
          await new Promise(() => undefined);
        }
      },
    ]);
    const scene = await createTurnScene({ model });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
  });

  it("ends an answer that has no end, as one that is cut", async () => {
    const text = "x".repeat(1024 * 1024);
    const endless: Reply = async function* () {
      for (;;) yield { type: "text", text };
    };
    const scene = await createTurnScene({ model: createFakeModel([endless]) });
    expect(await scene.run()).toMatchObject({ stopReason: "max_tokens" });
    expect(scene.of("notice")).toHaveLength(1);
    expect(scene.of("text").length).toBeLessThan(70);
  });

  it("tells of an attempt that is repeated", async () => {
    const failure = { kind: "overloaded", message: "The model is overloaded." } as const;
    const retry: ModelEvent = { type: "retry", attempt: 2, delayMs: 3000, failure };
    const scene = await createTurnScene({ model: createFakeModel([[retry, ...say("there")]]) });
    await scene.run();
    expect(scene.of("notice")[0]?.text).toBe("The model is overloaded. Retrying in 3 s (attempt 2).");
  });
});

describe("a turn with tools", () => {
  it("announces every call in order before any is run, runs them together, and answers in order", async () => {
    const running = new Map<string, () => void>();
    let together = 0;
    const slow = createTool("slow", async (text) => {
      const ended = new Promise<void>((resolve) => running.set(text, resolve));
      together = Math.max(together, running.size);
      if (running.size === 3) running.get("second")?.();
      await ended;
      running.delete(text);
      return textOutcome(`ended ${text}`);
    });
    const model = createFakeModel([
      callTools(["slow", { text: "first" }, "a"], ["slow", { text: "second" }, "b"], ["slow", { text: "third" }, "c"]),
      say("done"),
    ]);
    // The second one ends first, then the third, then the first.
    const next: Readonly<Record<string, string>> = { b: "third", c: "first" };
    const scene = await createTurnScene({
      model,
      tools: [slow],
      onEvent: (event) => void (event.type === "call_ended" && running.get(next[event.callId] ?? "")?.()),
    });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn", usage: { inputTokens: 200, outputTokens: 20 } });
    expect(together).toBe(3);
    const calls = scene.events.filter((event) => "callId" in event).map((event) => `${event.type} ${event.callId}`);
    expect(calls.slice(0, 3)).toEqual(["call_announced a", "call_announced b", "call_announced c"]);
    expect(calls.filter((call) => call.startsWith("call_ended"))).toEqual([
      "call_ended b",
      "call_ended c",
      "call_ended a",
    ]);
    expect(scene.conversation.messages[2]).toMatchObject({
      role: "tool",
      results: [
        { callId: "a", parts: [{ text: "ended first" }] },
        { callId: "b", parts: [{ text: "ended second" }] },
        { callId: "c", parts: [{ text: "ended third" }] },
      ],
    });
    expect(model.requests[1]?.messages).toEqual(scene.conversation.messages.slice(0, 3));
  });

  it("runs no more than eight at a time", async () => {
    let running = 0;
    let together = 0;
    const tool = createTool("tool", async () => {
      running += 1;
      together = Math.max(together, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return textOutcome("x");
    });
    const calls = Array.from({ length: 30 }, (_, index) => ["tool", { text: "" }, `c${index}`] as const);
    const scene = await createTurnScene({ model: createFakeModel([callTools(...calls), say("done")]), tools: [tool] });
    await scene.run();
    expect(together).toBe(8);
    expect(scene.of("call_ended")).toHaveLength(30);
  });

  it("gives a call another id if the model has used it before, or gave none", async () => {
    const model = createFakeModel([
      callTools(["echo", { text: "1" }, "call_0"], ["echo", { text: "2" }, "call_0"]),
      callTools(["echo", { text: "3" }, "call_0"], ["echo", { text: "4" }, ""]),
      say("done"),
    ]);
    const scene = await createTurnScene({ model, tools: [echo] });
    await scene.run();
    const ids = scene.of("call_announced").map(({ callId }) => callId);
    expect(ids[0]).toBe("call_0");
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain("");
    expect(scene.of("call_ended").map(({ callId }) => callId)).toEqual(ids);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("gives no call an id that a call of another conversation of the session has had", async () => {
    const callIds = new Set<string>();
    for (const text of ["1", "2"]) {
      const model = createFakeModel([callTools(["echo", { text }, "call_0"]), say("done")]);
      await (await createTurnScene({ model, tools: [echo], callIds })).run();
    }
    expect(callIds.size).toBe(2);
  });

  it("runs calls with any finish reason of the model, and sends their signatures back", async () => {
    const provider = { signature: "s" };
    const model = createFakeModel([
      [{ type: "tool_call", callId: "a", name: "echo", input: { text: "1" }, provider }, finish("stop")],
      say("done"),
    ]);
    const scene = await createTurnScene({ model, tools: [echo] });
    await scene.run();
    expect(scene.of("call_announced")[0]).toMatchObject({ provider, shown: { title: "echo 1", kind: "other" } });
    expect(scene.conversation.messages[1]).toMatchObject({ parts: [{ type: "tool_call", provider }] });
  });

  it("answers more calls than a step may have as failed", async () => {
    const calls = Array.from({ length: 130 }, (_, index) => ["echo", { text: "" }, `c${index}`] as const);
    const scene = await createTurnScene({ model: createFakeModel([callTools(...calls), say("done")]), tools: [echo] });
    await scene.run();
    const unrun = scene.of("call_ended").filter(({ result }) => result.isError);
    expect(unrun.map(({ callId }) => callId)).toEqual(["c128", "c129"]);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });
});

describe("what changes while a turn runs", () => {
  it("asks for the settings before every step", async () => {
    const first = createFakeModel([callTools(["echo", { text: "1" }, "a"])]);
    const second = createFakeModel([say("done")]);
    const setups = [createSetup(first, [echo]), { ...createSetup(second), system: "Be better." }];
    const scene = await createTurnScene({ model: first, step: () => setups.shift() as never });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(second.requests[0]).toMatchObject({ system: "Be better.", tools: [] });
  });

  it("receives a message of the user at the next step", async () => {
    const model = createFakeModel([callTools(["echo", { text: "1" }, "a"]), say("done")]);
    const scene = await createTurnScene({
      model,
      tools: [echo],
      onEvent: (event, { steering }) => void (event.type === "call_started" && steering.push(prompt("left!"))),
    });
    await scene.run();
    expect(scene.of("steered")).toEqual([{ type: "steered", message: prompt("left!") }]);
    expect(model.requests[1]?.messages.at(-1)).toEqual(prompt("left!"));
    expect(scene.types().slice(-3)).toEqual(["steered", "step", "step_ended"]);
  });

  it("continues if a message arrived during the last answer", async () => {
    const model = createFakeModel([say("done"), say("also done")]);
    const scene = await createTurnScene({
      model,
      onEvent: (event, { steering, of }) =>
        void (event.type === "text" && of("step").length === 1 && steering.push(prompt("and?"))),
    });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(scene.conversation.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it("leaves a message that arrived too late for the next turn", async () => {
    const model = createFakeModel([[{ type: "text", text: "long" }, finish("max_tokens")]]);
    const scene = await createTurnScene({
      model,
      onEvent: (event, { steering }) => void (event.type === "text" && steering.push(prompt("and?"))),
    });
    expect(await scene.run()).toMatchObject({ stopReason: "max_tokens" });
    expect(scene.steering).toEqual([prompt("and?")]);
    expect(scene.of("steered")).toEqual([]);
  });
});

describe("calls of one answer that need each other", () => {
  /** What the tools of this group share: a disk with one file on it, or none. */
  function createDisk(): { tools: Tool[]; ran: string[] } {
    const ran: string[] = [];
    const write = createTool("write", async (text) => {
      await eventLoopSettled();
      ran.push(`wrote ${text}`);
      return textOutcome("written");
    });
    const shell = createTool("shell", (text) => {
      ran.push(`ran ${text}`);
      return textOutcome("0");
    });
    const read = createTool("read", () => textOutcome("contents"));
    const needsFile: Tool = {
      ...read,
      prepare: (input, context) => (ran.length === 0 ? failed("There is no such file.") : read.prepare(input, context)),
    };
    return { tools: [{ ...write, kind: "edit" }, { ...shell, kind: "execute" }, needsFile], ran };
  }

  it("run a command after the edits before it, and prepare it again if a file was missing", async () => {
    const { tools, ran } = createDisk();
    const model = createFakeModel([
      callTools(["write", { text: "a" }, "a"], ["shell", { text: "a" }, "b"], ["read", { text: "a" }, "c"]),
      say("done"),
    ]);
    const scene = await createTurnScene({ model, tools });
    await scene.run();
    expect(ran).toEqual(["wrote a", "ran a"]);
    expect(scene.of("call_ended").find(({ callId }) => callId === "c")?.result).toMatchObject({
      isError: false,
      parts: [{ text: "contents" }],
    });
    expect(scene.of("call_progress")).toMatchObject([{ callId: "c", shown: { title: "read a" } }]);
  });

  it("do not wait for what comes after them", async () => {
    const { tools, ran } = createDisk();
    const calls = callTools(["read", { text: "a" }, "a"], ["shell", { text: "a" }, "b"], ["write", { text: "a" }, "c"]);
    const scene = await createTurnScene({ model: createFakeModel([calls, say("done")]), tools });
    await scene.run();
    expect(ran).toEqual(["ran a", "wrote a"]);
    expect(scene.of("call_ended").find(({ callId }) => callId === "a")?.result).toMatchObject({ isError: true });
  });
});
