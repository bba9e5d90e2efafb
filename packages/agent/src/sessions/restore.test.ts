import type { SessionEvent, SessionEventBody } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { callTools, finish, hangAfter, say } from "../loop/testing/fake-model.ts";
import { createTool, echo } from "../loop/testing/turn-scene.ts";
import type { Message } from "../models/message.ts";
import { textOutcome } from "../tools/tool.ts";
import { Restorer } from "./restore.ts";
import { INTERRUPTED } from "./restored-step.ts";
import { createSessionScene, plain } from "./testing/session-scene.ts";
import { textBlock, withMeta, type Update } from "./wire.ts";

const block = (text: string) => [textBlock(text)];

function restore(...bodies: readonly (SessionEventBody | Update)[]): Message[] {
  const restorer = new Restorer();
  bodies.forEach((body, index) => {
    const event = "sessionUpdate" in body ? { type: "update", update: body } : body;
    restorer.add({ v: 1, seq: index + 1, at: 0, sessionId: "s", ...event } as SessionEvent);
  });
  return restorer.messages();
}

const asked: SessionEventBody = { type: "prompt", prompt: [{ type: "text", text: "go" }] };
const go: Message = { role: "user", parts: [{ type: "text", text: "go" }] };
const call = (toolCallId: string, name = "shell"): Update => ({
  sessionUpdate: "tool_call",
  toolCallId,
  name,
  title: name,
  rawInput: { command: "ls" },
});

describe("a session that is restored", () => {
  it("has calls with their results, thoughts with what their provider wants back, and what was steered", async () => {
    await using scene = await createSessionScene();
    const provider = { anthropic: { signature: "xyz" } };
    await scene.play("prompt", block("go"), {
      tools: [echo],
      replies: [
        [
          { type: "thought", text: "Hm" },
          { type: "thought_end", provider },
          ...callTools(["echo", { text: "a" }, "c1"], ["echo", { text: "b" }, "c2"]),
        ],
        say("done"),
      ],
      onEvent: ({ type }, { steering }) => {
        if (type === "call_started" && steering.length === 0)
          steering.push({ role: "user", parts: [{ type: "text", text: "left" }] });
      },
    });
    const restored = await scene.restore();
    expect(restored).toEqual(plain(scene.messages));
    expect(restored.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant"]);
    expect(restored[1]).toMatchObject({
      parts: [{ type: "thought", text: "Hm", provider }, { callId: "c1" }, { callId: "c2" }],
    });
  });

  it("has the expansion of a slash command, but neither the command nor messages outside the conversation", async () => {
    await using scene = await createSessionScene();
    scene.command("It has cost nothing.");
    await scene.play("expansion", block("review it all"), { replies: [say("fine")] });
    expect(await scene.restore()).toEqual([
      { role: "user", parts: [{ type: "text", text: "review it all" }] },
      { role: "assistant", parts: [{ type: "text", text: "fine" }] },
    ]);
  });

  it("leaves out the turn that was refused, and no other", async () => {
    await using scene = await createSessionScene();
    await scene.play("prompt", block("one"), { replies: [say("1")] });
    await scene.play("prompt", block("two"), { replies: [say("2")] });
    await scene.play("late", block("bad"), { replies: [[{ type: "text", text: "I" }, finish("refusal")]] });
    const restored = await scene.restore();
    expect(restored).toEqual(plain(scene.messages));
    expect(restored).toHaveLength(4);
  });

  it("leaves out a refused turn that was compacted on the way", async () => {
    await using scene = await createSessionScene();
    await scene.play("prompt", block("one"), { replies: [say("1")] });
    await scene.play("prompt", block("two"), { replies: [say("2")] });
    await scene.play("prompt", block("bad"), {
      tools: [echo],
      info: { contextTokens: 120 },
      replies: [callTools(["echo", { text: "a" }, "c1"]), say("SUMMARY"), [finish("refusal")]],
    });
    const restored = await scene.restore();
    expect(restored).toEqual(plain(scene.messages));
    expect(JSON.stringify(restored)).toContain("SUMMARY");
    expect(JSON.stringify(restored)).not.toContain("bad");
  });

  it("is the summary after a compaction, and goes on from there", async () => {
    await using scene = await createSessionScene();
    await scene.play("prompt", block("one".repeat(500)), { replies: [say("1")] });
    await scene.compact(say("SUMMARY"));
    await scene.play("prompt", block("two"), { replies: [say("2")] });
    const restored = await scene.restore();
    expect(restored).toEqual(plain(scene.messages));
    expect(JSON.stringify(restored[0])).toContain("SUMMARY");
    // The original is in the log all the same.
    expect(JSON.stringify(await scene.events())).toContain("oneone");
  });

  it("keeps of an answer that was broken off the text alone", async () => {
    await using scene = await createSessionScene();
    const end = await scene.play("prompt", block("go"), {
      replies: [
        hangAfter(
          { type: "thought", text: "Hm" },
          { type: "thought_end", provider: { s: 1 } },
          { type: "text", text: "so far" },
        ),
      ],
      onEvent: ({ type }, { control }) => {
        if (type === "text") setImmediate(() => control.abort());
      },
    });
    expect(end).toMatchObject({ stopReason: "cancelled" });
    expect(await scene.restore()).toEqual([go, { role: "assistant", parts: [{ type: "text", text: "so far" }] }]);
  });

  it("has the result of a cancelled call", async () => {
    await using scene = await createSessionScene();
    const obeys = createTool("obeys", (_text, { signal }) => {
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(textOutcome("half of it"))));
    });
    await scene.play("prompt", block("go"), {
      tools: [obeys],
      replies: [callTools(["obeys", { text: "a" }, "c1"])],
      onEvent: ({ type }, { control }) => {
        if (type === "call_started") setImmediate(() => control.abort());
      },
    });
    const restored = await scene.restore();
    expect(restored).toEqual(plain(scene.messages));
    expect(JSON.stringify(restored.at(-1))).toContain("half of it");
  });
});

describe("a log that ends in the middle", () => {
  it("has an answer to the call that was under way", () => {
    const done: Update = {
      sessionUpdate: "tool_call_update",
      toolCallId: "a",
      status: "completed",
      rawOutput: [{ type: "text", text: "x" }],
    };
    const started: Update = { sessionUpdate: "tool_call_update", toolCallId: "b", status: "in_progress" };
    const results = restore(asked, call("a"), call("b"), done, started).at(-1);
    expect(results).toEqual({
      role: "tool",
      results: [
        { callId: "a", name: "shell", parts: [{ type: "text", text: "x" }], isError: false },
        { callId: "b", name: "shell", parts: [{ type: "text", text: INTERRUPTED }], isError: true },
      ],
    });
  });

  it("has it also when the session went on", () => {
    const messages = restore(asked, call("a"), asked);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  });

  it("has none of a sub-agent's calls", () => {
    const inner = { ...call("inner"), ...withMeta({ aside: true }) };
    const ended: Update = {
      sessionUpdate: "tool_call_update",
      toolCallId: "inner",
      status: "completed",
      rawOutput: [],
    };
    expect(restore(asked, call("a", "task"), inner, ended).at(-1)).toMatchObject({ results: [{ callId: "a" }] });
  });

  it("is read if another version wrote it, or something in it is damaged", () => {
    const chunk = (text: string): Update => ({ sessionUpdate: "agent_message_chunk", content: textBlock(text) });
    expect(restore(asked, chunk("one "), chunk("two"), { type: "stop", stopReason: "end_turn" })).toEqual([
      go,
      { role: "assistant", parts: [{ type: "text", text: "one two" }] },
    ]);
    const conversation = [go, { role: "tool" }, null, { role: "wizard", parts: [] }, "x"];
    expect(restore(asked, { type: "compacted", summary: [], conversation })).toEqual([go]);
  });
});
