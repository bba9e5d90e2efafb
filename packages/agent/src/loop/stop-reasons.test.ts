// Every way a turn stops, and what it leaves behind.
import { ParleyError, type Log } from "@parley/base";
import { describe, expect, it } from "vitest";
import type { ModelFailure } from "../models/model.ts";
import { textOutcome } from "../tools/tool.ts";
import type { TurnLimits } from "./types.ts";
import { checkConversation } from "./testing/check-conversation.ts";
import { callTools, createFakeModel, finish, hangAfter, say, type Reply } from "./testing/fake-model.ts";
import { createTool, createTurnScene, echo, prompt } from "./testing/turn-scene.ts";

const broken: ModelFailure = { kind: "connection", message: "The line is cut." };

describe("max_tokens", () => {
  it("keeps the text", async () => {
    const model = createFakeModel([[{ type: "text", text: "long stor" }, finish("max_tokens")]]);
    const scene = await createTurnScene({ model });
    expect(await scene.run()).toMatchObject({ stopReason: "max_tokens", usage: { inputTokens: 100 } });
    expect(scene.conversation.messages[1]).toEqual({ role: "assistant", parts: [{ type: "text", text: "long stor" }] });
  });

  it("answers whole calls and half calls as failed, and runs none", async () => {
    let runs = 0;
    const tool = createTool("tool", () => {
      runs += 1;
      return textOutcome("x");
    });
    const model = createFakeModel([
      [
        { type: "tool_call", callId: "a", name: "tool", input: { text: "1" } },
        { type: "tool_call_begun", callId: "b", name: "tool" },
        finish("max_tokens"),
      ],
    ]);
    const scene = await createTurnScene({ model, tools: [tool] });
    expect(await scene.run()).toMatchObject({ stopReason: "max_tokens" });
    expect(runs).toBe(0);
    expect(scene.types()).toEqual([
      "step",
      "step_ended",
      "call_announced",
      "call_announced",
      "call_ended",
      "call_ended",
    ]);
    expect(scene.of("call_ended").every(({ result }) => result.isError)).toBe(true);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
    expect(scene.conversation.messages[1]).toMatchObject({ parts: [{ callId: "a" }, { callId: "b", input: {} }] });
  });

  it("drops the thought that was cut, whose signature never came", async () => {
    const events: Reply = [{ type: "text", text: "a" }, { type: "thought", text: "b" }, finish("max_tokens")];
    const scene = await createTurnScene({ model: createFakeModel([events]) });
    await scene.run();
    expect(scene.conversation.messages[1]).toEqual({ role: "assistant", parts: [{ type: "text", text: "a" }] });
  });
});

describe("refusal", () => {
  it("leaves out the prompt and all that came of it, and says so", async () => {
    const model = createFakeModel([
      callTools(["echo", { text: "1" }, "a"]),
      [{ type: "text", text: "I will not" }, finish("refusal")],
    ]);
    const before = [prompt("old"), { role: "assistant", parts: [{ type: "text", text: "fine" }] }] as const;
    const scene = await createTurnScene({ model, tools: [echo], messages: before });
    expect(await scene.run("evil")).toMatchObject({ stopReason: "refusal" });
    expect(scene.conversation.messages).toEqual(before);
    expect(scene.of("notice")[0]?.text).toContain("refused");
  });

  it("is also what a provider's filter makes of it", async () => {
    const failure: ModelFailure = { kind: "refused", message: "The filter says no." };
    const scene = await createTurnScene({ model: createFakeModel([[{ type: "failure", failure }]]) });
    expect(await scene.run()).toMatchObject({ stopReason: "refusal" });
    expect(scene.conversation.messages).toEqual([]);
    expect(scene.of("notice")[0]?.text).toBe("The filter says no.");
  });
});

describe("a failure", () => {
  it("of the model ends the turn, keeps the text, and drops calls that were not announced", async () => {
    const model = createFakeModel([
      [
        { type: "text", text: "half" },
        { type: "tool_call", callId: "a", name: "echo", input: { text: "1" } },
        { type: "failure", failure: broken },
      ],
    ]);
    const scene = await createTurnScene({ model, tools: [echo] });
    expect(await scene.run()).toMatchObject({ failure: broken });
    expect(scene.of("failure")).toEqual([{ type: "failure", failure: broken }]);
    expect(scene.of("call_announced")).toEqual([]);
    expect(scene.conversation.messages[1]).toEqual({ role: "assistant", parts: [{ type: "text", text: "half" }] });
  });

  it("is what a model that breaks off, or throws, has", async () => {
    const throwing: Reply = () => {
      throw new Error("oops");
    };
    for (const reply of [[{ type: "text", text: "ha" }] as const, throwing]) {
      const scene = await createTurnScene({ model: createFakeModel([reply]) });
      expect(await scene.run()).toMatchObject({ failure: { kind: expect.stringMatching(/bad_response|failed/) } });
      expect(scene.of("failure")).toHaveLength(1);
    }
  });

  it("of a port of the session is reported, and every call gets a result", async () => {
    const scene = await createTurnScene({
      model: createFakeModel([]),
      messages: [prompt("a"), { role: "assistant", parts: [{ type: "tool_call", callId: "x", name: "y", input: 1 }] }],
      step: () => {
        throw new ParleyError({ code: "bad_config", message: "No such model", remedy: { label: "Name another" } });
      },
    });
    const end = await scene.run();
    expect(end).toMatchObject({ failure: { kind: "failed", message: "No such model", remedy: "Name another" } });
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("of a listener is the listener's", async () => {
    const lines: string[] = [];
    const log: Log = { write: (_level, message) => void lines.push(message) };
    const scene = await createTurnScene({
      model: createFakeModel([say("hello")]),
      log,
      onEvent: (event) => {
        if (event.type === "text") throw new Error("I cannot draw that");
      },
    });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(lines).toEqual(["a listener of the agent loop threw"]);
  });
});

describe("a limit", () => {
  const forever = Array.from({ length: 200 }, (_, index) => callTools(["echo", { text: `${index}` }, `c${index}`]));
  const same = Array.from({ length: 200 }, (_, index) => callTools(["echo", { text: "x" }, `c${index}`]));
  const failing = Array.from({ length: 200 }, (_, index) => callTools(["nothing", { n: index }, `c${index}`]));

  it.each<[string, Reply[], Partial<TurnLimits>, number, RegExp]>([
    ["steps", forever, { steps: 3 }, 3, /after 3 requests/],
    ["a hundred steps unless told", forever, {}, 100, /after 100 requests/],
    ["tokens", forever, { tokens: 500 }, 5, /more than 500 tokens/],
    ["the same calls with the same results", same, {}, 5, /same calls/],
    ["calls that all fail", failing, { failingSteps: 4 }, 4, /every call of the last 4/],
  ])("on %s stops the turn with a notice", async (_name, replies, limits, steps, notice) => {
    const scene = await createTurnScene({ model: createFakeModel(replies), tools: [echo], limits });
    expect(await scene.run()).toMatchObject({ stopReason: "max_turn_requests" });
    expect(scene.of("step")).toHaveLength(steps);
    expect(scene.of("notice").map(({ text }) => text)).toEqual([expect.stringMatching(notice)]);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("on time aborts everything in progress", async () => {
    const tool = createTool("tool", () => new Promise(() => undefined));
    for (const reply of [hangAfter({ type: "text", text: "hm" }), callTools(["tool", { text: "" }, "a"])]) {
      const scene = await createTurnScene({ model: createFakeModel([reply]), tools: [tool], limits: { ms: 50 } });
      expect(await scene.run()).toMatchObject({ stopReason: "max_turn_requests" });
      expect(scene.of("notice")[0]?.text).toMatch(/longer than 1 second/);
      expect(checkConversation(scene.conversation.messages)).toEqual([]);
    }
  });

  it("does not stop one that polls until something changes, nor one that gets new messages", async () => {
    let times = 0;
    const poll = createTool("poll", () => textOutcome(`${(times += 1)}`));
    const polls = Array.from({ length: 20 }, (_, index) => callTools(["poll", { text: "" }, `c${index}`]));
    const polling = await createTurnScene({ model: createFakeModel([...polls, say("done")]), tools: [poll] });
    expect(await polling.run()).toMatchObject({ stopReason: "end_turn" });

    const steered = await createTurnScene({
      model: createFakeModel([...same.slice(0, 8), say("done")]),
      tools: [echo],
      onEvent: (event, { steering, of }) =>
        void (event.type === "step_ended" && of("step").length === 4 && steering.push(prompt("go on"))),
    });
    expect(await steered.run()).toMatchObject({ stopReason: "end_turn" });
  });
});

describe("autopilot", () => {
  const open = () => prompt("go on");

  it("goes on until the plan is done", async () => {
    let left = 2;
    const model = createFakeModel([say("one"), callTools(["echo", { text: "1" }, "a"]), say("two"), say("three")]);
    const scene = await createTurnScene({
      model,
      tools: [echo],
      continuation: () => ((left -= 1) >= 0 ? open() : undefined),
    });
    expect(await scene.run()).toMatchObject({ stopReason: "end_turn" });
    expect(scene.of("continued")).toHaveLength(2);
    expect(checkConversation(scene.conversation.messages)).toEqual([]);
  });

  it("is bounded, sooner when nothing is done", async () => {
    const idle = await createTurnScene({
      model: createFakeModel(Array.from({ length: 9 }, () => say("hm"))),
      continuation: open,
    });
    expect(await idle.run()).toMatchObject({ stopReason: "max_turn_requests" });
    expect(idle.of("continued")).toHaveLength(2);

    const replies = Array.from({ length: 9 }, (_, n) => [callTools(["echo", { text: `${n}` }, `c${n}`]), say("hm")]);
    const busy = await createTurnScene({
      model: createFakeModel(replies.flat()),
      tools: [echo],
      continuation: open,
      limits: { continuations: 3 },
    });
    expect(await busy.run()).toMatchObject({ stopReason: "max_turn_requests" });
    expect(busy.of("continued")).toHaveLength(3);
    expect(busy.of("notice")[0]?.text).toContain("autopilot");
  });
});
