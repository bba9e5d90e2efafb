import type { ContentBlock, SessionEvent, SessionEventBody } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { agentText, readConversation } from "./conversation.ts";
import { EVENTS_PAGE, MESSAGE_CHARS_MAX, MESSAGES_MAX } from "../limits.ts";

const text = (words: string): ContentBlock => ({ type: "text", text: words });
const prompt = (words: string): SessionEventBody => ({ type: "prompt", prompt: [text(words)] });
const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };
const say = (words: string, messageId?: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content: text(words), messageId },
});
const user = (words: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "user_message_chunk", content: text(words) },
});
const tool: SessionEventBody = {
  type: "update",
  update: { sessionUpdate: "tool_call", toolCallId: "1", title: "Read" },
};

/** The events of a log in memory, by pages as the hub gives them. */
async function read(bodies: readonly SessionEventBody[], after = 0): Promise<string[]> {
  const events = bodies.map(
    (body, index) => ({ ...body, v: 1 as const, seq: index + 1, at: 0, sessionId: "s" }) satisfies SessionEvent,
  );
  const sessions = {
    events: (_: string, page: { after?: number | undefined; limit?: number | undefined } = {}) =>
      Promise.resolve(
        events
          .filter(({ seq }) => seq > (page.after ?? 0))
          .slice(0, page.limit)
          .map((event) => ({ event, line: "" })),
      ),
  };
  const said = await readConversation(sessions, "s", { after });
  return said.map(({ by, text: words }) => `${by}: ${words}`);
}

describe("a conversation", () => {
  it("contains the messages of both sides, with chunks joined", async () => {
    const events = [prompt("hi"), user("hi"), say("a", "1"), say("b", "1"), tool, say("c", "1"), stop, prompt("more")];
    expect(await read(events)).toEqual(["user: hi", "agent: ab\n\nc", "user: more"]);
  });

  it("keeps messages of one turn apart", async () => {
    expect(await read([say("a", "1"), say("\n\nb", "2")])).toEqual(["agent: a\n\nb"]);
    expect(await read([prompt("hi"), say("a", "1"), say("b", "2"), stop])).toEqual(["user: hi", "agent: a\n\nb"]);
  });

  it("contains messages outside of turns", async () => {
    expect(await read([user("note"), say("yes"), prompt("go"), stop, user("later")])).toEqual([
      "user: note",
      "agent: yes",
      "user: go",
      "user: later",
    ]);
  });

  it("starts at the given event", async () => {
    expect(await read([prompt("old"), stop, { type: "cleared" }, prompt("new"), stop], 3)).toEqual(["user: new"]);
  });

  it("names content that is not text", async () => {
    const blocks: ContentBlock[] = [
      text("see"),
      { type: "resource_link", name: "a.ts", uri: "file:///a.ts" },
      { type: "image", data: "", mimeType: "image/png" },
      { kind: "unknown", raw: {} },
    ];
    expect(await read([{ type: "prompt", prompt: blocks }])).toEqual(["user: see\n[a.ts](file:///a.ts)\n[image]"]);
  });

  it("is bounded: the first message, the latest ones, the end of each", async () => {
    const long = await read([
      prompt("p"),
      ...Array.from({ length: 300 }, () => say("x".repeat(1_000))),
      say("end"),
      stop,
    ]);
    expect(long[1]?.length).toBeLessThanOrEqual(MESSAGE_CHARS_MAX + "agent: ".length);
    expect(long[1]).toMatch(/^agent: …x+end$/);
    const many = Array.from({ length: Math.max(MESSAGES_MAX, EVENTS_PAGE) + 10 }, (_, index) => prompt(String(index)));
    const kept = await read(many);
    expect(kept).toHaveLength(MESSAGES_MAX);
    expect([kept[0], kept.at(-1)]).toEqual(["user: 0", `user: ${many.length - 1}`]);
  });

  it("returns the agent's messages", () => {
    const said = [
      { by: "user", text: "hi" },
      { by: "agent", text: "a" },
      { by: "agent", text: "b" },
    ] as const;
    expect(agentText(said)).toBe("a\n\nb");
  });
});
