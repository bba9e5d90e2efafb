import { createFakeClient, createTempFolder } from "@parley/test-support";
import { fullTextOf, resultsOf, stubScript } from "@parley/test-support/stub-model";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent } from "../testing/open-agent.ts";
import { callsOf, openStubbed } from "../testing/open-stubbed.ts";

/** A call of the tool `task` whose sub-agent plays these lines. */
function task(lines: readonly string[], more: Record<string, unknown> = {}): string {
  return `call task ${JSON.stringify({ title: "Look", instructions: stubScript(...lines), ...more })}`;
}

describe("a sub-agent", () => {
  it("works in a conversation of its own, and its answer comes back", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    const { stopReason, updates } = await opened.play(sessionId, task(["say I found it."]), "say done");
    expect(stopReason).toBe("end_turn");
    expect(resultsOf(opened.last())).toMatchObject([{ text: expect.stringContaining("I found it.") as string }]);
    const [, inner] = opened.asked();
    expect(inner?.conversation.messages).toHaveLength(1);
    expect(inner?.conversation.tools.map(({ name }) => name)).not.toContain("task");
    expect(callsOf(updates)).toMatchObject([{ name: "task", title: "Task: Look", status: "completed" }]);
  });

  it("asks in the session it belongs to, where its calls are seen, and leaves them out of its conversation", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    const { updates } = await opened.play(sessionId, task(["write a.txt hello", "say written"]), "say done");
    expect(opened.client.calls.items).toMatchObject([{ method: "session/request_permission", params: { sessionId } }]);
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("hello");
    expect(callsOf(updates).map(({ name, status }) => [name, status])).toEqual([
      ["task", "completed"],
      ["write", "completed"],
    ]);
    expect(callsOf(updates)[0]?.text).toContain("Create a.txt");
    expect(fullTextOf(opened.last())).not.toContain("Create a.txt");
  });

  it("needs the same approvals", async () => {
    const client = createFakeClient({
      permit: ({ options }) => ({
        outcome: { outcome: "selected", optionId: options.find(({ kind }) => kind === "reject_once")?.optionId ?? "" },
      }),
    });
    await using opened = await openStubbed({ client });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, task(["write a.txt hello", "echo result"]), "echo result");
    expect(existsSync(join(opened.cwd, "a.txt"))).toBe(false);
    expect(resultsOf(opened.last())[0]?.text).toMatch(/reject/i);
  });

  it("has the given mode, and fails if that mode does not exist", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" } });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, task(["say a"], { mode: "pm" }), task(["say b"], { mode: "chef" }), "say done");
    const inner = opened.asked().filter(({ conversation }) => conversation.messages.length === 1);
    const tools = inner.map(({ conversation }) => conversation.tools.map(({ name }) => name));
    expect(tools[0]).toContain("shell");
    expect(tools[1]).not.toContain("shell");
    expect(resultsOf(opened.last()).map(({ text }) => text)).toEqual([
      "a",
      expect.stringMatching(/Mode chef not found.*backend/) as string,
    ]);
  });

  it("ends with the turn, at once", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" } });
    const sessionId = await opened.newSession();
    const turn = opened.play(sessionId, task(["run echo $$ > pid.txt; exec sleep 600", "say never"]), "say never");
    const path = join(opened.cwd, "pid.txt");
    await expect
      .poll(() => existsSync(path) && readFileSync(path, "utf8").trim() !== "", { timeout: 30_000 })
      .toBe(true);
    opened.agent.notify("session/cancel", { sessionId });
    const { stopReason, updates } = await turn;
    expect(stopReason).toBe("cancelled");
    expect(callsOf(updates).map(({ status }) => status)).toEqual(["failed", "failed"]);
    const pid = Number(readFileSync(path, "utf8"));
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(opened.asked()).toHaveLength(2);
  });

  it("adds its cost to the session, and its failure fails only its own call", async () => {
    await using opened = await openStubbed({ wire: "openai", model: "gpt-4o" });
    const sessionId = await opened.newSession();
    const { updates, stopReason } = await opened.play(
      sessionId,
      task(["usage 1000000 0", "say paid"]),
      task(["say half", "fail boom"]),
      "usage 0 0",
      "say done",
    );
    expect(stopReason).toBe("end_turn");
    expect(callsOf(updates).map(({ status }) => status)).toEqual(["completed", "failed"]);
    const costs = updates.flatMap((update) => (update.sessionUpdate === "usage_update" ? [update.cost?.amount] : []));
    expect(costs.at(-1)).toBeGreaterThanOrEqual(2.5);
  }, 60_000);

  it("never has a call by an id that the session has seen, in another process either", async () => {
    await using folder = await createTempFolder();
    const ids: string[] = [];
    let sessionId = "";
    for (const round of ["first", "second"]) {
      // Each of these servers counts from 1.
      await using opened = await openStubbed({ folder, settings: { approval: "bypass" } });
      if (round === "first") sessionId = await opened.newSession();
      else await opened.agent.request("session/resume", { sessionId, cwd: opened.cwd, mcpServers: [] });
      const { updates } = await opened.play(sessionId, task([`write ${round}.txt hello`, "say written"]), "say done");
      ids.push(...callsOf(updates).map(({ id }) => id));
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  it("is replayed as it was seen", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" } });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, task(["write a.txt hello", "say written"]), "say done");
    await opened.close();
    await using again = await openAgent({ folder: opened.folder });
    await again.agent.request("session/load", { sessionId, cwd: again.cwd, mcpServers: [] });
    expect(callsOf(again.updates).map(({ name, status }) => [name, status])).toEqual([
      ["task", "completed"],
      ["write", "completed"],
    ]);
    expect(JSON.stringify(again.updates)).not.toContain("_meta");
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
