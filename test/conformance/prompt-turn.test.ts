// A turn from its prompt to its stop reason, between our own two ends.
import { describe, expect, it } from "vitest";
import { converse, type Conversation } from "./conversation.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("a turn over %s", (wire) => {
  it("our agent ends every turn with a stop reason", async () => {
    verifies("PROMPT-003");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    expect(await talk.prompt(sessionId, "say hello")).toEqual({ stopReason: "end_turn" });
    for (const stopReason of ["max_tokens", "max_turn_requests", "refusal", "end_turn"]) {
      expect(await talk.prompt(sessionId, `stop ${stopReason}`)).toEqual({ stopReason });
    }
  });

  it("all updates of a turn are sent and delivered before its answer", async () => {
    verifies("PROMPT-004");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    let delivered = 0;
    const params = { sessionId, prompt: [{ type: "text" as const, text: "stream 1000 20" }] };
    const onResult = (): void => void (delivered = countChunks(talk));
    await talk.agent.request("session/prompt", params, { onResult });
    expect(delivered).toBe(1_000);
    const frames = talk.frames.items.filter(({ from }) => from === "agent");
    expect(frames.at(-1)?.frame).toMatchObject({ result: { stopReason: "end_turn" } });
  });

  it("the tour: every update, content type and callback passes both ends and the judge", async () => {
    verifies("EXT-001", "RPC-001", "RPC-002", "RPC-005", "RPC-013", "PATH-001", "PATH-002", "WIRE-005", "UPDATE-002");
    await using talk = await converse(wire);
    expect(await talk.prompt(await talk.newSession(), "tour")).toEqual({ stopReason: "end_turn" });
    const kinds = new Set(talk.updates.items.map(({ update }) => update.sessionUpdate));
    expect(kinds).toEqual(new Set(EVERY_UPDATE));
    const asked = new Set(talk.client.calls.items.map(({ method }) => method));
    expect(asked).toEqual(new Set(EVERY_CALLBACK));
    const titles = talk.updates.items.flatMap(({ update }) =>
      update.sessionUpdate === "notice" ? [update.title] : [],
    );
    expect(titles.filter((title) => title.trim() !== "")).toHaveLength(3);
  });
});

describe.each(wires)("a cancelled turn over %s", (wire) => {
  it("our client answers every open permission request with cancelled", async () => {
    verifies("CANCEL-001", "PERM-001");
    await using talk = await converse(wire, { permit: () => new Promise<never>(() => undefined) });
    const sessionId = await talk.newSession();
    const other = await talk.newSession();
    const running = talk.prompt(sessionId, "write a.txt x");
    const untouched = talk.prompt(other, "write b.txt x");
    await talk.client.calls.find("both questions", ({ method }) => method === "session/request_permission", 2);
    talk.agent.notify("session/cancel", { sessionId });
    expect(await running).toEqual({ stopReason: "cancelled" });
    const outcomes = talk.sentBy("client").flatMap(({ result }) => (result === undefined ? [] : [result]));
    expect(outcomes).toEqual([{ outcome: { outcome: "cancelled" } }]);
    talk.agent.notify("session/cancel", { sessionId: other });
    expect(await untouched).toEqual({ stopReason: "cancelled" });
  });

  it("our agent answers cancelled, after the last updates and before anything else", async () => {
    verifies("CANCEL-002", "CANCEL-004");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    const running = talk.prompt(sessionId, "say started\nrun sleep 100\nsay never");
    await talk.client.calls.find("the command", ({ method }) => method === "terminal/wait_for_exit");
    talk.agent.notify("session/cancel", { sessionId });
    expect(await running).toEqual({ stopReason: "cancelled" });
    await talk.client.calls.find("the release", ({ method }) => method === "terminal/release");
    const updates = talk
      .sentBy("agent")
      .filter(({ method, result }) => method === "session/update" || hasStopped(result));
    expect(updates.at(-1)).toMatchObject({ result: { stopReason: "cancelled" } });
    expect(updates.at(-2)).toMatchObject({
      params: { update: { sessionUpdate: "tool_call_update", status: "failed" } },
    });
    expect(JSON.stringify(updates)).not.toContain("never");
  });

  it("our agent answers cancelled even if what it aborts fails", async () => {
    verifies("CANCEL-003");
    const fail = (_params: unknown, signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("Aborted badly"))));
    await using talk = await converse(wire, { permit: fail, answer: fail });
    const sessionId = await talk.newSession();
    const running = talk.prompt(sessionId, "elicit form A question\nfail should not be reached");
    await talk.client.calls.find("the question", ({ method }) => method === "elicitation/create");
    talk.agent.notify("session/cancel", { sessionId });
    expect(await running).toEqual({ stopReason: "cancelled" });
  });
});

function countChunks({ updates }: Conversation): number {
  return updates.items.filter(({ update }) => update.sessionUpdate === "agent_message_chunk").length;
}

function hasStopped(result: unknown): boolean {
  return (result as { stopReason?: unknown } | undefined)?.stopReason !== undefined;
}

const EVERY_UPDATE = [
  "agent_message_chunk",
  "agent_thought_chunk",
  "available_commands_update",
  "compaction_summary_chunk",
  "compaction_update",
  "config_option_update",
  "current_mode_update",
  "notice",
  "plan",
  "session_info_update",
  "tool_call",
  "tool_call_update",
  "usage_update",
  "user_message_chunk",
];

const EVERY_CALLBACK = [
  "_parley/ping",
  "elicitation/complete",
  "elicitation/create",
  "fs/read_text_file",
  "fs/write_text_file",
  "session/request_permission",
  "terminal/create",
  "terminal/kill",
  "terminal/output",
  "terminal/release",
  "terminal/wait_for_exit",
];
