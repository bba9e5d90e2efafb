import { ErrorCodes } from "@parley/rpc";
import { createFakeClient, EVERY_CAPABILITY } from "@parley/test-support";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent, textOf } from "../testing/open-agent.ts";

const BYPASS = { defaults: { approval: "bypass" } } as const;

describe("a turn", () => {
  it.each(["end_turn", "max_tokens", "refusal"])("stops with %s", async (reason) => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const { stopReason, updates } = await opened.prompt(
      sessionId,
      reason === "end_turn" ? "say a" : `say a\nstop ${reason}\nsay never`,
    );
    expect(stopReason).toBe(reason);
    expect(textOf(updates)).toBe("a");
  });

  it("fails with the model's message, and the session continues", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await expect(opened.prompt(sessionId, "say a\nfail The model is down.")).rejects.toMatchObject({
      code: ErrorCodes.internalError,
      message: expect.stringContaining("The model is down") as string,
    });
    expect(textOf((await opened.prompt(sessionId, "say b")).updates)).toBe("b");
  });

  it("announces a call before asking for approval, and runs it once approved", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const seen: string[] = [];
    const { updates } = await opened.prompt(sessionId, "write a.txt hello");
    for (const { method } of opened.client.calls.items) seen.push(method);
    expect(seen).toEqual(["session/request_permission"]);
    const [{ params } = { params: undefined }] = opened.client.calls.items;
    const call = updates.find(({ sessionUpdate }) => sessionUpdate === "tool_call");
    expect(params).toMatchObject({
      toolCall: {
        toolCallId: call !== undefined && "toolCallId" in call ? call.toolCallId : "",
        content: [{ type: "diff", newText: "hello" }],
      },
    });
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("hello");
  });

  it("does not run a rejected call, and informs the model", async () => {
    const client = createFakeClient({
      permit: ({ options }) => ({
        outcome: { outcome: "selected", optionId: options.find(({ kind }) => kind === "reject_once")?.optionId ?? "" },
      }),
    });
    await using opened = await openAgent({ client });
    const sessionId = await opened.newSession();
    const { stopReason, updates } = await opened.prompt(sessionId, "write a.txt hello\nsay done");
    expect(existsSync(join(opened.cwd, "a.txt"))).toBe(false);
    expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: "tool_call_update", status: "failed" }));
    expect(stopReason).toBe("end_turn");
    expect(textOf(updates)).toContain("done");
  });

  it("goes through the client's files and terminals where it has them", async () => {
    await using opened = await openAgent({ capabilities: EVERY_CAPABILITY, options: BYPASS });
    const sessionId = await opened.newSession();
    const { updates } = await opened.prompt(sessionId, "write a.txt hello\nread a.txt\nrun echo hi");
    expect(opened.client.files.get(join(opened.cwd, "a.txt"))).toBe("hello");
    expect(existsSync(join(opened.cwd, "a.txt"))).toBe(false);
    expect([...opened.client.terminals.values()]).toMatchObject([{ isReleased: true }]);
    expect(updates.filter((update) => "status" in update && update.status === "completed")).toHaveLength(3);
  });

  it("is cancelled at once while the model streams, and the text so far is kept", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say warm");
    const turn = opened.prompt(sessionId, "say before\nwait 60000\nsay never");
    await expect.poll(() => textOf(opened.updates)).toContain("before");
    opened.agent.notify("session/cancel", { sessionId });
    expect((await turn).stopReason).toBe("cancelled");
    expect(textOf((await opened.prompt(sessionId, "say after")).updates)).toBe("after");
  });

  it("is cancelled while a command runs, whose processes end", async () => {
    await using opened = await openAgent({ options: BYPASS });
    const sessionId = await opened.newSession();
    const turn = opened.prompt(sessionId, "run echo $$ > pid.txt; sleep 600");
    await expect
      .poll(() => existsSync(join(opened.cwd, "pid.txt")) && readFileSync(join(opened.cwd, "pid.txt"), "utf8") !== "", {
        timeout: 20_000,
      })
      .toBe(true);
    const pid = Number(readFileSync(join(opened.cwd, "pid.txt"), "utf8"));
    opened.agent.notify("session/cancel", { sessionId });
    expect((await turn).stopReason).toBe("cancelled");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("is cancelled while a question waits for an answer", async () => {
    const client = createFakeClient({
      permit: (_request, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("gone")))),
    });
    await using opened = await openAgent({ client });
    const sessionId = await opened.newSession();
    const turn = opened.prompt(sessionId, "write a.txt x");
    await expect.poll(() => opened.updates.some(({ sessionUpdate }) => sessionUpdate === "tool_call")).toBe(true);
    opened.agent.notify("session/cancel", { sessionId });
    expect((await turn).stopReason).toBe("cancelled");
    expect(opened.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: "tool_call_update", status: "failed" }),
    );
  });

  it("receives a message sent while it runs, and answers both", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say warm");
    const first = opened.prompt(sessionId, "say one\nplan a; b\nwait 300\nplan c; d");
    await expect.poll(() => textOf(opened.updates)).toContain("one");
    const second = opened.prompt(sessionId, "say steered");
    expect((await first).stopReason).toBe("end_turn");
    expect((await second).stopReason).toBe("end_turn");
    expect(textOf(opened.updates)).toContain("steered");
  });

  it("refuses content that was not announced", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const prompt = [{ type: "hologram" }];
    await expect(opened.agent.request("session/prompt", { sessionId, prompt: prompt as never })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
      data: { path: "/prompt/0" },
    });
  });

  it("runs in parallel with those of other sessions", async () => {
    await using opened = await openAgent();
    const [a, b] = [await opened.newSession(), await opened.newSession()];
    const slow = opened.prompt(a, "wait 60000");
    expect((await opened.prompt(b, "say b")).stopReason).toBe("end_turn");
    opened.agent.notify("session/cancel", { sessionId: a });
    expect((await slow).stopReason).toBe("cancelled");
  });
});

describe("what was done", () => {
  it("is undone by /undo and redone by /redo", async () => {
    await using opened = await openAgent({ options: BYPASS });
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "write a.txt one");
    await opened.prompt(sessionId, "edit a.txt one => two");
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("two");
    expect(textOf((await opened.prompt(sessionId, "/diff")).updates)).toContain("a.txt");
    await opened.prompt(sessionId, "/undo");
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("one");
    await opened.prompt(sessionId, "/redo");
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("two");
  });

  it("is remembered when it was allowed for always", async () => {
    let asked = 0;
    const client = createFakeClient({
      permit: ({ options }) => {
        asked += 1;
        return {
          outcome: {
            outcome: "selected",
            optionId: options.find(({ kind }) => kind === "allow_always")?.optionId ?? "",
          },
        };
      },
    });
    await using opened = await openAgent({ client });
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "write a.txt one");
    await opened.prompt(sessionId, "write a.txt two");
    expect(asked).toBe(1);
    expect(readFileSync(join(opened.cwd, "a.txt"), "utf8")).toBe("two");
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
