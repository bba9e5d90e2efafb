// Which chunk belongs to which message, and what is an echo of the prompt.
import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEventBody } from "../session-event.ts";
import { createTranscript } from "./create-transcript.ts";

const text = (value: string): ContentBlock => ({ type: "text", text: value });
const image: ContentBlock = { type: "image", data: "AAAA", mimeType: "image/png" };
const link: ContentBlock = { type: "resource_link", name: "a", uri: "file:///a" };

const chunk =
  (sessionUpdate: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk") =>
  (content: ContentBlock | string, messageId?: string | null): SessionEventBody => {
    const block = typeof content === "string" ? text(content) : content;
    return { type: "update", update: { sessionUpdate, content: block, messageId } };
  };
const user = chunk("user_message_chunk");
const agent = chunk("agent_message_chunk");
const thought = chunk("agent_thought_chunk");
const prompt = (...blocks: ContentBlock[]): SessionEventBody => ({ type: "prompt", prompt: blocks });
const tool: SessionEventBody = { type: "update", update: { sessionUpdate: "tool_call", toolCallId: "t", title: "T" } };
const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };
const usage: SessionEventBody = { type: "update", update: { sessionUpdate: "usage_update", used: 1, size: 2 } };

/** One line per item: its type and its blocks, text as it is. */
function read(...bodies: readonly SessionEventBody[]): readonly string[] {
  const sequence = createEventSequence("s", { clock: { now: () => 0 } });
  const transcript = createTranscript();
  for (const body of bodies) transcript.apply(sequence.next(body));
  return transcript.snapshot().items.map((item) => {
    if (!("blocks" in item)) return item.type;
    return `${item.type}: ${item.blocks.map((block) => (block.type === "text" ? block.text : `<${block.type ?? "?"}>`)).join("|")}`;
  });
}

describe("chunks without an id", () => {
  it("run together while their kind stays the same", () => {
    expect(read(agent("a"), agent("b", null), thought("c"), thought("d"), agent("e"))).toEqual([
      "agent_message: ab",
      "thought: cd",
      "agent_message: e",
    ]);
  });

  it("begin a new message after another item", () => {
    expect(read(agent("a"), tool, agent("b"))).toEqual(["agent_message: a", "tool_call", "agent_message: b"]);
    expect(read(agent("a"), stop, agent("b"))).toEqual(["agent_message: a", "stop", "agent_message: b"]);
  });

  it("are not parted by what is no item", () => {
    const done: SessionEventBody = {
      type: "update",
      update: { sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" },
    };
    expect(read(tool, agent("a"), usage, done, agent("b"))).toEqual(["tool_call", "agent_message: ab"]);
  });

  it("say nothing when they are empty", () => {
    expect(read(agent(""), thought("a"), agent(""), thought("b"))).toEqual(["thought: ab"]);
  });
});

describe("chunks with an id", () => {
  it("begin a new message when the id changes", () => {
    expect(read(agent("a", "1"), agent("b", "1"), agent("c", "2"), agent("d"))).toEqual([
      "agent_message: ab",
      "agent_message: c",
      "agent_message: d",
    ]);
  });

  it("find their message later on, even after the stop", () => {
    expect(read(agent("a", "1"), tool, agent("b", "2"), stop, agent("c", "1"))).toEqual([
      "agent_message: ac",
      "tool_call",
      "agent_message: b",
      "stop",
    ]);
  });

  it("are distinguished by kind, too", () => {
    expect(read(thought("a", "1"), agent("b", "1"), thought("c", "1"))).toEqual(["thought: ac", "agent_message: b"]);
  });
});

describe("blocks", () => {
  it("keep their order; only text runs together", () => {
    const strange: ContentBlock = { kind: "unknown", raw: { type: "smell" } };
    expect(read(agent("a"), agent("b"), agent(image), agent(link), agent("c"), agent("d"), agent(strange))).toEqual([
      "agent_message: ab|<image>|<resource_link>|cd|<?>",
    ]);
  });

  it("keep annotations, and text with others stays apart", () => {
    const sequence = createEventSequence("s", { clock: { now: () => 0 } });
    const transcript = createTranscript();
    const forAssistant = { audience: ["assistant" as const] };
    const blocks: ContentBlock[] = [
      { type: "text", text: "a", annotations: forAssistant },
      { type: "text", text: "b", annotations: { audience: ["assistant"], priority: null } },
      { type: "text", text: "c" },
      { type: "text", text: "d", annotations: null },
      { type: "text", text: "e", annotations: { priority: 1 } },
    ];
    for (const block of blocks) transcript.apply(sequence.next(agent(block)));
    expect(transcript.snapshot().items).toMatchObject([
      {
        blocks: [
          { type: "text", text: "ab", annotations: forAssistant },
          { type: "text", text: "cd" },
          { type: "text", text: "e", annotations: { priority: 1 } },
        ],
      },
    ]);
  });

  it("of a prompt stay as they were given", () => {
    expect(read(prompt(text("a"), text("b"), image))).toEqual(["user_message: a|b|<image>"]);
  });
});

describe("an echo of the prompt", () => {
  it("is not shown again, however it is cut", () => {
    const once = ["user_message: hello world", "agent_message: hi"];
    expect(read(prompt(text("hello world")), user("hello world"), agent("hi"))).toEqual(once);
    expect(read(prompt(text("hello world")), user("hel"), usage, user("lo world"), agent("hi"))).toEqual(once);
  });

  it("may come after the agent has begun", () => {
    expect(read(prompt(text("hello")), agent("warning"), user("hello"), agent("hi"))).toEqual([
      "user_message: hello",
      "agent_message: warninghi",
    ]);
  });

  it("may have several blocks, or leave out those that are not text", () => {
    const blocks = [text("look at "), link, text("this"), image];
    const once = ["user_message: look at |<resource_link>|this|<image>"];
    expect(read(prompt(...blocks), ...blocks.map((block) => user(block)))).toEqual(once);
    expect(read(prompt(...blocks), user("look at this"))).toEqual(once);
  });

  it("is shown if it goes on differently or ends too soon: nothing is lost", () => {
    const shown = (...items: string[]): string[] => ["user_message: hello world", ...items];
    const asked = prompt(text("hello world"));
    expect(read(asked, user("hello"), user(" there"))).toEqual(shown("user_message: hello there"));
    expect(read(asked, user("hello world"), user("!"))).toEqual(shown("user_message: hello world!"));
    expect(read(asked, user("hello world!"))).toEqual(shown("user_message: hello world!"));
    expect(read(asked, user("hello"), agent("hi"))).toEqual(shown("user_message: hello", "agent_message: hi"));
    expect(read(asked, user("hello"), stop)).toEqual(shown("user_message: hello", "stop"));
    expect(read(asked, user(image))).toEqual(shown("user_message: <image>"));
  });

  it("ends with its id: the next message is another", () => {
    expect(read(prompt(text("hello")), user("hello", "1"), user("more", "2"))).toEqual([
      "user_message: hello",
      "user_message: more",
    ]);
    expect(read(prompt(text("a"), text("b")), user("a", "1"), user("b", "2"))).toEqual(["user_message: a|b"]);
  });

  it("names the message: what comes later under its id joins the prompt", () => {
    expect(read(prompt(text("hello")), user("hello", "1"), agent("hi"), user("!", "1"))).toEqual([
      "user_message: hello!",
      "agent_message: hi",
    ]);
  });

  it("is taken once only, and in the running turn only", () => {
    expect(read(prompt(text("go")), user("go"), agent("a"), user("go"))).toEqual([
      "user_message: go",
      "agent_message: a",
      "user_message: go",
    ]);
    expect(read(prompt(text("go")), stop, user("go"))).toEqual(["user_message: go", "stop", "user_message: go"]);
  });

  it("is no echo in a history without prompt events", () => {
    expect(read(user("hello"), agent("hi"), user("hello"), agent("hi"))).toEqual([
      "user_message: hello",
      "agent_message: hi",
      "user_message: hello",
      "agent_message: hi",
    ]);
  });
});
