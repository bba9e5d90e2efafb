// The work per event does not grow: counted, not timed.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SessionEvent } from "../session-event.ts";
import { createTranscript, type Transcript } from "./create-transcript.ts";

const TEXT = "x".repeat(100);

function chunk(seq: number): SessionEvent {
  const content = { type: "text", text: TEXT } as const;
  return {
    v: 1,
    seq,
    at: 0,
    sessionId: "s",
    type: "update",
    update: { sessionUpdate: "agent_message_chunk", content },
  };
}

/** How much text a run of events made the transcript join and hand out. */
function measure(transcript: Transcript, from: number, count: number): { joined: number; patched: number } {
  let joined = 0;
  const join = vi.spyOn(Array.prototype, "join").mockImplementation(function (this: unknown[], separator?: string) {
    let text = "";
    for (const [index, part] of this.entries()) text += (index > 0 ? (separator ?? ",") : "") + String(part);
    joined += text.length;
    return text;
  });
  let patched = 0;
  for (let seq = from; seq < from + count; seq += 1) patched += JSON.stringify(transcript.apply(chunk(seq))).length;
  join.mockRestore();
  return { joined, patched };
}

afterEach(() => vi.restoreAllMocks());

describe("a long stream", () => {
  it("costs as much at its end as at its beginning", () => {
    const transcript = createTranscript();
    measure(transcript, 1, 1024);
    const first = measure(transcript, 1025, 2048);
    measure(transcript, 3073, 20 * 1024);
    const last = measure(transcript, 23_553, 2048);
    expect(last).toEqual(first);
    // Each character is joined once on the way in.
    expect(first.joined).toBe(2048 * TEXT.length);
  });

  it("is joined when somebody looks, and not again until it changes", () => {
    const transcript = createTranscript();
    for (let seq = 1; seq <= 500; seq += 1) transcript.apply(chunk(seq));
    const join = vi.spyOn(Array.prototype, "join");
    const first = transcript.snapshot();
    const joins = join.mock.calls.length;
    expect(joins).toBeGreaterThan(0);
    expect(transcript.snapshot()).toBe(first);
    expect(join.mock.calls.length).toBe(joins);
    expect(first.items).toMatchObject([{ blocks: [{ text: TEXT.repeat(500) }] }]);
  });
});

describe("a snapshot", () => {
  it("has the same objects where nothing changed", () => {
    const transcript = createTranscript();
    transcript.apply(chunk(1));
    const tool = { sessionUpdate: "tool_call", toolCallId: "t", title: "T" } as const;
    transcript.apply({ v: 1, seq: 2, at: 0, sessionId: "s", type: "update", update: tool });
    const before = transcript.snapshot();
    const kept = structuredClone(before);
    transcript.apply(chunk(3));
    const status = { sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" } as const;
    transcript.apply({ v: 1, seq: 4, at: 0, sessionId: "s", type: "update", update: status });
    const after = transcript.snapshot();
    expect(after.items[0]).toBe(before.items[0]);
    expect(after.items[1]).not.toBe(before.items[1]);
    expect(after.state).toBe(before.state);
    expect(after.terminals).toBe(before.terminals);
    expect(before).toEqual(kept);
  });

  it("is the same object after an event that changed nothing", () => {
    const transcript = createTranscript();
    transcript.apply(chunk(1));
    const before = transcript.snapshot();
    const nothing = { sessionUpdate: "session_info_update" } as const;
    expect(transcript.apply({ v: 1, seq: 2, at: 0, sessionId: "s", type: "update", update: nothing })).toEqual([]);
    expect(transcript.snapshot()).toBe(before);
  });
});
