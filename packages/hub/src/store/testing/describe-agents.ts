// What every store knows of agents.
import { expect, it } from "vitest";
import type { OpenStore } from "./rows.ts";

export function describeAgents(open: OpenStore): void {
  it("sums up the results of their turns", async () => {
    await using store = await open();
    expect(await store.listTotals()).toEqual([]);
    await store.addOutcome({ agent: "qa", isSuccess: true, ms: 100, tokens: 10 });
    await store.addOutcome({ agent: "backend", isSuccess: false, ms: 7.5, tokens: 0 });
    await store.addOutcome({ agent: "qa", isSuccess: false, ms: 50, tokens: 5 });
    await store.addOutcome({ agent: "qa", isSuccess: true, ms: 0, tokens: 1 });
    expect(await store.listTotals()).toEqual([
      { agent: "backend", turns: 1, successes: 0, totalMs: 7.5, totalTokens: 0 },
      { agent: "qa", turns: 3, successes: 2, totalMs: 150, totalTokens: 16 },
    ]);
  });

  it("stores their settings", async () => {
    await using store = await open();
    const coding = {
      name: "slot:coding",
      isEnabled: true,
      extensions: [{ name: "files", command: "mcp", args: [], env: [] }],
    };
    const remote = { name: "far", isEnabled: false, extensions: [], url: "https://example.com/a2a" };
    await store.putAgentSettings(coding);
    await store.putAgentSettings({ ...remote, isEnabled: true });
    await store.putAgentSettings(remote);
    expect(await store.listAgentSettings()).toEqual([remote, coding]);
    await store.deleteAgentSettings("slot:coding");
    await store.deleteAgentSettings("none");
    expect(await store.listAgentSettings()).toEqual([remote]);
  });
}
