import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { createMemoryPair, createPeer, ErrorCodes, RpcError } from "@parley/rpc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedAgent } from "../scripted-agent.ts";
import { connectPretendClient, CWD, EVERYTHING, type PretendClient } from "../../../test/pretend-client.ts";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";

let client: PretendClient;
beforeEach(async () => {
  client = await connectPretendClient({ agent: { limits: { sessionsMax: 8, listPageSize: 2 } } });
});
afterEach(() => client.close());

function kinds(from = 0): (string | undefined)[] {
  return client.updates.slice(from).map(({ sessionUpdate }) => sessionUpdate);
}

async function list(
  params: { cwd?: string; cursor?: string } = {},
): Promise<[ids: string[], next: string | undefined]> {
  const { sessions, nextCursor } = await client.agent.request("session/list", params);
  return [sessions.map(({ sessionId }) => sessionId), nextCursor ?? undefined];
}

describe("session/new", () => {
  it("answers before it announces the commands", async () => {
    const { sessionId, modes, configOptions } = await client.agent.request("session/new", { cwd: CWD, mcpServers: [] });
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["code", "chat"]);
    expect(configOptions?.map((option) => "id" in option && [option.id, option.type, option.currentValue])).toEqual([
      ["mode", "select", "code"],
      ["model", "select", "offline/script"],
      ["thoughts", "boolean", true],
    ]);
    expect(kinds()).toEqual([]);
    await expect.poll(() => kinds()).toEqual(["available_commands_update"]);
    const [answer, update] = client.watch.sent.slice(-2);
    expect(answer).toMatchObject({ result: { sessionId } });
    expect(update).toMatchObject({
      method: "session/update",
      params: { sessionId, update: { availableCommands: [{ name: "tour" }, { name: "help" }] } },
    });
  });

  it("announces the commands before a turn that follows at once, and only once", async () => {
    const sessionId = await client.newSession();
    await client.prompt(sessionId, "say x\nwait 5");
    expect(kinds()).toEqual(["available_commands_update", "agent_message_chunk"]);
  });

  it.each(["relative", "", "./x", "C:", "~"])("refuses the cwd %j", async (cwd) => {
    await expect(client.agent.request("session/new", { cwd, mcpServers: [] })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
    });
  });

  it.each(["/", "C:\\work", "d:/code", "\\\\server\\work"])("takes the cwd %j", async (cwd) => {
    await expect(client.agent.request("session/new", { cwd, mcpServers: [] })).resolves.toMatchObject({});
  });

  it("takes MCP servers of every kind, and refuses relative directories", async () => {
    const setup = {
      cwd: CWD,
      mcpServers: [
        { name: "a", command: "/a", args: [], env: [] },
        { type: "http" as const, name: "b", url: "http://127.0.0.1/", headers: [] },
      ],
    };
    await client.agent.request("session/new", { ...setup, additionalDirectories: ["/other"] });
    await expect(
      client.agent.request("session/new", { ...setup, additionalDirectories: ["/other", "x"] }),
    ).rejects.toMatchObject({ code: ErrorCodes.invalidParams });
  });

  it("refuses more sessions than it keeps, until one is deleted", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => client.newSession()));
    await expect(client.newSession()).rejects.toThrow("There are 8 sessions already; delete one first");
    await client.agent.request("session/delete", { sessionId: ids[0] ?? "" });
    await expect(client.newSession()).resolves.toEqual(expect.any(String));
  });

  it("has no boolean option for a client that does not know them", async () => {
    const plain = await connectPretendClient({ capabilities: { ...EVERYTHING, session: {} } });
    const { configOptions } = await plain.agent.request("session/new", { cwd: CWD, mcpServers: [] });
    expect(configOptions?.map((option) => option.type)).toEqual(["select", "select"]);
    await plain.close();
  });

  it("announces models the old way only if configured to", async () => {
    const old = await connectPretendClient({ agent: { announceModels: true } });
    const setup = { cwd: CWD, mcpServers: [] };
    await expect(old.agent.request("session/new", setup)).resolves.toMatchObject({
      models: { currentModelId: "offline/script" },
    });
    await expect(client.agent.request("session/new", setup)).resolves.not.toHaveProperty("models");
    await old.close();
  });
});

describe("session/load", () => {
  it("replays the merged history before it answers, then announces the commands", async () => {
    const sessionId = await client.newSession();
    await client.prompt(sessionId, "say a\nsay b\nthink c\nwrite f.txt d\nnotice info e\ncompact g\nplan h");
    const start = client.updates.length;
    let replayed: unknown;
    const answer = await client.agent.request(
      "session/load",
      { sessionId, cwd: CWD, mcpServers: [] },
      { onResult: () => (replayed = client.updates.slice(start)) },
    );
    expect(answer).toMatchObject({ modes: { currentModeId: "code" } });
    expect(replayed).toMatchObject([
      { sessionUpdate: "user_message_chunk", content: { text: expect.stringMatching(/^say a\n/) as string } },
      { sessionUpdate: "agent_message_chunk", content: { text: "a\n\nb" } },
      { sessionUpdate: "agent_thought_chunk", content: { text: "c" } },
      { sessionUpdate: "tool_call", status: "completed", kind: "edit", content: [{ type: "diff", newText: "d" }] },
      { sessionUpdate: "compaction_update", status: "in_progress" },
      { sessionUpdate: "compaction_summary_chunk", content: { text: "g" } },
      { sessionUpdate: "compaction_update", status: "completed" },
      { sessionUpdate: "plan" },
    ]);
    await expect.poll(() => kinds(start).at(-1)).toBe("available_commands_update");
  });

  it("keeps order and loses nothing when the client reads slowly", async () => {
    const slow = await connectPretendClient({ wire: { outboundBytesHigh: 500 } });
    const sessionId = await slow.newSession();
    const text = Array.from({ length: 200 }, (_, index) => `say ${index}\nthink ${index}`).join("\n");
    await slow.prompt(sessionId, text);
    const start = slow.updates.length;
    await slow.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    expect(slow.updates.length - start).toBe(401);
    await slow.close();
  });

  it("is refused while a turn runs", async () => {
    const sessionId = await client.newSession();
    const turn = client.prompt(sessionId, "wait 60000");
    const load = client.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    await expect(load).rejects.toMatchObject({ code: ErrorCodes.invalidRequest });
    client.agent.notify("session/cancel", { sessionId });
    await expect(turn).resolves.toMatchObject({ stopReason: "cancelled" });
  });

  it("is refused for a session that never was", async () => {
    const load = client.agent.request("session/load", { sessionId: UNKNOWN, cwd: CWD, mcpServers: [] });
    await expect(load).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
  });
});

describe("session/resume", () => {
  it("replays nothing and goes on where the session was", async () => {
    const sessionId = await client.newSession();
    await client.prompt(sessionId, "say a\nmode chat");
    await client.agent.request("session/close", { sessionId });
    await expect(client.prompt(sessionId, "say b")).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
    const start = client.updates.length;
    const answer = await client.agent.request("session/resume", { sessionId, cwd: CWD });
    expect(answer).toMatchObject({ modes: { currentModeId: "chat" } });
    await client.prompt(sessionId, "say b");
    expect(kinds(start)).toEqual(["available_commands_update", "agent_message_chunk"]);
  });
});

describe("session/fork", () => {
  it("copies the history and the settings, and leaves the original alone", async () => {
    const sessionId = await client.newSession();
    await client.prompt(sessionId, "say a\nmode chat");
    const fork = await client.agent.request("session/fork", { sessionId, cwd: "/elsewhere" });
    expect(fork).toMatchObject({ modes: { currentModeId: "chat" } });
    await client.prompt(fork.sessionId, "say b");
    const start = client.updates.length;
    await client.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    expect(kinds(start)).toEqual(["user_message_chunk", "agent_message_chunk"]);
    await client.agent.request("session/load", { sessionId: fork.sessionId, cwd: "/elsewhere", mcpServers: [] });
    expect(kinds(start).filter((kind) => kind === "user_message_chunk")).toHaveLength(3);
  });
});

describe("session/list", () => {
  it("pages through the sessions, the newest first, also while they change", async () => {
    const ids = [await client.newSession(), await client.newSession(), await client.newSession()].toReversed();
    const [first, cursor] = await list();
    expect(first).toEqual(ids.slice(0, 2));
    await client.newSession();
    await client.agent.request("session/delete", { sessionId: ids[1] ?? "" });
    expect(await list({ cursor: cursor ?? "" })).toEqual([ids.slice(2), undefined]);
  });

  it("filters by folder, and tells title, folders and time", async () => {
    await client.newSession();
    const { sessionId } = await client.agent.request("session/new", {
      cwd: "/other",
      additionalDirectories: ["/more"],
      mcpServers: [],
    });
    const text = "Please be so kind as to tell me everything about the weather";
    await client.prompt(sessionId, text);
    const { sessions, nextCursor } = await client.agent.request("session/list", { cwd: "/other" });
    expect(nextCursor).toBeUndefined();
    expect(sessions).toEqual([
      {
        sessionId,
        cwd: "/other",
        additionalDirectories: ["/more"],
        title: "Please be so kind as to tell me everything about…",
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    ]);
  });

  it.each([{ cursor: "page 2" }, { cwd: "other" }])("refuses %j", async (params) => {
    await expect(list(params)).rejects.toMatchObject({ code: ErrorCodes.invalidParams });
  });
});

describe("session/close and session/delete", () => {
  it.each(["session/close", "session/delete"] as const)("%s cancels the turn that runs", async (method) => {
    const sessionId = await client.newSession();
    const turn = client.prompt(sessionId, "wait 60000\nsay never");
    await client.agent.request(method, { sessionId });
    await expect(turn).resolves.toMatchObject({ stopReason: "cancelled" });
    await expect(client.prompt(sessionId, "say x")).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
  });

  it("closing keeps the session in the list, deleting does not", async () => {
    const kept = await client.newSession();
    const gone = await client.newSession();
    await client.agent.request("session/close", { sessionId: kept });
    await client.agent.request("session/delete", { sessionId: gone });
    expect(await list()).toEqual([[kept], undefined]);
    const load = client.agent.request("session/load", { sessionId: gone, cwd: CWD, mcpServers: [] });
    await expect(load).rejects.toBeInstanceOf(RpcError);
  });

  it("deleting a missing session succeeds, as the protocol requires", async () => {
    const [agentSide, clientSide] = createMemoryPair();
    createScriptedAgent(agentSide);
    const raw = createPeer(clientSide);
    await raw.request("initialize", { protocolVersion: 1 });
    await expect(raw.request("session/delete", { sessionId: "never was" })).resolves.toEqual({});
    await expect(raw.request("session/close", { sessionId: "never was" })).rejects.toMatchObject({ code: -32002 });
  });
});
