import { createFakeClient } from "@parley/test-support";
import { fullTextOf, imagesOf, stubScript } from "@parley/test-support/stub-model";
import { describe, expect, it } from "vitest";
import { openAgent, textOf } from "../testing/open-agent.ts";
import { callsOf, openStubbed } from "../testing/open-stubbed.ts";

const plan = (status: string): string => `call plan ${JSON.stringify({ entries: [{ content: "Build it", status }] })}`;

describe("the model", () => {
  it("sees images and embedded files", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    await opened.send(
      sessionId,
      { type: "text", text: stubScript("say seen") },
      { type: "image", mimeType: "image/png", data: "AAAA" },
      { type: "resource", resource: { uri: "file:///notes.md", text: "remember the milk" } },
      { type: "resource_link", uri: "file:///code/main.ts", name: "main.ts" },
    );
    expect(imagesOf(opened.last())).toHaveLength(1);
    expect(fullTextOf(opened.last())).toContain("remember the milk");
    expect(fullTextOf(opened.last())).toContain("/code/main.ts");
  });

  it("thinks at the selected level", async () => {
    await using opened = await openStubbed({ wire: "openai", model: "gpt-5.6", settings: { thinking: "high" } });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, "say a");
    await opened.agent.request("session/set_config_option", { sessionId, configId: "thinking", value: "low" });
    await opened.play(sessionId, "say b");
    const efforts = opened.asked().map(({ body }) => /"effort":"(\w+)"/.exec(JSON.stringify(body))?.[1]);
    expect(efforts).toEqual(["high", "low"]);
  });

  it("applies a changed setting with the next step of a turn", async () => {
    let changed = false;
    const client = createFakeClient({
      permit: async ({ sessionId, options }) => {
        if (!changed) {
          changed = true;
          await opened.agent.request("session/set_mode", { sessionId, modeId: "pm" });
          await opened.agent.request("session/set_config_option", { sessionId, configId: "approval", value: "bypass" });
        }
        return { outcome: { outcome: "selected", optionId: options[0]?.optionId ?? "" } };
      },
    });
    const opened = await openStubbed({ client });
    try {
      const sessionId = await opened.newSession();
      const { updates } = await opened.play(sessionId, "write a.txt one", "then", "run echo two", "say done");
      const [before, after] = opened.asked().map(({ conversation }) => conversation);
      expect(before?.tools.map(({ name }) => name)).toContain("shell");
      expect(after?.tools.map(({ name }) => name)).not.toContain("shell");
      expect(after?.system).not.toBe(before?.system);
      expect(client.calls.items).toHaveLength(1);
      expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: "config_option_update" }));
    } finally {
      await opened[Symbol.asyncDispose]();
    }
  });

  it("gets messages sent during a turn with its next step, and the answer is for both", async () => {
    let steer = (): void => undefined;
    const client = createFakeClient({
      permit: ({ options }) => {
        steer();
        return { outcome: { outcome: "selected", optionId: options[0]?.optionId ?? "" } };
      },
    });
    await using opened = await openStubbed({ client });
    const sessionId = await opened.newSession();
    let second: Promise<{ readonly stopReason: string }> | undefined;
    steer = () => {
      second ??= opened.prompt(sessionId, "mind the gap");
    };
    const first = await opened.play(sessionId, "write a.txt one", "say done");
    expect(first.stopReason).toBe("end_turn");
    expect((await second)?.stopReason).toBe("end_turn");
    expect(opened.asked()).toHaveLength(2);
    expect(fullTextOf(opened.last())).toContain("mind the gap");
    // And it is there in a session that is brought back.
    opened.updates.length = 0;
    await opened.agent.request("session/load", { sessionId, cwd: opened.cwd, mcpServers: [] });
    expect(textOf(opened.updates, "user_message_chunk")).toContain("mind the gap");
  });

  it("continues on autopilot until the plan is done", async () => {
    await using opened = await openStubbed({ settings: { approval: "autopilot" } });
    const sessionId = await opened.newSession();
    const lines = [plan("pending"), "say first half", "then", plan("completed"), "say all done"];
    const { stopReason, updates } = await opened.play(sessionId, ...lines);
    expect(stopReason).toBe("end_turn");
    expect(textOf(updates)).toBe("first halfall done");
    expect(textOf(updates, "user_message_chunk")).toContain("Build it");
    expect(opened.client.calls.items).toEqual([]);
  });

  it("stops at other levels, and when it makes no progress", async () => {
    await using opened = await openStubbed({ settings: { approval: "bypass" } });
    const sessionId = await opened.newSession();
    const { updates } = await opened.play(sessionId, plan("pending"), "say first half", "then", "say never");
    expect(textOf(updates)).toBe("first half");
    await opened.agent.request("session/set_mode", { sessionId, modeId: "autopilot" });
    const stuck = await opened.play(sessionId, "say hm", "then", "say hm", "then", "say hm", "then", "say hm");
    expect(stuck.stopReason).toBe("max_turn_requests");
  });
});

describe("usage", () => {
  it("is reported after each step, with the cost if known", async () => {
    await using opened = await openStubbed({ wire: "openai", model: "gpt-4o" });
    const sessionId = await opened.newSession();
    const { updates } = await opened.play(
      sessionId,
      "usage 100000 0",
      "read none.txt",
      "then",
      "usage 2000 10000",
      "say done",
    );
    const usage = updates.flatMap((one) => (one.sessionUpdate === "usage_update" ? [one] : []));
    expect(usage).toMatchObject([
      { used: 100_000, size: 128_000, cost: { amount: 0.25, currency: "USD" } },
      { used: 12_000, cost: { amount: 0.355 } },
    ]);
    const response = await opened.send(sessionId, { type: "text", text: stubScript("usage 5 6", "say b") });
    expect(response).toMatchObject({ usage: { inputTokens: 5, outputTokens: 6, totalTokens: 11 } });
  });

  it("is known again in a session that is brought back", async () => {
    await using opened = await openStubbed({ wire: "openai", model: "gpt-4o" });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, "usage 1000000 0", "say a");
    await opened.agent.request("session/close", { sessionId });
    await opened.agent.request("session/resume", { sessionId, cwd: opened.cwd, mcpServers: [] });
    const { updates } = await opened.play(sessionId, "usage 1000000 0", "say b");
    expect(updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: "usage_update", cost: { amount: 5, currency: "USD" } }),
    );
  });

  it("is no cost where the price is not known", async () => {
    await using opened = await openStubbed();
    const { updates } = await opened.play(await opened.newSession(), "usage 10 10", "say a");
    const [usage] = updates.flatMap((one) => (one.sessionUpdate === "usage_update" ? [one] : []));
    expect(usage?.used).toBe(20);
    expect(usage).not.toHaveProperty("cost");
  });
});

describe("what is said while something else is under way", () => {
  it("is answered after a slash command, and a slash command after a turn", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say warm");
    const command = opened.prompt(sessionId, "/help");
    const question = opened.prompt(sessionId, "say heard");
    await Promise.all([command, question]);
    expect(textOf(opened.updates)).toContain("heard");
    const turn = opened.prompt(sessionId, "say slow\nwait 300\nsay slower");
    const cost = opened.prompt(sessionId, "/cost");
    expect((await turn).stopReason).toBe("end_turn");
    expect((await cost).stopReason).toBe("end_turn");
    expect(textOf(opened.updates)).toMatch(/slower.*(?:tokens|cost)/is);
  });

  it("is never lost, however late it comes", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say warm");
    for (let round = 0; round < 10; round += 1) {
      const turn = opened.prompt(sessionId, `say first-${round}`);
      await expect.poll(() => textOf(opened.updates), { interval: 1 }).toContain(`first-${round}`);
      // The turn is over but for the disk.
      const late = opened.prompt(sessionId, `say late-${round}`);
      await Promise.all([turn, late]);
      expect(textOf(opened.updates)).toContain(`late-${round}`);
    }
  });

  it("is cancelled with the turn if it was waiting for it", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say warm");
    const turn = opened.prompt(sessionId, "say here\nwait 60000");
    await expect.poll(() => textOf(opened.updates)).toContain("here");
    const command = opened.prompt(sessionId, "/cost");
    opened.agent.notify("session/cancel", { sessionId });
    expect((await turn).stopReason).toBe("cancelled");
    expect((await command).stopReason).toBe("cancelled");
    expect(callsOf(opened.updates)).toEqual([]);
  });
});
