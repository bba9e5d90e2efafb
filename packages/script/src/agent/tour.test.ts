import type { SessionUpdate } from "@parley/acp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectPretendClient, CWD, type PretendClient } from "../../test/pretend-client.ts";

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

const pageFetch = () => Promise.resolve({ status: 200, text: () => Promise.resolve("A page") });

function names(values: Iterable<string | undefined>): string[] {
  return [...new Set([...values].map(String))].toSorted();
}

describe("the tour, for a client that offers everything", () => {
  let client: PretendClient;
  let updates: SessionUpdate[];
  let stopReason: string;

  beforeEach(async () => {
    client = await connectPretendClient({ agent: { fetch: pageFetch } });
    ({ updates, stopReason } = await client.prompt(await client.newSession(), "/tour"));
  });
  afterEach(() => client.close());

  it("ends well, and leaves nothing open", () => {
    expect(stopReason).toBe("end_turn");
    expect(client.files.get(`${CWD}/parley-tour.txt`)).toBe("one\n2\nthree\n");
    expect(client.terminals.open).toBe(0);
  });

  it("sends every kind of update", () => {
    expect(names(updates.map(({ sessionUpdate }) => sessionUpdate))).toEqual(EVERY_UPDATE);
  });

  it("uses every callback", () => {
    expect(names(client.calls)).toEqual(EVERY_CALLBACK);
  });

  it("shows every type of content", () => {
    const blocks = updates.flatMap((update) =>
      update.sessionUpdate === "agent_message_chunk" ? [update.content] : [],
    );
    expect(names(blocks.map(({ type }) => type))).toEqual(["audio", "image", "resource", "resource_link", "text"]);
    const resources = blocks.flatMap((block) => (block.type === "resource" ? [block.resource] : []));
    expect(resources.map((resource) => "blob" in resource)).toEqual([false, true]);
  });

  it("shows every kind, status and content of tool calls", () => {
    const calls = updates.flatMap((update) =>
      update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update" ? [update] : [],
    );
    expect(names(calls.flatMap(({ kind }) => kind ?? []))).toEqual([
      "delete",
      "edit",
      "execute",
      "fetch",
      "move",
      "other",
      "read",
      "search",
      "switch_mode",
      "think",
    ]);
    expect(names(calls.flatMap(({ status }) => status ?? []))).toEqual([
      "completed",
      "failed",
      "in_progress",
      "pending",
    ]);
    const contents = calls.flatMap(({ content }) => content ?? []);
    expect(names(contents.map(({ type }) => type))).toEqual(["content", "diff", "terminal"]);
  });

  it("announces each tool call once, asks only for announced ones, and ends each one last", () => {
    const seen = new Map<string, string>();
    const surprises: string[] = [];
    const moveOn = (toolCallId: string, status: string, from: readonly (string | undefined)[]): void => {
      const before = seen.get(toolCallId);
      if (!from.includes(before)) surprises.push(`${before} -> ${status}`);
      seen.set(toolCallId, status);
    };
    for (const message of client.watch.sent) {
      if (!("method" in message)) continue;
      const { update, toolCall } = message.params as { update?: SessionUpdate; toolCall?: { toolCallId: string } };
      if (toolCall !== undefined) moveOn(toolCall.toolCallId, "pending", ["pending"]);
      if (update?.sessionUpdate === "tool_call") moveOn(update.toolCallId, update.status ?? "", [undefined]);
      if (update?.sessionUpdate === "tool_call_update") {
        const status = update.status ?? seen.get(update.toolCallId) ?? "";
        moveOn(update.toolCallId, status, status === "pending" ? ["pending"] : ["pending", "in_progress"]);
      }
    }
    expect(surprises).toEqual([]);
    expect(seen.size).toBeGreaterThan(10);
    expect(names(seen.values())).toEqual(["completed", "failed"]);
  });
});

describe("the tour, for a client that offers nothing", () => {
  it("ends well, says what is missing, and calls nothing that was not announced", async () => {
    const client = await connectPretendClient({ capabilities: {} });
    const { stopReason, updates } = await client.prompt(await client.newSession(), "tour");
    expect(stopReason).toBe("end_turn");
    expect(client.calls.filter((method) => !method.startsWith("_"))).toEqual([]);
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).not.toContain("notice");
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).not.toContain("compaction_update");
    const texts = updates.flatMap((update) =>
      update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? [update.content.text] : [],
    );
    expect(texts.join("\n")).toContain("The client does not offer notices: An error");
    expect(texts.join("\n")).toContain("What is your name?");
    await client.close();
  });
});
