import { EVERY_CAPABILITY } from "@parley/test-support";
import { fullTextOf, imagesOf } from "@parley/test-support/stub-model";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textOf } from "../testing/open-agent.ts";
import { callsOf, openStubbed, type StubbedAgent } from "../testing/open-stubbed.ts";

const ASSISTANT = { slot: "assistant", approval: "bypass" } as const;
const page = (title: string, body = "hi"): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const fence = (html: string): string => JSON.stringify(`\`\`\`html\n${html}\n\`\`\``);

async function inMode(opened: StubbedAgent, modeId: string): Promise<string> {
  const sessionId = await opened.newSession();
  await opened.agent.request("session/set_mode", { sessionId, modeId });
  return sessionId;
}

describe("app_maker and app_iterator", () => {
  it("make an app with one completion, and change the latest with another", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    const sessionId = await inMode(opened, "app_maker");
    const made = await opened.play(sessionId, `say ${fence(page("My Timer"))}`);
    expect(made.stopReason).toBe("end_turn");
    expect(callsOf(made.updates)).toMatchObject([{ name: "create_app", status: "completed" }]);
    expect(opened.last().tools).toEqual([]);
    const folder = join(opened.cwd, ".parley", "apps", "my-timer");
    const html = (): string =>
      readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".html")) ?? ""), "utf8");
    expect(html()).toContain("hi");
    await opened.agent.request("session/set_mode", { sessionId, modeId: "app_iterator" });
    const changed = await opened.play(sessionId, `say ${fence(page("My Timer", "bigger"))}`);
    expect(callsOf(changed.updates)).toMatchObject([{ name: "update_app", status: "completed" }]);
    expect(fullTextOf(opened.last())).toContain("<title>My Timer</title>");
    expect(html()).toContain("bigger");
  });

  it("ask before they write, as everybody does", async () => {
    await using opened = await openStubbed({ settings: { slot: "assistant" } });
    const sessionId = await inMode(opened, "app_maker");
    await opened.play(sessionId, `say ${fence(page("My Timer"))}`);
    expect(opened.client.calls.items).toMatchObject([{ method: "session/request_permission" }]);
  });

  it("say what is missing", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    const sessionId = await inMode(opened, "app_iterator");
    expect(textOf((await opened.play(sessionId, "say x")).updates)).toContain("No app found to change");
    await opened.agent.request("session/set_mode", { sessionId, modeId: "app_maker" });
    const { updates } = await opened.play(sessionId, "say I would rather not.");
    expect(textOf(updates)).toMatch(/No app was created.*I would rather not/s);
  });

  it("see a picture of what is wanted", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    const sessionId = await inMode(opened, "app_maker");
    await opened.send(
      sessionId,
      { type: "text", text: "stub: say no" },
      { type: "image", mimeType: "image/png", data: "AAAA" },
    );
    expect(imagesOf(opened.last())).toHaveLength(1);
  });
});

describe("planner and recipe_maker", () => {
  it("give the rendered prompt, and ask no model", async () => {
    await using opened = await openStubbed({ settings: { ...ASSISTANT, modelId: "anthropic/not-configured" } });
    const sessionId = await inMode(opened, "planner");
    const planned = textOf((await opened.prompt(sessionId, "Fix the login, then test it")).updates);
    expect(planned).toMatch(/^You plan\..*- agent_name: backend: .*Fix the login, then test it.*"depends_on"/s);
    await opened.agent.request("session/set_mode", { sessionId, modeId: "recipe_maker" });
    const recipe = textOf((await opened.prompt(sessionId, "any login")).updates);
    expect(recipe).toMatch(/^You make recipes\..*Fix the login, then test it.*should be for this: any login$/s);
    expect(opened.asked()).toEqual([]);
  });

  it("take the instructions of a mode that replaces them", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    mkdirSync(join(opened.parleyHome, "modes"), { recursive: true });
    writeFileSync(
      join(opened.parleyHome, "modes", "planner.md"),
      "---\ndescription: Plans\ncategory: prompt_only\n---\nPlan in three steps.\n",
    );
    const said = textOf((await opened.prompt(await inMode(opened, "planner"), "Move house")).updates);
    expect(said).toMatch(/^Plan in three steps\..*Move house/s);
  });
});

describe("judge, and modes of the user's own", () => {
  const write = (opened: StubbedAgent, category: string): void => {
    mkdirSync(join(opened.parleyHome, "modes"), { recursive: true });
    writeFileSync(
      join(opened.parleyHome, "modes", "poet.md"),
      `---\nname: Poet\ndescription: Rhymes\nwhen_to_use: For rhymes\nslot: assistant\ncategory: ${category}\n---\nYou rhyme.\n`,
    );
  };

  it("judge answers once, without tools", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    const sessionId = await inMode(opened, "judge");
    const { updates } = await opened.play(sessionId, "say allow");
    expect(textOf(updates)).toBe("allow");
    expect(opened.last().tools).toEqual([]);
    expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: "usage_update" }));
  });

  it("llm_only answers with its instructions", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    write(opened, "llm_only");
    const { updates } = await opened.play(await inMode(opened, "poet"), "say roses");
    expect(textOf(updates)).toBe("roses");
    expect(opened.last().system).toContain("You rhyme.");
  });

  it("prompt_only calls no model, and returns the prompt itself", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT });
    write(opened, "prompt_only");
    const { updates } = await opened.prompt(await inMode(opened, "poet"), "about cats");
    expect(textOf(updates)).toBe("You rhyme.\n\nabout cats");
    expect(opened.asked()).toEqual([]);
  });

  it("stop as turns do: refused, cut, cancelled, failed", async () => {
    await using opened = await openStubbed({ settings: ASSISTANT, capabilities: EVERY_CAPABILITY });
    const sessionId = await inMode(opened, "judge");
    expect((await opened.play(sessionId, "say a", "max_tokens")).stopReason).toBe("max_tokens");
    expect((await opened.play(sessionId, "say b", "refuse")).stopReason).toBe("refusal");
    await expect(opened.play(sessionId, "say so far", "fail The server is on fire")).rejects.toMatchObject({
      message: expect.stringContaining("on fire") as string,
    });
    const slow = opened.play(sessionId, "say before", "wait 600000");
    await expect.poll(() => textOf(opened.updates)).toContain("before");
    opened.agent.notify("session/cancel", { sessionId });
    expect((await slow).stopReason).toBe("cancelled");
    expect((await opened.play(sessionId, "say after")).stopReason).toBe("end_turn");
  });
});
