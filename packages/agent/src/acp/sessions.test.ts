import { RESOURCE_NOT_FOUND, type SessionUpdate } from "@parley/acp";
import { ErrorCodes } from "@parley/rpc";
import { createTempFolder } from "@parley/test-support";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent, textOf } from "../testing/open-agent.ts";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";

function kinds(updates: readonly SessionUpdate[]): (string | undefined)[] {
  return updates.map(({ sessionUpdate }) => sessionUpdate);
}

function logsIn(parleyHome: string): string[] {
  try {
    return readdirSync(join(parleyHome, "agent", "sessions")).filter((name) => /^[0-9a-f-]{36}\./.test(name));
  } catch {
    return [];
  }
}

describe("a new session", () => {
  it("responds with modes, models and options, and then announces its commands", async () => {
    await using opened = await openAgent();
    const answer = await opened.agent.request("session/new", { cwd: opened.cwd, mcpServers: [] });
    expect(answer.modes).toMatchObject({ currentModeId: "backend" });
    expect(answer.modes?.availableModes.map(({ id }) => id)).toEqual([
      "pm",
      "architect",
      "backend",
      "frontend",
      "qa",
      "security",
      "sre",
      "devsecops",
    ]);
    const options = answer.configOptions?.map((option) => ("id" in option ? [option.id, option.currentValue] : []));
    expect(options).toEqual([
      ["mode", "backend"],
      ["model", "offline/script"],
      ["approval", "supervised"],
      ["thinking", "medium"],
      ["slot", "coding"],
    ]);
    await expect.poll(() => kinds(opened.updates)).toContain("available_commands_update");
  });

  it("has no file before its first prompt, and is not listed", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.agent.request("session/set_mode", { sessionId, modeId: "qa" });
    expect(logsIn(opened.parleyHome)).toEqual([]);
    expect(await opened.agent.request("session/list", {})).toEqual({ sessions: [] });
    await opened.prompt(sessionId, "say hello");
    expect(logsIn(opened.parleyHome)).not.toEqual([]);
    const { sessions } = await opened.agent.request("session/list", {});
    expect(sessions).toMatchObject([{ sessionId, cwd: opened.cwd, title: "say hello" }]);
  });

  it("is refused in a folder that is not absolute", async () => {
    await using opened = await openAgent();
    await expect(opened.agent.request("session/new", { cwd: "work", mcpServers: [] })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
      data: { path: "/cwd" },
    });
  });
});

describe("a session that is brought back", () => {
  it("is replayed completely before load responds, and continues from there", async () => {
    await using folder = await createTempFolder();
    const first = await openAgent({ folder });
    const sessionId = await first.newSession();
    await first.agent.request("session/set_config_option", { sessionId, configId: "approval", value: "bypass" });
    await first.prompt(sessionId, "think Hm\nsay one\nsay two\nwrite a.txt hello\nplan x; y");
    await first.prompt(sessionId, "/cost");
    await first.close();
    await using second = await openAgent({ folder });
    const answer = await second.agent.request("session/load", { sessionId, cwd: second.cwd, mcpServers: [] });
    expect(answer.configOptions).toContainEqual(expect.objectContaining({ id: "approval", currentValue: "bypass" }));
    const replayed = second.updates.filter(({ sessionUpdate }) => sessionUpdate !== "available_commands_update");
    expect(textOf(replayed, "user_message_chunk")).toContain("think Hm");
    expect(textOf(replayed, "agent_thought_chunk")).toContain("Hm");
    expect(textOf(replayed)).toContain("one");
    expect(replayed).toContainEqual(
      expect.objectContaining({ sessionUpdate: "tool_call", name: "write", title: "Create a.txt" }),
    );
    expect(replayed).toContainEqual(
      expect.objectContaining({ sessionUpdate: "tool_call_update", status: "completed" }),
    );
    expect(JSON.stringify(replayed)).not.toContain("_meta");
    const { updates } = await second.prompt(sessionId, "say three");
    expect(textOf(updates)).toBe("three");
  });

  it("is silent by resume", async () => {
    await using folder = await createTempFolder();
    const first = await openAgent({ folder });
    const sessionId = await first.newSession();
    await first.prompt(sessionId, "say one");
    await first.close();
    await using second = await openAgent({ folder });
    await second.agent.request("session/resume", { sessionId, cwd: second.cwd, mcpServers: [] });
    expect(textOf(second.updates)).toBe("");
    expect(textOf((await second.prompt(sessionId, "say two")).updates)).toBe("two");
  });

  it("stays in its folder while it is open, and may be opened in another one", async () => {
    await using opened = await openAgent();
    const { agent, cwd } = opened;
    const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "say hello" }] });
    const elsewhere = { sessionId, cwd: "/", mcpServers: [] };
    for (const method of ["session/load", "session/resume"] as const) {
      const refused = { code: ErrorCodes.invalidParams, data: { path: "/cwd" } };
      await expect(agent.request(method, elsewhere)).rejects.toMatchObject(refused);
      await agent.request(method, { sessionId, cwd: `${cwd}/`, mcpServers: [] });
    }
    await agent.request("session/close", { sessionId });
    await agent.request("session/load", elsewhere);
  });

  it("is reported as open elsewhere while another process holds it", async () => {
    await using folder = await createTempFolder();
    await using first = await openAgent({ folder });
    const sessionId = await first.newSession();
    await first.prompt(sessionId, "say one");
    await using second = await openAgent({ folder });
    await expect(
      second.agent.request("session/load", { sessionId, cwd: second.cwd, mcpServers: [] }),
    ).rejects.toMatchObject({
      code: ErrorCodes.invalidRequest,
      data: { code: "session_busy" },
    });
  });

  it("is read up to the damage and after it, and the others are unharmed", async () => {
    await using folder = await createTempFolder();
    const first = await openAgent({ folder });
    const sessionId = await first.newSession();
    await first.prompt(sessionId, "say one");
    const other = await first.newSession();
    await first.prompt(other, "say other");
    await first.close();
    const path = join(first.parleyHome, "agent", "sessions", `${sessionId}.ndjson`);
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [...lines.slice(0, 2), "{ broken", ...lines.slice(2)].join("\n"));
    appendFileSync(path, '{"v":1,"seq":99,"half');
    await using second = await openAgent({ folder, capabilities: { session: { notices: {} } } });
    await second.agent.request("session/load", { sessionId, cwd: second.cwd, mcpServers: [] });
    expect(textOf(second.updates)).toContain("one");
    expect(second.updates).toContainEqual(
      expect.objectContaining({
        sessionUpdate: "notice",
        severity: "warning",
        title: expect.stringContaining("could not be read") as string,
      }),
    );
    await second.agent.request("session/load", { sessionId: other, cwd: second.cwd, mcpServers: [] });
    expect(textOf(second.updates)).toContain("other");
  });

  it("is not found if it does not exist", async () => {
    await using opened = await openAgent();
    const place = { sessionId: UNKNOWN, cwd: opened.cwd, mcpServers: [] };
    for (const method of ["session/load", "session/resume", "session/fork"] as const) {
      await expect(opened.agent.request(method, place)).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
    }
    await expect(opened.prompt(UNKNOWN, "say x")).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
  });
});

describe("forks, lists and ends", () => {
  it("a fork has the conversation so far, and is independent afterwards", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say one");
    const fork = await opened.agent.request("session/fork", { sessionId, cwd: opened.cwd, mcpServers: [] });
    await opened.prompt(fork.sessionId, "say two");
    await opened.agent.request("session/delete", { sessionId });
    opened.updates.length = 0;
    await opened.agent.request("session/load", { sessionId: fork.sessionId, cwd: opened.cwd, mcpServers: [] });
    expect(textOf(opened.updates)).toBe("onetwo");
  });

  it("a cut has the conversation before a prompt, unless that is the first one or brought context", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const say = (text: string, promptSeq: number, isHistory = false): Promise<unknown> => {
      const block = { type: "text", text, ...(isHistory && { _meta: { parley: { history: true } } }) } as const;
      return opened.agent.request("session/prompt", { sessionId, prompt: [block], _meta: { parley: { promptSeq } } });
    };
    await say("say one", 3);
    await say("say two", 7);
    await say("say three", 12, true);
    const cut = (before: unknown): Promise<unknown> =>
      opened.agent.extRequest("_parley/session/cut", { sessionId, before });
    for (const before of [3, 5, 12]) expect(await cut(before)).toEqual({});
    for (const wrong of [0, "7", undefined]) await expect(cut(wrong)).rejects.toMatchObject({ code: -32_602 });
    const { sessionId: copy } = (await cut(7)) as { readonly sessionId: string };
    opened.updates.length = 0;
    await opened.agent.request("session/load", { sessionId: copy, cwd: opened.cwd, mcpServers: [] });
    expect(textOf(opened.updates)).toBe("one");
  });

  it("lists by folder, a page at a time, the latest first", async () => {
    await using opened = await openAgent();
    const ids: string[] = [];
    for (let count = 0; count < 53; count += 1) {
      const sessionId = await opened.newSession();
      await opened.prompt(sessionId, `say ${count}`);
      await opened.agent.request("session/close", { sessionId });
      ids.unshift(sessionId);
    }
    const first = await opened.agent.request("session/list", { cwd: opened.cwd });
    expect(first.sessions).toHaveLength(50);
    const second = await opened.agent.request("session/list", { cwd: opened.cwd, cursor: first.nextCursor ?? "" });
    expect([...first.sessions, ...second.sessions].map(({ sessionId }) => sessionId)).toEqual(ids);
    expect(second.nextCursor).toBeUndefined();
    // What moves to the front, or goes, between two pages is neither missed nor shown.
    const [moved = "", gone = ""] = ids.slice(-2);
    const again = await opened.agent.request("session/list", { cwd: opened.cwd });
    await opened.agent.request("session/load", { sessionId: moved, cwd: opened.cwd, mcpServers: [] });
    await opened.prompt(moved, "say more");
    const rest = await opened.agent.request("session/list", { cwd: opened.cwd, cursor: again.nextCursor ?? "" });
    expect(rest.sessions.map(({ sessionId }) => sessionId)).toEqual(ids.slice(50));
    await opened.agent.request("session/delete", { sessionId: gone });
    const last = await opened.agent.request("session/list", { cwd: opened.cwd, cursor: again.nextCursor ?? "" });
    expect(last.sessions.map(({ sessionId }) => sessionId)).toEqual(ids.slice(50, 51));
    expect((await opened.agent.request("session/list", {})).sessions[0]?.sessionId).toBe(moved);
    expect(await opened.agent.request("session/list", { cwd: opened.folder.file("elsewhere") })).toEqual({
      sessions: [],
    });
    await expect(opened.agent.request("session/list", { cursor: "x" })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
    });
  });

  it("a closed session can be loaded, a deleted one cannot", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say one");
    await opened.agent.request("session/close", { sessionId });
    await expect(opened.prompt(sessionId, "say x")).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
    await opened.agent.request("session/load", { sessionId, cwd: opened.cwd, mcpServers: [] });
    await opened.agent.request("session/delete", { sessionId });
    await opened.agent.request("session/delete", { sessionId });
    expect(await opened.agent.request("session/list", {})).toEqual({ sessions: [] });
  });
});
