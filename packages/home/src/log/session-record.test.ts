import type { SessionEvent } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { AGENT_TITLE_CHARS_MAX, NAME_CHARS_MAX } from "../limits.ts";
import { addEvent, createRecord, stamp, type SessionRecord } from "./session-record.ts";

const AT = 1_700_000_000_000;

function recordOf(...events: readonly object[]): SessionRecord {
  const record = createRecord("s1");
  for (const [index, event] of events.entries()) {
    addEvent(record, { v: 1, seq: index + 1, at: AT + index, sessionId: "s1", ...event } as SessionEvent);
  }
  return record;
}

const started = (name: string, cwd: string): object => ({
  type: "agent_started",
  agent: { name, title: name.toUpperCase() },
  agentSessionId: `of ${name}`,
  cwd,
});
const prompt = (text: string): object => ({ type: "prompt", prompt: [{ type: "text", text }] });
const note = (name?: string): object => ({ type: "note", level: "info", text: "", name });
const info = (title?: string | null): object => ({
  type: "update",
  update: { sessionUpdate: "session_info_update", title },
});

describe("the record of a session", () => {
  it("keeps the first agent and folder, and the last session of the agent", () => {
    expect(recordOf(started("one", "/a"), started("two", "/b"))).toMatchObject({
      agent: { name: "one", title: "ONE" },
      agentSessionId: "of two",
      cwd: "/a",
    });
  });

  it("counts turns, and is called after the first prompt with text", () => {
    expect(recordOf(prompt(" "), prompt("Fix it"), prompt("More"))).toMatchObject({ turns: 3, promptTitle: "Fix it" });
  });

  it("has the last name that a note gave it, until an empty one removes it", () => {
    expect(recordOf(note("one"), note("two"), note()).name).toBe("two");
    expect(recordOf(note("one"), note("")).name).toBeUndefined();
    expect(recordOf(note("x".repeat(NAME_CHARS_MAX * 2))).name).toHaveLength(NAME_CHARS_MAX);
  });

  it("has the agent's title, until the agent removes it", () => {
    expect(recordOf(info("One"), info()).agentTitle).toBe("One");
    expect(recordOf(info("One"), info(null)).agentTitle).toBeUndefined();
    expect(recordOf(info("a\n\u202eb")).agentTitle).toBe("a b");
    expect(recordOf(info("x".repeat(1_000))).agentTitle?.length).toBeLessThanOrEqual(AGENT_TITLE_CHARS_MAX);
  });

  it("goes from its first to its latest event, in whatever order they come", () => {
    const record = createRecord("s1");
    for (const [seq, at] of [
      [5, AT],
      [9, AT + 10],
      [3, AT + 5],
    ] as const) {
      stamp(record, seq, at);
    }
    expect(record).toMatchObject({ lastSeq: 9, createdAtMs: AT, updatedAtMs: AT + 10 });
  });

  it("does not believe numbers that cannot be", () => {
    const record = createRecord("s1");
    for (const [seq, at] of [
      [2 ** 53, Number.NaN],
      [Infinity, Infinity],
      [-1, -Infinity],
      [Number.NaN, 1e300],
    ] as const) {
      stamp(record, seq, at);
    }
    expect(record).toMatchObject({ lastSeq: 0, createdAtMs: 0, updatedAtMs: 0 });
  });
});
