// Tool calls, permissions and plans, between our own two ends and in our transcript.
import { createTranscript, type TranscriptSnapshot } from "@parley/acp/transcript";
import type { SessionUpdate } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { converse, CWD, type Conversation } from "./conversation.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("tool calls over %s", (wire) => {
  it("our agent never uses a tool call id twice, and only absolute paths", async () => {
    verifies("TOOL-001", "TOOL-004");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    const script = "write sub/a.txt one\nedit sub/a.txt one => two\nread sub/a.txt\ndiff b.txt => new\nrun ls";
    await talk.prompt(sessionId, script);
    await talk.prompt(sessionId, script);
    const calls = updatesOf(talk).filter(({ sessionUpdate }) => sessionUpdate === "tool_call");
    const ids = calls.map((call) => ("toolCallId" in call ? call.toolCallId : ""));
    expect(new Set(ids).size).toBe(10);
    const paths = JSON.stringify(updatesOf(talk)).match(/"path":"[^"]*"/g) ?? [];
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !path.startsWith(`"path":"${CWD}/`))).toEqual([]);
  });

  it("our agent gives every option of a question an id of its own", async () => {
    verifies("PERM-002");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "write a.txt one\nrun ls");
    const questions = talk.sentBy("agent", "session/request_permission");
    expect(questions).toHaveLength(2);
    for (const { params } of questions) {
      const ids = (params as { options: { optionId: string }[] }).options.map(({ optionId }) => optionId);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("our transcript changes what an update names, and replaces lists as a whole", async () => {
    verifies("TOOL-002", "TOOL-003");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "write a.txt one\nrun ls");
    const { items } = toTranscript(updatesOf(talk));
    const calls = items.filter(({ type }) => type === "tool_call");
    const announced = updatesOf(talk).filter(({ sessionUpdate }) => sessionUpdate === "tool_call");
    expect(calls).toHaveLength(announced.length);
    // The title came with the announcement only, the content with the last update: both are there, and one of each.
    for (const [index, call] of calls.entries()) {
      expect(call).toMatchObject({ title: (announced[index] as { title: string }).title, status: "completed" });
      expect(call).toHaveProperty("content.length", 1);
    }
  });
});

describe.each(wires)("plans over %s", (wire) => {
  it("our agent sends whole plans, and our transcript replaces the one before", async () => {
    verifies("PLAN-001", "PLAN-002");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "plan [>] A; B; C\nplan [x] A; [>] B; C\nplan Something else");
    const plans = updatesOf(talk).flatMap((update) => (update.sessionUpdate === "plan" ? [update.entries] : []));
    expect(plans.map((entries) => entries.map(({ content, status }) => `${content} ${status}`))).toEqual([
      ["A in_progress", "B pending", "C pending"],
      ["A completed", "B in_progress", "C pending"],
      ["Something else pending"],
    ]);
    expect(toTranscript(updatesOf(talk)).state.plan).toEqual(plans[2]);
  });

  it("our transcript patches a compaction by its id", async () => {
    verifies("UPDATE-005");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "compact What happened so far");
    const updates = updatesOf(talk);
    const compaction = () => toTranscript(updates).items.find(({ type }) => type === "compaction");
    expect(compaction()).toMatchObject({ status: "completed" });
    expect(JSON.stringify(compaction())).toContain("What happened so far");
    const compactionId = String((compaction() as { compactionId?: string }).compactionId);
    updates.push({ sessionUpdate: "compaction_update", compactionId, status: "failed" });
    expect(JSON.stringify(compaction())).toContain("What happened so far");
    updates.push({ sessionUpdate: "compaction_update", compactionId, status: "failed", summary: null });
    expect(compaction()).toMatchObject({ status: "failed" });
    expect(JSON.stringify(compaction())).not.toContain("What happened so far");
  });
});

function updatesOf({ updates }: Conversation): SessionUpdate[] {
  return updates.items.map(({ update }) => update);
}

function toTranscript(updates: readonly SessionUpdate[]): TranscriptSnapshot {
  const transcript = createTranscript();
  for (const [index, update] of updates.entries()) {
    transcript.apply({ v: 1, seq: index + 1, at: 0, sessionId: "s", type: "update", update });
  }
  return transcript.snapshot();
}
