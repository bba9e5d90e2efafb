// Looking at the machine and at remote agents, behind the back of those who list them.
import { createFakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { createAgentsScene, createExternal } from "./testing/agents-scene.ts";

const clock = createFakeClock();

describe("the machine", () => {
  it("is scanned once at the start, and not for every list", async () => {
    await using scene = await createAgentsScene({
      clock,
      machine: [createExternal("goose"), createExternal("x", false)],
    });
    const list = await scene.agents.list();
    expect(list.at(-1)).toMatchObject({ name: "goose", kind: "acp", description: "goose speaks ACP" });
    for (let count = 0; count < 100; count += 1) expect(await scene.agents.list()).toBe(list);
    expect(scene.machine.looks).toBe(1);
  });

  it("is scanned again on request, or if the last scan is old", async () => {
    const time = createFakeClock();
    await using scene = await createAgentsScene({ clock: time });
    expect(await scene.agents.find("goose")).toBeUndefined();
    scene.machine.agents = [createExternal("goose")];
    expect(await scene.agents.find("goose")).toBeUndefined();
    await scene.agents.refresh();
    expect(await scene.agents.find("goose")).toBeDefined();
    scene.machine.agents = [];
    time.advance(60_000);
    await expect.poll(() => scene.agents.find("goose")).toBeUndefined();
    expect(scene.machine.looks).toBe(3);
  });

  it("that is slow to scan delays the first list only briefly", async () => {
    let finish = (): void => undefined;
    const looked = new Promise<void>((resolve) => (finish = resolve));
    const options = { clock, limits: { firstRefreshMs: 5 }, machine: [createExternal("goose")], look: () => looked };
    await using scene = await createAgentsScene(options);
    expect((await scene.agents.list()).map(({ name }) => name)).not.toContain("goose");
    expect(await scene.agents.find("qa")).toBeDefined();
    const missed = scene.agents.get("goose");
    finish();
    expect(await missed).toMatchObject({ name: "goose" });
    expect(scene.machine.looks).toBe(1);
  });

  it("that cannot be scanned keeps the known agents, and reports it", async () => {
    await using scene = await createAgentsScene({ clock, machine: [createExternal("goose")] });
    await scene.agents.list();
    scene.machine.look = () => Promise.reject(new Error("no permission"));
    await expect(scene.agents.refresh()).rejects.toThrow("no permission");
    expect(await scene.agents.find("goose")).toBeDefined();
    const later = scene.restart();
    expect((await later.list()).length).toBeGreaterThan(0);
    expect(scene.logged).toEqual(["Could not read the agents on this machine"]);
  });

  it("with conflicting names is logged once", async () => {
    await using scene = await createAgentsScene({ clock, machine: [createExternal("qa")] });
    await scene.agents.list();
    await scene.agents.setEnabled("pm", false);
    await scene.agents.list();
    expect(scene.logged).toEqual(["qa is listed as qa-acp: qa is taken"]);
  });
});

describe("a store that fails", () => {
  it("is reported to every caller", async () => {
    const scene = await createAgentsScene({ clock });
    await scene.store[Symbol.asyncDispose]();
    await expect(scene.agents.list()).rejects.toMatchObject({ code: "store_failed" });
    await expect(scene.agents.find("qa")).rejects.toMatchObject({ code: "store_failed" });
  });
});

describe("a remote agent", () => {
  const url = "https://weather.example.com/";
  const card = { name: "Weather Man", description: "Knows the weather", skills: ["forecast"] };

  it("is added by its address, and is kept after a restart", async () => {
    await using scene = await createAgentsScene({ clock });
    scene.cards.set(url, card);
    const entry = await scene.agents.addRemote("https://Weather.example.com#now");
    expect(entry).toMatchObject({ name: "weather-man", kind: "a2a", title: "Weather Man", url, isEnabled: true });
    expect((await scene.agents.list()).at(-1)).toBe(entry);
    await scene.agents.setEnabled("weather-man", false);
    const later = scene.restart();
    await expect.poll(() => later.find("Weather_Man")).toMatchObject({ title: "Weather Man", isEnabled: false, url });
  });

  it("exists once per address, under any name", async () => {
    await using scene = await createAgentsScene({ clock, machine: [createExternal("goose")] });
    const urls = ["https://a.example.com/", "https://b.example.com/", "https://c.example.com/"];
    for (const one of urls) scene.cards.set(one, { ...card, name: "goose" });
    const added = await Promise.all([...urls, ...urls].map((one) => scene.agents.addRemote(one)));
    expect(new Set(added.map(({ name }) => name))).toEqual(new Set(["goose-a2a", "goose-2", "goose-3"]));
    expect(new Set(added.map((entry) => entry.url))).toEqual(new Set(urls));
    scene.cards.set("https://d.example.com/", { ...card, name: "天気" });
    expect((await scene.agents.addRemote("https://d.example.com/")).name).toBe("d-example-com");
  });

  it("that does not respond is not added, and one that no longer does is unavailable", async () => {
    await using scene = await createAgentsScene({ clock });
    await expect(scene.agents.addRemote(url)).rejects.toMatchObject({ code: "connection_failed" });
    await expect(scene.agents.addRemote("gopher://x")).rejects.toMatchObject({ code: "bad_input" });
    expect(await scene.store.listAgentSettings()).toEqual([]);
    scene.cards.set(url, card);
    await scene.agents.addRemote(url);
    scene.cards.delete(url);
    await scene.agents.refresh();
    expect(await scene.agents.get("weather-man")).toMatchObject({
      title: "Weather Man",
      availability: { isAvailable: false, message: `Nobody is at ${url}` },
    });
    expect((await scene.agents.list()).map(({ name }) => name)).not.toContain("weather-man");
  });

  it("can be removed, unlike other agents", async () => {
    await using scene = await createAgentsScene({ clock, limits: { remotesMax: 1 } });
    scene.cards.set(url, card).set("https://other.example.com/", card);
    await scene.agents.addRemote(url);
    await expect(scene.agents.addRemote("https://other.example.com/")).rejects.toMatchObject({ code: "limit_reached" });
    await expect(scene.agents.removeRemote("qa")).rejects.toMatchObject({ code: "bad_input" });
    await expect(scene.agents.removeRemote("nobody")).rejects.toMatchObject({ code: "agent_not_found" });
    await scene.agents.removeRemote("weather_man");
    expect(await scene.agents.find("weather-man")).toBeUndefined();
    expect(await scene.store.listAgentSettings()).toEqual([]);
  });
});
