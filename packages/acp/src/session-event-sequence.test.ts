import { describe, expect, it } from "vitest";
import { createEventSequence } from "./session-event-sequence.ts";

const NOTE = { type: "note", level: "info", text: "x" } as const;

describe("the numbers of a session's events", () => {
  it("start at 1, or after the last one of the log", () => {
    expect(createEventSequence("s").next(NOTE)).toMatchObject({ seq: 1, sessionId: "s" });
    expect(createEventSequence("s", { after: 7 }).next(NOTE).seq).toBe(8);
    expect(createEventSequence("s", { log: { lastSeq: 3 } }).next(NOTE).seq).toBe(4);
  });

  it("are never those that another writer of the same log has given", () => {
    const log = { lastSeq: 9 };
    const sequence = createEventSequence("s", { log });
    // Recorded while the agent's session was being opened.
    log.lastSeq = 11;
    expect(sequence.next(NOTE).seq).toBe(12);
    // A log may count behind: the sequence goes on by itself.
    expect([sequence.next(NOTE).seq, sequence.lastSeq]).toEqual([13, 13]);
  });
});
