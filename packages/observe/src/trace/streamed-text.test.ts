import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { STREAM_HELD_FRAMES_MAX, STREAM_TAIL_CHARS } from "../limits.ts";
import { redactTrace } from "./export/redact-trace.ts";
import { parseTrace } from "./read/read-trace.ts";
import { StreamedText, type Released } from "./streamed-text.ts";

const SECRET = ["sk", "ant", "api03", "R2D2c3poLeiaOrganaHanSoloChewbacca0123456789"].join("-");
const KEY = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(40)}-----END PRIVATE KEY-----`;

function update(fields: object, sessionId = "s1"): object {
  return { jsonrpc: "2.0", method: "session/update", params: { sessionId, update: fields } };
}

function chunk(text: string, sessionId = "s1", kind = "agent_message_chunk"): object {
  return update({ sessionUpdate: kind, content: { type: "text", text } }, sessionId);
}

function run(messages: readonly object[]): { readonly items: readonly object[]; readonly text: string } {
  const streams = new StreamedText<object>();
  const released: Released<object>[] = messages.flatMap((message) => streams.add(message, message, 100));
  released.push(...streams.release());
  return { items: released.map(({ item }) => item), text: released.map(({ text = "" }) => text).join("") };
}

describe("a secret in a stream", () => {
  it.each([
    ["a token", `The key is ${SECRET}, use it.`, "The key is …, use it."],
    ["a variable", "Run with OPENAI_API_KEY=hunter2hunter2 please", "Run with OPENAI_API_KEY=… please"],
    ["a private key", `Here:\n${KEY}\nDone.`, "Here:\n-----BEGIN PRIVATE KEY-----…-----END PRIVATE KEY-----\nDone."],
  ])("is hidden wherever it is cut in two: %s", (_, text, expected) => {
    for (let at = 1; at < text.length; at += 1) {
      const messages = [chunk(text.slice(0, at)), chunk(text.slice(at))];
      const { items, text: shown } = run(messages);
      expect(items).toEqual(messages);
      expect(shown).not.toMatch(/Leia|Chewbacca|hunter2|MIIEvQ/);
      expect(shown).toBe(expected);
    }
  });

  it("is hidden when each letter is a message, among updates that do not end the message", () => {
    const letters = Array.from(`A ${SECRET} B`).flatMap((letter) => [
      chunk(letter),
      update({ sessionUpdate: "usage_update", used: 1, size: 2 }),
      chunk("x", "other"),
    ]);
    const { items, text } = run(letters);
    expect(items).toEqual(letters);
    expect(text.replaceAll("x", "")).toBe("A … B");
  });

  it("is hidden in a long text, of which most is not held back", () => {
    const words = "word ".repeat(STREAM_TAIL_CHARS);
    const streams = new StreamedText<number>();
    const released: Released<number>[] = [];
    const pieces = `${words}${SECRET} ${words}`.match(/.{1,7}/gs) ?? [];
    for (const [index, piece] of pieces.entries()) {
      released.push(...streams.add(index, chunk(piece), piece.length));
      expect(streams.heldCount).toBeLessThan((3 * STREAM_TAIL_CHARS) / 7);
    }
    released.push(...streams.release());
    expect(released.map(({ item }) => item)).toEqual([...pieces.keys()]);
    expect(released.map(({ text = "" }) => text).join("")).toBe(`${words}… ${words}`);
  });
});

describe("messages leave", () => {
  const held = chunk("half of a sent");

  it.each([
    ["a tool call", update({ sessionUpdate: "tool_call", toolCallId: "t" })],
    ["a thought", chunk("I think", "s1", "agent_thought_chunk")],
    ["a prompt", { jsonrpc: "2.0", id: 2, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }],
    ["the response to the prompt", { jsonrpc: "2.0", id: 1, result: { stopReason: "end_turn" } }],
  ])("when the stream ends with %s", (_, end) => {
    const streams = new StreamedText<object>();
    const prompt = { jsonrpc: "2.0", id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } };
    expect(streams.add(prompt, prompt, 1)).toHaveLength(1);
    expect(streams.add(held, held, 1)).toEqual([]);
    expect(streams.add(end, end, 1)[0]).toEqual({ item: held, text: "half of a sent" });
  });

  it("when they are asked for, and what follows is still compared with them", () => {
    const streams = new StreamedText<string>();
    streams.add("a", chunk(`key ${SECRET.slice(0, 30)}`), 1);
    expect(streams.release()).toHaveLength(1);
    streams.add("b", chunk(`${SECRET.slice(30)} end`), 1);
    expect(streams.release()).toEqual([{ item: "b", text: " end" }]);
  });

  it("when too many are held back", () => {
    const streams = new StreamedText<number>();
    let count = 0;
    for (let index = 0; index <= STREAM_HELD_FRAMES_MAX; index += 1) count += streams.add(index, chunk("a"), 1).length;
    expect(count).toBe(STREAM_HELD_FRAMES_MAX + 1);
    expect(streams.heldCount).toBe(0);
  });
});

it("takes time that grows with the text only", () => {
  const messages = Array.from({ length: 20_000 }, () => chunk("some words of an answer "));
  expect(cpuMsOf(() => run(messages))).toBeLessThan(5_000);
});

it("a trace that was recorded with secrets is exported without those that were streamed", async () => {
  const lines = [chunk(`see ${SECRET.slice(0, 20)}`), chunk(SECRET.slice(20)), update({ sessionUpdate: "plan" })];
  const items = parseTrace(lines.map((frame) => JSON.stringify({ at: 1, from: "agent", frame })).join("\n"));
  const found: unknown[] = [];
  async function* source(): AsyncGenerator<(typeof items)[number]> {
    yield* items;
  }
  for await (const item of redactTrace(source())) found.push(item);
  expect(found).toHaveLength(3);
  expect(JSON.stringify(found)).toContain("see …");
  expect(JSON.stringify(found)).not.toContain("Leia");
});
