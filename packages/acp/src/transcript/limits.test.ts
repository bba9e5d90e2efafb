// What the limits take away, and how it shows.
import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEventBody } from "../session-event.ts";
import { createTranscript, type TranscriptOptions } from "./create-transcript.ts";
import type { MessageItem, TranscriptItem } from "./items.ts";
import type { Patch } from "./patch.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";

const note = (text: string): SessionEventBody => ({ type: "note", level: "info", text });
const block = (content: ContentBlock, messageId?: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content, messageId },
});
const chunk = (text: string, messageId?: string): SessionEventBody => block({ type: "text", text }, messageId);

interface Played extends TranscriptSnapshot {
  readonly patches: readonly Patch[];
}

function play(options: TranscriptOptions, bodies: readonly SessionEventBody[]): Played {
  const sequence = createEventSequence("s", { clock: { now: () => 0 } });
  const transcript = createTranscript(options);
  const patches = bodies.flatMap((body) => transcript.apply(sequence.next(body)));
  return { ...transcript.snapshot(), patches };
}

function textOf(item: TranscriptItem | undefined): string {
  return (item as MessageItem).blocks.map((one) => (one.type === "text" ? one.text : `<${one.type ?? "?"}>`)).join("|");
}

describe("itemsMax", () => {
  it("lets the oldest items go, and shows how many and where the log has them", () => {
    const { items, trimmed, patches } = play({ itemsMax: 2 }, [note("a"), note("b"), note("c"), note("d")]);
    expect(items).toMatchObject([{ text: "c" }, { text: "d" }]);
    expect(trimmed).toMatchObject({ items: 2, throughSeq: 2 });
    expect(patches.filter(({ type }) => type === "items_trimmed")).toMatchObject([
      { count: 1, trimmed: { items: 1, throughSeq: 1 } },
      { count: 1, trimmed: { items: 2, throughSeq: 2 } },
    ]);
  });

  it("keeps the latest item with any limit", () => {
    expect(play({ itemsMax: 0, charsMax: 0 }, [note("a"), note("b")]).items).toMatchObject([{ text: "b" }]);
  });

  it("says nothing while there is room", () => {
    expect(play({ itemsMax: 2 }, [note("a"), note("b")]).trimmed).toEqual({ items: 0, chars: 0, throughSeq: 0 });
  });

  it("makes a late update to what is gone an item of its own", () => {
    const tool = (status: "pending" | "completed"): SessionEventBody => ({
      type: "update",
      update: { sessionUpdate: "tool_call_update", toolCallId: "t", status },
    });
    const { items } = play({ itemsMax: 2 }, [
      chunk("a", "m"),
      tool("pending"),
      note("x"),
      note("y"),
      chunk("b", "m"),
      tool("completed"),
    ]);
    expect(items).toMatchObject([
      { type: "agent_message", blocks: [{ text: "b" }] },
      { type: "tool_call", status: "completed", title: null },
    ]);
  });
});

describe("charsMax", () => {
  it("lets the oldest items go until the rest fits", () => {
    const long = "x".repeat(400);
    const { items, trimmed } = play({ charsMax: 900 }, [note(long), note(long), note("a"), note(long)]);
    expect(items).toMatchObject([{ text: "a" }, { text: long }]);
    expect(trimmed.items).toBe(2);
    expect(trimmed.chars).toBeGreaterThan(800);
  });

  it("counts what an item has grown to, and what it has lost", () => {
    const tool = (rawOutput: string): SessionEventBody => ({
      type: "update",
      update: { sessionUpdate: "tool_call_update", toolCallId: "t", rawOutput },
    });
    expect(play({ charsMax: 1000 }, [tool("a"), note("b"), tool("x".repeat(900))]).items).toHaveLength(1);
    expect(play({ charsMax: 1000 }, [tool("x".repeat(500)), tool("a"), note("x".repeat(500))]).items).toHaveLength(2);
  });

  it("bounds a flood of empty items", () => {
    expect(
      play(
        { charsMax: 1000 },
        Array.from({ length: 100 }, () => note("")),
      ).items.length,
    ).toBeLessThan(30);
  });
});

describe("messageCharsMax", () => {
  it("cuts the beginning of a huge message, and shows how much is gone", () => {
    const chunks = Array.from({ length: 1000 }, (_, index) => chunk(`${index} `));
    const all = Array.from({ length: 1000 }, (_, index) => `${index} `).join("");
    const { items, patches } = play({ messageCharsMax: 500 }, [note("before"), ...chunks]);
    const message = items[1] as MessageItem;
    expect(items).toHaveLength(2);
    expect(all.endsWith(textOf(message))).toBe(true);
    expect(textOf(message).length).toBeGreaterThan(400);
    expect(textOf(message).length).toBeLessThanOrEqual(500);
    expect(message.trimmedChars + textOf(message).length).toBe(all.length);
    // Cutting is rare: a little more goes than must.
    expect(patches.filter(({ type }) => type === "blocks_trimmed").length).toBeLessThan(100);
  });

  it("is no more than charsMax", () => {
    const { items } = play({ charsMax: 500 }, [chunk("x".repeat(10_000))]);
    expect(textOf(items[0]).length).toBeLessThanOrEqual(500);
  });

  it("lets whole blocks go first", () => {
    const image: ContentBlock = { type: "image", data: "x".repeat(300), mimeType: "image/png" };
    const { items } = play({ messageCharsMax: 500 }, [
      chunk("start"),
      block(image),
      chunk("middle"),
      block(image),
      chunk("end"),
    ]);
    expect(textOf(items[0])).toBe("middle|<image>|end");
  });

  it("does not cut a surrogate pair", () => {
    for (const shift of ["", "x"]) {
      const { items } = play({ messageCharsMax: 100 }, [chunk(`${shift}${"😀".repeat(200)}`)]);
      expect(textOf(items[0])).toMatch(/^(😀)+$/u);
    }
  });

  it("bounds a prompt and a summary too", () => {
    const text = "x".repeat(1000);
    const content: ContentBlock = { type: "text", text };
    const { items } = play({ messageCharsMax: 100 }, [
      { type: "prompt", prompt: [content, content] },
      { type: "update", update: { sessionUpdate: "compaction_summary_chunk", compactionId: "c", content } },
    ]);
    for (const item of items) expect(textOf(item).length).toBeLessThanOrEqual(100);
  });
});

describe("trim", () => {
  it("releases items up to an event, and continues with what follows", () => {
    const sequence = createEventSequence("s", { clock: { now: () => 0 } });
    const transcript = createTranscript();
    for (const text of ["a", "b", "c"]) transcript.apply(sequence.next(note(text)));
    expect(transcript.trim(2)).toMatchObject([{ type: "items_trimmed", count: 2, trimmed: { throughSeq: 2 } }]);
    expect(transcript.trim(2)).toEqual([]);
    transcript.apply(sequence.next(note("d")));
    expect(transcript.snapshot().items).toMatchObject([{ text: "c" }, { text: "d" }]);
    transcript.trim(4);
    transcript.apply(sequence.next(chunk("e")));
    expect(transcript.snapshot().items.map(textOf)).toEqual(["e"]);
  });
});
