import { describe, expect, it } from "vitest";
import { EXTRACT_ENDED_CALLS_MAX, EXTRACT_TOOL_CALLS_MAX } from "../limits.ts";
import { ConnectionMemory, type SessionMemory, type ToolCallMemory } from "./connection-memory.ts";

function start(memory: ConnectionMemory, session: SessionMemory, id: string): ToolCallMemory {
  const call = memory.toolCall(session, id);
  call.status = "in_progress";
  session.openCalls.set(id, call);
  return call;
}

function startAndEnd(memory: ConnectionMemory, session: SessionMemory, id: string): ToolCallMemory {
  const call = start(memory, session, id);
  call.status = "completed";
  memory.closeCall(session, call);
  return call;
}

describe("the tool calls of a connection", () => {
  it("keeps an open one however many end, and only the latest of those that ended", () => {
    const memory = new ConnectionMemory();
    const session = memory.session("s");
    const open = start(memory, session, "open");
    const first = startAndEnd(memory, session, "first");
    expect(memory.toolCall(session, "first")).toBe(first);
    for (let at = 0; at < EXTRACT_ENDED_CALLS_MAX; at += 1) startAndEnd(memory, session, `ended-${at}`);
    expect(memory.toolCall(session, "open")).toBe(open);
    expect(memory.toolCall(session, `ended-${EXTRACT_ENDED_CALLS_MAX - 1}`).status).toBe("completed");
    expect(memory.toolCall(session, "first").status).toBeUndefined();
  });

  it("does not count the writes of a call that was forgotten", () => {
    const memory = new ConnectionMemory();
    const session = memory.session("s");
    const open = start(memory, session, "open");
    open.held = [{ path: "a", action: "write", from: "input" }];
    memory.heldWrites += 1;
    for (let at = 0; at < EXTRACT_TOOL_CALLS_MAX; at += 1) start(memory, session, `open-${at}`);
    expect(memory.heldWrites).toBe(0);
    expect(session.openCalls.has("open")).toBe(false);
  });

  it("forgets a call that was reopened after its end as one that is open", () => {
    const memory = new ConnectionMemory();
    const session = memory.session("s");
    startAndEnd(memory, session, "again");
    start(memory, session, "again");
    for (let at = 0; at < EXTRACT_ENDED_CALLS_MAX; at += 1) startAndEnd(memory, session, `ended-${at}`);
    expect(session.openCalls.has("again")).toBe(false);
  });
});
