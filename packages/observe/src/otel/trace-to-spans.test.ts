import { describe, expect, it } from "vitest";
import type { Frame } from "../frames/frame.ts";
import { attributesOf, spansOf } from "./testing/collector-server.ts";
import { Talk, talkOneTurn } from "./testing/talk.ts";
import { toOtlpJson } from "./trace-to-spans.ts";

async function* play(frames: readonly Frame[]): AsyncGenerator<Frame> {
  for (const frame of frames) yield await Promise.resolve(frame);
}

describe("toOtlpJson", () => {
  it("has the spans that a collector would have got", async () => {
    const { frames } = talkOneTurn(new Talk());
    const json = await toOtlpJson(play(frames), { serviceName: "archive" });
    const spans = spansOf(json);
    expect(spans.map(({ name }) => name).toSorted()).toEqual([
      "execute_tool Run make --token …",
      "execute_tool fs/read_text_file",
      "initialize",
      "invoke_agent tester",
      "session/new",
      "wait_permission",
    ]);
    const turn = spans.find(({ name }) => name.startsWith("invoke_agent"));
    expect(turn?.startTimeUnixNano).toBe(`${BigInt(Date.UTC(2026, 0, 1) + 1_000) * 1_000_000n}`);
    expect(spans.find(({ name }) => name === "execute_tool fs/read_text_file")?.parentSpanId).toBe(turn?.spanId);
    expect(JSON.parse(json)).toMatchObject({
      resourceSpans: [{ resource: { attributes: [{ key: "service.name", value: { stringValue: "archive" } }] } }],
    });
  });

  it("is the same each time, and another for another recording", async () => {
    const { frames } = talkOneTurn(new Talk());
    const once = await toOtlpJson(play(frames), {});
    expect(await toOtlpJson(play(frames), {})).toBe(once);
    const later = frames.map((frame) => ({ ...frame, atMs: frame.atMs + 1 }));
    const ids = (json: string): Set<string> => new Set(spansOf(json).map(({ spanId }) => spanId));
    expect([...ids(await toOtlpJson(play(later), {}))].some((id) => ids(once).has(id))).toBe(false);
  });

  it("has what was not sampled, and ends what the recording does not", async () => {
    const talk = new Talk().prompt(1, "x", { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-00` });
    const spans = spansOf(await toOtlpJson(play(talk.wait(70).say("hm").frames), { agentId: "old" }));
    expect(spans).toMatchObject([{ name: "invoke_agent old", traceId: "a".repeat(32), status: { code: 2 } }]);
    expect(spans.map(attributesOf)).toMatchObject([{ "error.type": "unfinished", "acp.time_to_first_token_ms": 70 }]);
  });

  it("of nothing is nothing", async () => {
    expect(spansOf(await toOtlpJson(play([]), {}))).toEqual([]);
  });
});
