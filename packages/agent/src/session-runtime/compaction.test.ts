import { EVERY_CAPABILITY } from "@parley/test-support";
import { fullTextOf } from "@parley/test-support/stub-model";
import { describe, expect, it } from "vitest";
import { textOf } from "../testing/open-agent.ts";
import { openStubbed, type StubbedAgent } from "../testing/open-stubbed.ts";

const COMPACTION = { session: { compaction: {}, notices: {} } };
/** Near the end of the 128k tokens that are taken for granted. */
const NEARLY_FULL = "usage 120000 10";

const summaries = ({ stub }: StubbedAgent): number =>
  stub.requests.filter(({ isSide, conversation }) => isSide && conversation !== undefined).length;

describe("a conversation near the end of its window", () => {
  it("is summarised by itself, and the client sees it", async () => {
    await using opened = await openStubbed({ capabilities: COMPACTION });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, NEARLY_FULL, "say the first answer");
    await opened.prompt(sessionId, "a question in between");
    const { stopReason, updates } = await opened.play(sessionId, "say and now?");
    expect(stopReason).toBe("end_turn");
    const states = opened.updates.flatMap((one) => (one.sessionUpdate === "compaction_update" ? [one.status] : []));
    expect(states).toEqual(["in_progress", "completed"]);
    expect(summaries(opened)).toBe(1);
    expect(fullTextOf(opened.last())).not.toContain("the first answer");
    expect(updates.filter(({ sessionUpdate }) => sessionUpdate === "usage_update").length).toBeGreaterThan(0);
  });

  it("is shown as a notice to other clients, and the log has the original", async () => {
    await using opened = await openStubbed({ capabilities: { session: { notices: {} } } });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, NEARLY_FULL, "say the first answer");
    await opened.prompt(sessionId, "a question in between");
    expect(opened.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: "notice", title: expect.stringContaining("Compacting") as string }),
    );
    expect(JSON.stringify(opened.updates)).not.toContain("compaction_");
    opened.updates.length = 0;
    await opened.agent.request("session/load", { sessionId, cwd: opened.cwd, mcpServers: [] });
    expect(textOf(opened.updates)).toContain("the first answer");
  });

  it("stays summarised in a session that is brought back", async () => {
    await using opened = await openStubbed({ capabilities: COMPACTION });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, NEARLY_FULL, "say the first answer");
    await opened.prompt(sessionId, "a question in between");
    await opened.agent.request("session/close", { sessionId });
    await opened.agent.request("session/resume", { sessionId, cwd: opened.cwd, mcpServers: [] });
    await opened.play(sessionId, "say on");
    expect(fullTextOf(opened.last())).not.toContain("the first answer");
    expect(fullTextOf(opened.last())).toContain("Stub");
    expect(summaries(opened)).toBe(1);
  });
});

describe("/compact", () => {
  it.each([
    ["is shown", EVERY_CAPABILITY],
    ["is said", {}],
  ])("%s, replaces the conversation, and leaves what was spent known", async (_, capabilities) => {
    await using opened = await openStubbed({ wire: "openai", model: "gpt-4o", capabilities });
    const sessionId = await opened.newSession();
    await opened.play(sessionId, `say ${"the first answer ".repeat(200)}`);
    await opened.play(sessionId, "say the second");
    const { stopReason, updates } = await opened.prompt(sessionId, "/compact what matters");
    expect(stopReason).toBe("end_turn");
    expect(textOf(updates)).toContain("replaced by this summary");
    expect(summaries(opened)).toBe(1);
    const side = opened.stub.requests.find(({ isSide, conversation }) => isSide && conversation !== undefined);
    expect(JSON.stringify(side?.body)).toContain("what matters");
    const [usage] = updates.flatMap((one) => (one.sessionUpdate === "usage_update" ? [one] : []));
    expect(usage?.cost?.amount).toBeGreaterThan(0);
    expect(usage?.used).toBeLessThan(1_000);
    expect(textOf((await opened.prompt(sessionId, "/cost")).updates)).toMatch(/\$\s?0\.\d+/);
    await opened.play(sessionId, "say on");
    expect(fullTextOf(opened.last())).not.toContain("the first answer");
    expect(fullTextOf(opened.last())).toContain("the second");
    expect(fullTextOf(opened.last())).not.toContain("/compact");
  });

  it("says so if there is nothing to compact, or no model to do it", async () => {
    await using opened = await openStubbed();
    const sessionId = await opened.newSession();
    expect(textOf((await opened.prompt(sessionId, "/compact")).updates)).toContain("Nothing to compact");
    await opened.agent.request("session/set_config_option", {
      sessionId,
      configId: "model",
      value: "anthropic/no-key",
    });
    const { stopReason, updates } = await opened.prompt(sessionId, "/compact");
    expect(stopReason).toBe("end_turn");
    expect(textOf(updates)).toContain("No key for Anthropic found");
  });
});
