// A cancelled turn settles at once, even if something ignores the signal, and leaves a conversation that can continue.
import { eventLoopSettled } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import type { Approver } from "../approval/approver.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { noHooks } from "../hooks/testing/no-hooks.ts";
import { textOutcome, type Tool } from "../tools/tool.ts";
import { checkConversation } from "./testing/check-conversation.ts";
import { callTools, createFakeModel, finish, hangAfter, say, type Reply } from "./testing/fake-model.ts";
import { createTool, createTurnScene, echo, prompt, type SceneOptions, type TurnScene } from "./testing/turn-scene.ts";

const never = <Value>(): Promise<Value> => new Promise(() => undefined);

/** What hangs in spite of the cancel never ends, and fails by the time limit of the test. */
async function cancelWhen(options: SceneOptions, isTime: (scene: TurnScene) => boolean): Promise<TurnScene> {
  let isCancelled = false;
  const scene = await createTurnScene({
    ...options,
    onEvent: (_event, one) => {
      if (isCancelled || !isTime(one)) return;
      // Not from inside the event: a cancel comes from the wire.
      setImmediate(() => one.control.abort());
      isCancelled = true;
    },
  });
  expect(await scene.run()).toMatchObject({ stopReason: "cancelled" });
  return scene;
}

const stubborn = createTool("stubborn", () => never());
const oneCall: Reply = [{ type: "text", text: "I will" }, ...callTools(["stubborn", { text: "x" }, "a"])];

describe("a cancelled turn", () => {
  it("does not wait for a model that ignores it, and keeps the text so far", async () => {
    const model = createFakeModel([hangAfter({ type: "thought", text: "hm" }, { type: "text", text: "Once upon" })]);
    const scene = await cancelWhen({ model }, ({ of }) => of("text").length === 1);
    expect(scene.conversation.messages).toEqual([
      prompt("go"),
      { role: "assistant", parts: [{ type: "text", text: "Once upon" }] },
    ]);
    expect(scene.events.at(-1)?.type).toBe("text_end");
  });

  it("interrupts a model that streams without a pause", async () => {
    let pulled = 0;
    const flood: Reply = async function* () {
      for (;;) {
        pulled += 1;
        yield { type: "text", text: "x" };
      }
    };
    const scene = await cancelWhen({ model: createFakeModel([flood]) }, ({ of }) => of("text").length === 1);
    const told = scene.events.length;
    const atEnd = pulled;
    await eventLoopSettled();
    expect(scene.events).toHaveLength(told);
    expect(pulled - atEnd).toBeLessThan(5_000);
  });

  it("does not wait for a tool that ignores it", async () => {
    const scene = await cancelWhen(
      { model: createFakeModel([oneCall]), tools: [stubborn] },
      ({ of }) => of("call_started").length === 1,
    );
    expect(scene.of("call_ended")).toMatchObject([{ callId: "a", result: { isError: true }, shown: {} }]);
    expect(scene.conversation.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ callId: "a", isError: true, parts: [{ text: expect.stringContaining("Cancelled") }] }],
    });
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("aborts the tool's signal, and delivers what it says of itself in time", async () => {
    const polite = createTool("stubborn", (_text, call) => {
      call.show({ title: "working" });
      return new Promise((resolve) => {
        call.signal.addEventListener("abort", () => {
          resolve(textOutcome("3 of 5 done"));
        });
      });
    });
    const scene = await cancelWhen(
      { model: createFakeModel([oneCall]), tools: [polite] },
      ({ of }) => of("call_progress").length === 1,
    );
    expect(scene.of("call_ended")).toMatchObject([
      { result: { isError: true, parts: [{ text: "3 of 5 done" }, { text: expect.stringContaining("Cancelled") }] } },
    ]);
  });

  const preparing: Tool = { ...stubborn, prepare: () => never() };
  const approver: Approver = { pass: () => never() };
  const before: Hooks = { ...noHooks, before: () => never() };
  const after: Hooks = { ...noHooks, after: () => never() };
  const quick = createTool("stubborn", () => textOutcome("done"));
  const writing = createTool("stubborn", () => textOutcome("done"), {
    subjects: [{ request: { kind: "tool", name: "x" }, facts: { name: "x", kind: "other" } }],
  });

  it.each<[string, Partial<SceneOptions>, (scene: TurnScene) => boolean]>([
    ["a tool that prepares", { tools: [preparing] }, ({ of }) => of("step_ended").length === 1],
    ["a question to a person", { tools: [stubborn], approver }, ({ of }) => of("call_announced").length === 1],
    ["a hook before", { tools: [stubborn], hooks: before }, ({ of }) => of("call_announced").length === 1],
    ["a hook after", { tools: [quick], hooks: after }, ({ of }) => of("call_started").length === 1],
    ["a checkpoint", { tools: [writing], beforeEffect: () => never() }, ({ of }) => of("call_announced").length === 1],
  ])("does not wait for %s", async (_name, options, isTime) => {
    const scene = await cancelWhen({ model: createFakeModel([oneCall]), ...options }, isTime);
    expect(scene.of("call_announced")).toHaveLength(1);
    expect(scene.of("call_ended")).toHaveLength(1);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("does not wait for settings either, and begins nothing when it was cancelled before", async () => {
    const waiting = await createTurnScene({ model: createFakeModel([]), step: () => never() });
    const end = waiting.run();
    waiting.control.abort();
    expect(await end).toMatchObject({ stopReason: "cancelled" });

    const model = createFakeModel([say("x")]);
    const late = await createTurnScene({ model });
    late.control.abort();
    expect(await late.run()).toMatchObject({ stopReason: "cancelled" });
    expect(model.requests).toEqual([]);
  });

  it("ends calls that wait for their turn too", async () => {
    const calls = Array.from({ length: 20 }, (_, index) => ["stubborn", { text: "" }, `c${index}`] as const);
    const scene = await cancelWhen(
      { model: createFakeModel([callTools(...calls)]), tools: [stubborn] },
      ({ of }) => of("call_started").length === 8,
    );
    expect(scene.of("call_started")).toHaveLength(8);
    expect(scene.of("call_ended")).toHaveLength(20);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("says nothing more when it is over", async () => {
    let release: (() => void) | undefined;
    const late = createTool("stubborn", async (_text, call) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      call.show({ title: "too late" });
      throw new Error("too late");
    });
    const scene = await cancelWhen(
      { model: createFakeModel([oneCall]), tools: [late] },
      ({ of }) => of("call_started").length === 1,
    );
    const told = scene.events.length;
    release?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(scene.events).toHaveLength(told);
  });

  it("is what a dismissed question makes of it, for the other calls too", async () => {
    const dismissing: Approver = {
      pass: async ({ toolCall }) =>
        toolCall.title === "echo x" ? { verdict: "deny", reason: "gone", by: "cancelled" } : { verdict: "allow" },
    };
    const calls = callTools(["stubborn", { text: "x" }, "a"], ["echo", { text: "x" }, "b"]);
    const model = createFakeModel([calls]);
    const scene = await createTurnScene({ model, tools: [stubborn, echo], approver: dismissing });
    expect(await scene.run()).toMatchObject({ stopReason: "cancelled" });
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
    expect(scene.control.signal.aborted).toBe(false);
  });

  it("can be followed by another turn", async () => {
    const model = createFakeModel([oneCall, say("again"), [finish()]]);
    const scene = await cancelWhen({ model, tools: [stubborn] }, ({ of }) => of("call_started").length === 1);
    const next = await createTurnScene({ model, messages: scene.conversation.messages });
    expect(await next.run("and now?")).toMatchObject({ stopReason: "end_turn" });
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  });
});
