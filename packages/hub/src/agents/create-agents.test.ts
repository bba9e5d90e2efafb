import type { McpServer } from "@parley/acp";
import { createFakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import type { AgentEntry } from "../api/agents.ts";
import { createAgentsScene, createExternal } from "./testing/agents-scene.ts";

const clock = createFakeClock();
const server = (name: string, command = "run"): McpServer => ({ name, command, args: [], env: [] });
const namesOf = (entries: readonly AgentEntry[]): string[] => entries.map(({ name }) => name);
const OURS = ["pm", "architect", "backend", "frontend", "qa", "security", "sre", "devsecops"];

describe("finding an agent", () => {
  it("accepts any spelling of its name, including internal ones", async () => {
    await using scene = await createAgentsScene({ clock, machine: [createExternal("Claude Code")] });
    const found = ["recipe_maker", "recipe-maker", "Recipe Maker", "QA", "claude-code", "Claude Code", "nobody", ""];
    const entries = await Promise.all(found.map((name) => scene.agents.find(name)));
    expect(entries.map((entry) => entry?.name)).toEqual([
      "recipe-maker",
      "recipe-maker",
      "recipe-maker",
      "qa",
      "claude-code",
      "claude-code",
      undefined,
      undefined,
    ]);
  });

  it("lists the existing agents if it is not found, and reports a disabled one", async () => {
    await using scene = await createAgentsScene({ clock });
    await expect(scene.agents.get("nobody\n".repeat(50))).rejects.toMatchObject({
      code: "agent_not_found",
      message: expect.stringMatching(/^Agent "nobody nobody .*…" not found\. Available agents: pm, architect, .*\.$/),
    });
    await scene.agents.setEnabled("qa", false);
    await expect(scene.agents.get("QA")).rejects.toMatchObject({
      code: "agent_disabled",
      message: "The agent qa is disabled.",
    });
    await scene.agents.setEnabled("slot:assistant", false);
    await expect(scene.agents.get("app_maker")).rejects.toMatchObject({
      message: "The slot assistant of the agent app-maker is disabled.",
    });
    expect((await scene.agents.find("qa"))?.isEnabled).toBe(false);
  });

  it("returns how to start it", async () => {
    await using scene = await createAgentsScene({ clock, machine: [createExternal("qa"), createExternal("goose")] });
    const { agents } = scene;
    const launchOf = async (name: string): Promise<string> => (await agents.launch(await agents.get(name))()).command;
    expect(await Promise.all(["qa", "qa-acp", "goose"].map(launchOf))).toEqual(["parley", "qa", "goose"]);
    scene.cards.set("https://example.com/", { name: "far", description: "", skills: [] });
    const far = await agents.addRemote("https://example.com");
    expect(() => agents.launch(far)).toThrow(expect.objectContaining({ code: "capability_missing" }));
  });
});

describe("enabling and disabling", () => {
  it("applies to an agent or a slot, and is saved", async () => {
    await using scene = await createAgentsScene({ clock, machine: [createExternal("goose")] });
    const { agents } = scene;
    await agents.setEnabled("goose", false);
    await agents.setEnabled("Coding", false);
    expect(namesOf(await agents.list())).toEqual(["assistant", "specialist", "app-maker"]);
    const later = scene.restart();
    expect(await later.list()).toEqual(await agents.list());
    expect(await later.slots()).toEqual(await agents.slots());
    await later.setEnabled("slot:coding", true);
    expect(namesOf(await later.list())).toEqual([...OURS, "assistant", "specialist", "app-maker"]);
    expect((await scene.store.listAgentSettings()).map(({ name }) => name)).toEqual(["goose"]);
  });

  it("applies to the agent if a slot has the same name", async () => {
    await using scene = await createAgentsScene({ clock });
    await scene.agents.setEnabled("assistant", false);
    expect((await scene.agents.slots()).map(({ isEnabled }) => isEnabled)).toEqual([true, true]);
    expect((await scene.agents.find("assistant"))?.isEnabled).toBe(false);
    expect((await scene.agents.find("app-maker"))?.isEnabled).toBe(true);
  });

  it("rejects an unknown name", async () => {
    await using scene = await createAgentsScene({ clock });
    for (const name of ["nobody", "slot:qa", "slot:"]) {
      await expect(scene.agents.setEnabled(name, false)).rejects.toMatchObject({ code: "agent_not_found" });
    }
    expect(await scene.store.listAgentSettings()).toEqual([]);
  });
});

describe("extensions", () => {
  it("are added to an agent or a slot, replaced by name, merged, and removed", async () => {
    await using scene = await createAgentsScene({ clock });
    const { agents } = scene;
    const extensionsOf = async (name: string): Promise<unknown> => (await scene.restart().get(name)).extensions;
    await agents.bindExtension("coding", server("files"));
    await agents.bindExtension("qa", server("browser"));
    await agents.bindExtension("qa", server("browser", "better"));
    expect(await extensionsOf("qa")).toEqual([server("files"), server("browser", "better")]);
    expect(await extensionsOf("backend")).toEqual([server("files")]);
    expect(await extensionsOf("assistant")).toEqual([]);
    await expect(agents.unbindExtension("qa", "files")).rejects.toMatchObject({
      code: "bad_input",
      message: 'name: qa has no extension "files". It has: browser.',
    });
    await agents.unbindExtension("qa", "browser");
    await agents.unbindExtension("slot:coding", "files");
    expect(await extensionsOf("qa")).toEqual([]);
    expect(await scene.store.listAgentSettings()).toEqual([]);
  });

  it("are not lost when many are added concurrently, up to the limit", async () => {
    await using scene = await createAgentsScene({ clock, limits: { extensionsMax: 10 } });
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => scene.agents.bindExtension("qa", server(`s${index}`))),
    );
    expect((await scene.agents.get("qa")).extensions).toHaveLength(10);
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { code: "limit_reached" } });
  });

  it("need a name, even if they are of an unknown type", async () => {
    await using scene = await createAgentsScene({ clock });
    const nameless: McpServer = { kind: "unknown", raw: { type: "carrier-pigeon" } };
    await expect(scene.agents.bindExtension("qa", nameless)).rejects.toMatchObject({ code: "bad_input" });
    const named: McpServer = { kind: "unknown", raw: { type: "carrier-pigeon", name: "coo" } };
    await scene.agents.bindExtension("qa", named);
    await scene.agents.unbindExtension("qa", "coo");
    expect((await scene.agents.get("qa")).extensions).toEqual([]);
  });

  it("are refused while too many changes are pending", async () => {
    await using scene = await createAgentsScene({ clock, limits: { changesWaitingMax: 1 } });
    await scene.agents.list();
    const both = await Promise.allSettled(["a", "b"].map((name) => scene.agents.bindExtension("qa", server(name))));
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await scene.agents.bindExtension("qa", server("b"));
    expect((await scene.agents.get("qa")).extensions).toEqual([server("a"), server("b")]);
  });
});

describe("statistics", () => {
  it("come from turns, are stored, and are shown a second later", async () => {
    const time = createFakeClock();
    await using scene = await createAgentsScene({ clock: time });
    const { agents } = scene;
    const before = await agents.list();
    agents.noteOutcome({ agent: "qa", isSuccess: true, ms: 100, tokens: 50 });
    agents.noteOutcome({ agent: "qa", isSuccess: false, ms: 300, tokens: 0 });
    await expect.poll(async () => (await scene.store.listTotals())[0]?.turns).toBe(2);
    expect(await agents.list()).toBe(before);
    time.advance(1_000);
    const figures = { turns: 2, averageMs: 200, averageTokens: 25, successRate: 50 };
    await expect.poll(async () => (await agents.get("qa")).statistics).toEqual(figures);
    expect((await scene.restart().get("qa")).statistics).toEqual(figures);
    expect((await agents.get("backend")).statistics).toEqual({ turns: 0 });
  });

  it("that cannot be stored are logged without failing", async () => {
    const scene = await createAgentsScene({ clock });
    await scene.agents.list();
    await scene.store[Symbol.asyncDispose]();
    scene.agents.noteOutcome({ agent: "qa", isSuccess: true, ms: 1, tokens: 1 });
    await scene.agents[Symbol.asyncDispose]();
    expect(scene.logged).toEqual(["Could not store the statistics of a turn"]);
    expect((await scene.agents.get("qa")).statistics).toEqual({ turns: 0 });
  });
});
