import { parseTrace, type TraceItem } from "@parley/observe";
import { describe, expect, it } from "vitest";
import { keepMessage, type KeptFrame } from "./kept-frame.ts";
import { FRAME_BYTES_MAX, TRACE_CHARS_MAX, TRACE_FRAMES_MAX } from "../limits.ts";
import { TraceRing } from "./trace-ring.ts";

function say(text: string, atMs = 1): KeptFrame {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  const message = { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } };
  return keepMessage(message, undefined, "to_client", atMs);
}

function read(ring: TraceRing): readonly TraceItem[] {
  return parseTrace([...ring.lines("test")].join("\n"));
}

const typesOf = (items: readonly TraceItem[]): readonly string[] => [...new Set(items.map(({ type }) => type))];

describe("the stored frames of a session", () => {
  it("are the beginning, the number of missing ones, and the latest", () => {
    const ring = new TraceRing();
    ring.begin(say("first"));
    for (let count = 0; count < TRACE_FRAMES_MAX * 3 + 7; count += 1) ring.add(say(`word ${count}`, count));
    const items = read(ring);
    expect(typesOf(items)).toEqual(["header", "frame", "dropped"]);
    expect(items).toHaveLength(3 + TRACE_FRAMES_MAX);
    expect(JSON.stringify(items[1])).toContain("first");
    expect(items[2]).toMatchObject({ type: "dropped", count: TRACE_FRAMES_MAX * 2 + 7 });
    expect(JSON.stringify(items[3])).toContain(`word ${TRACE_FRAMES_MAX * 2 + 7}`);
    expect(JSON.stringify(items.at(-1))).toContain(`word ${TRACE_FRAMES_MAX * 3 + 6}`);
  });

  it("can be read from where a reader was, and say what was dropped since", () => {
    const ring = new TraceRing();
    ring.begin(say("first"));
    for (let count = 0; count < 5; count += 1) ring.add(say(`word ${count}`, count));
    const readAfter = (after: number) => parseTrace([...ring.lines("test", after)].join("\n")).slice(1);
    const textsAfter = (after: number) => JSON.stringify(readAfter(after)).match(/first|word \d+/g) ?? [];
    expect(ring.frames).toBe(6);
    expect(new Set(textsAfter(0)).size).toBe(6);
    ring.pack();
    ring.add(say("word 5"));
    expect(new Set(textsAfter(4))).toEqual(new Set(["word 3", "word 4", "word 5"]));
    expect(readAfter(7)).toEqual([]);
    for (let count = 0; count < TRACE_FRAMES_MAX + 10; count += 1) ring.add(say("more"));
    expect(readAfter(7)[0]).toMatchObject({ type: "dropped", count: ring.frames - 7 - TRACE_FRAMES_MAX });
    expect(readAfter(ring.frames - 2)).toHaveLength(2);
  });

  it("are few if they are large, and only the beginning if others need the space", () => {
    const ring = new TraceRing();
    ring.begin(say("first"));
    for (let count = 0; count < 20; count += 1) ring.add(say("x".repeat(200_000)));
    expect(ring.chars).toBeLessThanOrEqual(TRACE_CHARS_MAX + 1_000);
    ring.shed();
    expect(ring.chars).toBeLessThan(1_000);
    expect(read(ring).map(({ type }) => type)).toEqual(["header", "frame", "dropped"]);
    ring.add(say("later"));
    expect(JSON.stringify(read(ring).at(-1))).toContain("later");
  });

  it.each([70, 700])("are unchanged when packed after %i, and are dropped like the others", (between) => {
    const [ring, packed] = [new TraceRing(), new TraceRing()];
    for (let count = 0; count < TRACE_FRAMES_MAX; count += 1) {
      for (const one of [ring, packed]) one.add(say(`word ${count}`, count));
      if (count % between === 0) packed.pack();
    }
    expect([...packed.lines("test")]).toEqual([...ring.lines("test")]);
    expect(packed.chars).toBe(ring.chars);
    for (let count = 0; count < TRACE_FRAMES_MAX * 2; count += 1) packed.add(say(`more ${count}`, count));
    const items = read(packed);
    expect(items).toHaveLength(2 + TRACE_FRAMES_MAX);
    expect(items[1]).toMatchObject({ type: "dropped", count: TRACE_FRAMES_MAX * 2 });
    packed.pack();
    packed.shed();
    expect(packed.chars).toBe(0);
  });

  it("describe one that is too large, in either form", () => {
    const ring = new TraceRing();
    const text = "x".repeat(FRAME_BYTES_MAX + 1);
    const message = { jsonrpc: "2.0", id: 5, method: "session/prompt", params: { sessionId: "s", prompt: [text] } };
    ring.add(keepMessage(message, undefined, "to_agent", 1));
    ring.add(keepMessage(message, 9_000_000, "to_client", 2));
    expect(ring.chars).toBeLessThan(1_000);
    const items = read(ring).slice(1);
    expect(items).toMatchObject([
      { from: "client", isCut: true },
      { from: "agent", isCut: true, bytes: 9_000_000 },
    ]);
    for (const item of items) expect(JSON.stringify(item)).toContain("session/prompt");
  });
});
