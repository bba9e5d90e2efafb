import type { McpServer } from "@parley/acp";
import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../api/store.ts";
import { createCatalogue, type Catalogue, type CatalogueSources } from "./catalogue.ts";
import type { ExternalAgent } from "../api/sources.ts";
import { ownAgent } from "./testing/own-agent.ts";

const server = (name: string, command = "run"): McpServer => ({ name, command, args: [], env: [] });
const external = (name: string, isAvailable = true): ExternalAgent => ({
  name,
  title: name.toUpperCase(),
  description: `${name}\n speaks ACP`,
  availability: isAvailable ? { isAvailable } : { isAvailable, message: "not installed" },
});
const settings = (...rows: (Partial<AgentSettings> & { name: string })[]): CatalogueSources["settings"] =>
  new Map(rows.map((row) => [row.name, { isEnabled: true, extensions: [], ...row }]));

function create(sources: Partial<CatalogueSources> = {}): Catalogue {
  return createCatalogue({
    own: ownAgent,
    externals: [],
    remotes: new Map(),
    settings: new Map(),
    totals: new Map(),
    ...sources,
  });
}
const names = (catalogue: Catalogue): string[] => [...catalogue.entries.keys()];

it("knows the sandbox of each program, but not of remote agents", () => {
  const catalogue = create({
    externals: [external("goose"), external("Claude Code")],
    settings: settings({ name: "weather", url: "https://weather.example.com/" }),
    sandboxes: new Map([
      ["parley", "on"],
      ["goose", "off"],
      ["Claude Code", "limited"],
    ]),
  });
  const of = (name: string): string | undefined => catalogue.entries.get(name)?.sandbox;
  expect(["recipe-maker", "goose", "claude-code", "weather"].map(of)).toEqual(["on", "off", "limited", undefined]);
});

describe("the names of a catalogue", () => {
  it("are the built-in modes, then programs, then remote agents, with the hub itself only once", () => {
    const catalogue = create({
      externals: [external("goose"), external("parley"), external("Claude Code")],
      settings: settings({ name: "weather", url: "https://weather.example.com/" }),
    });
    const modes = ownAgent.modes.map(({ id }) => id.replace("_", "-"));
    expect(names(catalogue)).toEqual([...modes, "goose", "claude-code", "weather"]);
    expect(catalogue.externalNames.get("claude-code")).toBe("Claude Code");
    expect(catalogue.notes).toEqual([]);
  });

  it("are unique: the later one is renamed, and that is logged", () => {
    const catalogue = create({
      externals: [external("qa"), external("QA!"), external("weather"), external("漢字")],
      settings: settings({ name: "weather", url: "https://weather.example.com/" }),
    });
    expect(names(catalogue).slice(ownAgent.modes.length)).toEqual([
      "qa-acp",
      "qa-2",
      "weather-acp",
      "agent",
      "weather",
    ]);
    expect(catalogue.entries.get("qa")?.kind).toBe("mode");
    expect(catalogue.entries.get("weather")?.kind).toBe("a2a");
    expect(catalogue.externalNames.get("qa-2")).toBe("QA!");
    expect(catalogue.notes).toEqual([
      "qa is listed as qa-acp: qa is taken",
      "QA! is listed as qa-2: qa is taken",
      "weather is listed as weather-acp: weather is taken",
    ]);
  });

  it("have a limited number of variants", () => {
    const catalogue = create({ externals: Array.from({ length: 102 }, () => external("same")) });
    expect(catalogue.entries.size).toBe(ownAgent.modes.length + 100);
    expect(catalogue.notes.at(-1)).toContain("left out");
  });
});

describe("an entry", () => {
  it("of a mode describes the mode", () => {
    expect(create().entries.get("recipe-maker")).toEqual({
      name: "recipe-maker",
      kind: "mode",
      title: "Recipe maker",
      description: "Makes a reusable recipe of the conversation so far",
      slot: "assistant",
      modeId: "recipe_maker",
      category: "prompt_only",
      whenToUse: "Turn this conversation into a recipe that can be run again",
      toolGroups: [],
      isInternal: true,
      isDeprecated: false,
      isEnabled: true,
      availability: { isAvailable: true },
      extensions: [],
      statistics: { turns: 0 },
    });
  });

  it("is enabled if it and its slot are, and has the extensions of both, its own taking precedence", () => {
    const mine = server("files", "mine");
    const { entries, slots } = create({
      settings: settings(
        { name: "slot:coding", isEnabled: false, extensions: [server("files"), server("web")] },
        { name: "qa", extensions: [mine, server("browser")] },
        { name: "assistant", isEnabled: false },
      ),
    });
    expect(entries.get("qa")).toMatchObject({
      isEnabled: false,
      extensions: [server("web"), mine, server("browser")],
    });
    expect(entries.get("backend")).toMatchObject({ isEnabled: false, extensions: [server("files"), server("web")] });
    expect(entries.get("assistant")?.isEnabled).toBe(false);
    expect(entries.get("app-maker")).toMatchObject({ isEnabled: true, extensions: [] });
    expect(
      slots.map(({ name, isEnabled, defaultMode, modes }) => [name, isEnabled, defaultMode, modes.length]),
    ).toEqual([
      ["coding", false, "backend", 8],
      ["assistant", true, "assistant", 4],
    ]);
    expect(slots[0]?.extensions).toEqual([server("files"), server("web")]);
  });

  it("of a remote agent has the description of its card on one line, or else its address", () => {
    const url = "https://weather.example.com/a2a";
    const remote = { settings: settings({ name: "weather", url }) };
    expect(create(remote).entries.get("weather")).toMatchObject({
      kind: "a2a",
      title: "weather",
      description: "An agent of weather.example.com",
      availability: { isAvailable: true },
      url,
    });
    const card = { name: "Weather\u001B[31m man", description: `sun\n${"x".repeat(2_000)}`, skills: ["rain", "snow"] };
    const told = create({ ...remote, remotes: new Map([["weather", { card, problem: "gone" }]]) });
    expect(told.entries.get("weather")).toMatchObject({
      title: "Weather [31m man",
      description: expect.stringMatching(/^sun x+…$/),
      whenToUse: "rain; snow",
      availability: { isAvailable: false, message: "gone" },
    });
    expect(told.entries.get("weather")?.description).toHaveLength(1_000);
  });
});

describe("a view", () => {
  it("omits internal, disabled and missing agents unless requested, and is cached", () => {
    const catalogue = create({
      externals: [external("goose"), external("codex", false)],
      settings: settings({ name: "qa", isEnabled: false }),
    });
    const left = (filter: Parameters<Catalogue["view"]>[0]): string[] => {
      const shown = new Set(catalogue.view(filter).map(({ name }) => name));
      return names(catalogue).filter((name) => !shown.has(name));
    };
    expect(left({})).toEqual(["qa", "recipe-maker", "codex"]);
    expect(left({ includeInternal: true })).toEqual(["qa", "codex"]);
    expect(left({ includeDisabled: true })).toEqual(["recipe-maker", "codex"]);
    expect(left({ includeUnavailable: true })).toEqual(["qa", "recipe-maker"]);
    expect(left({ includeInternal: true, includeDisabled: true, includeUnavailable: true })).toEqual([]);
    expect(catalogue.view({})).toBe(catalogue.view({ includeInternal: false }));
  });
});
