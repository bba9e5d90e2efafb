import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError } from "@parley/base";
import { describe, expect, it } from "vitest";
import { inTurn } from "../checkpoints/testing/open-checkpoints.ts";
import { parseReview } from "./built-in/review.ts";
import type { SpentUsage } from "./command.ts";
import { MODELS, openScene } from "./testing/command-scene.ts";

describe("/help", () => {
  it("lists every command, and describes one", async () => {
    await using scene = await openScene();
    const all = await scene.say("/help");
    for (const { name } of scene.context.commands) expect(all).toContain(`- \`/${name}`);
    expect(await scene.say("/help /undo")).toMatch(/^`\/undo \[number of turns\]`: Undo the file changes/);
    expect(await scene.say("/help unod")).toContain("Did you mean `/undo`?");
  });
});

describe("/model", () => {
  it("shows the model and the others, with window and price", async () => {
    await using scene = await openScene();
    const text = await scene.say("/model");
    expect(text).toContain("The model is `anthropic/large-4` (context 200k tokens, $3 in, $15 out, $0.3 cached).");
    expect(text).toContain("| **`anthropic/large-4`** (now) | 200k | $3 in, $15 out, $0.3 cached | thinking |");
    expect(text).toContain("| `openai/large-5` | 1.05M | price unknown | images |");
    expect(text).toContain("| `offline/script` | 100k | free |  |");
  });

  it.each([
    ["anthropic/small-4", "anthropic/small-4"],
    ["SMALL-4", "anthropic/small-4"],
    ["large-5", "openai/large-5"],
    ["scr", "offline/script"],
  ])("changes to %s", async (typed, modelId) => {
    await using scene = await openScene();
    expect(await scene.say(`/model ${typed}`)).toContain(`The model is now \`${modelId}\` (context`);
    expect(scene.changes).toEqual([{ modelId }]);
  });

  it.each([
    ["large", /^Several models match `large`:\n\n- `anthropic\/large-4`\n- `openai\/large-5`/],
    ["smal-4", /^Model `smal-4` not found. Did you mean `small-4`/],
    ["x", /^Model `x` not found\. `\/model` lists them\.$/],
    ["acme/new", /^Model acme\/new not found\. Available: anthropic\/large-4, /],
    ["anthropic/large-4", /already/],
  ])("does not change to %s", async (typed, expected) => {
    await using scene = await openScene();
    expect(await scene.say(`/model ${typed}`)).toMatch(expected);
    expect(scene.changes).toEqual([]);
  });

  it("says why when the models cannot be listed", async () => {
    const failure = new ParleyError({
      code: "connection_failed",
      message: "Nobody answers",
      remedy: { label: "Try again" },
    });
    await using scene = await openScene({ models: () => Promise.reject(failure) });
    expect(await scene.say("/model")).toBe("Nobody answers. Try again.");
  });
});

describe("/mode, /approval, /thinking", () => {
  it("show what there is", async () => {
    await using scene = await openScene();
    const modes = await scene.say("/mode");
    expect(modes).toContain("| **`backend`** (now) |");
    expect(modes).toContain("| `security` |");
    expect(modes).toMatch(/In the other slot: `assistant`/);
    expect(modes).not.toContain("`judge`");
    expect(await scene.say("/approval")).toContain("| **`supervised`** (now) |");
    expect(await scene.say("/approval maybe")).toMatch(/^Approval level `maybe` not found/);
    expect(await scene.say("/thinking")).toContain("Thinking is `off`.");
    expect(await scene.say("/thinking deep")).toContain("Level `deep` not found. Available: `off`");
  });

  it("change it", async () => {
    await using scene = await openScene();
    expect(await scene.say("/mode qa")).toMatch(/^The mode is now `qa`/);
    expect(await scene.say("/mode qa")).toMatch(/already/);
    await scene.say("/mode assistant");
    await scene.say("/mode autopilot");
    await scene.say("/approval auto");
    await scene.say("/thinking high");
    expect(scene.changes).toEqual([
      { modeId: "qa" },
      { slot: "assistant", modeId: "assistant" },
      { approval: "autopilot" },
      { approval: "auto" },
      { thinking: "high" },
    ]);
    expect(await scene.say("/mode nonsense")).toBe("Mode `nonsense` not found. `/mode` lists them.");
  });

  it("say so when the model does not think", async () => {
    await using scene = await openScene();
    await scene.say("/model small-4");
    expect(await scene.say("/thinking low")).toContain("does not support thinking");
  });
});

describe("/compact", () => {
  it("shows the summary, or why there is none", async () => {
    await using scene = await openScene();
    expect(await scene.say("/compact the tests")).toContain("A summary of the tests.");
    const failure = new ParleyError({ code: "usage", message: "There is nothing to summarize" });
    await using empty = await openScene({ compact: () => Promise.reject(failure) });
    expect(await empty.say("/compact")).toBe("There is nothing to summarize.");
  });
});

describe("/undo, /redo, /diff", () => {
  it("go back and forth, and say what became of the files", async () => {
    await using scene = await openScene();
    const { ground, context } = scene;
    expect(await scene.say("/undo")).toMatch(/^Nothing to undo/);
    expect(await scene.say("/diff")).toBe("No changes.");
    for (const turn of ["1", "2", "3"]) {
      await inTurn(context.checkpoints, turn, () => ground.write({ a: turn, [`new-${turn}`]: turn }));
    }
    expect(await scene.say("/diff turn")).toContain("`new-3` (added, +1 −0)");
    expect(await scene.say("/diff all")).toContain("`all` is not a valid argument.");
    expect(await scene.say("/undo")).toMatch(
      /^Undid the last turn: 2 files\.\n\n- `a`\n- `new-3`\n\n`\/redo` reapplies it/,
    );
    await ground.write({ "new-2": "mine" });
    const further = await scene.say("/undo 5");
    expect(further).toMatch(/^Undid the last 2 turns: 2 files/);
    expect(further).toContain("Left unchanged:\n\n- `new-2`: it has been changed since");
    expect(further).toContain("Nothing to undo");
    expect(await ground.read()).toEqual({ "new-2": "mine" });
    expect(await scene.say("/redo")).toMatch(/^Redid the turn: 2 files/);
    expect(await scene.say("/redo 2")).toMatch(/^Redid the last 2 turns: 2 files/);
    expect(await ground.read()).toEqual({ a: "3", "new-1": "1", "new-2": "mine", "new-3": "3" });
    expect(await scene.say("/redo")).toMatch(/^Nothing to redo/);
  });

  it.each(["0", "-1", "1.5", "all", "51"])("do not take %s for a number of turns", async (typed) => {
    await using scene = await openScene();
    expect(await scene.say(`/undo ${typed}`)).toMatch(/^Invalid number of turns/);
  });
});

describe("/memory", () => {
  it("lists files and notes, and shows one", async () => {
    await using scene = await openScene({});
    const { ground } = scene;
    expect(await scene.say("/memory")).toContain("No memory files found. `/init` creates an `AGENTS.md`.");
    await ground.write({
      "AGENTS.md": "Be brief.\n",
      ".parley/memory/tests.md": "---\ntitle: How to test\n---\nUse npm test.\n",
    });
    await using full = await openScene({ cwd: ground.cwd, memoryFiles: [join(ground.cwd, "AGENTS.md")] });
    const text = await full.say("/memory");
    expect(text).toContain("**In the instructions**, in this order:\n\n- `AGENTS.md`");
    expect(text).toContain("- `tests.md`: How to test. Use npm test.");
    expect(text).toMatch(/\*\*Notes on you\*\*: none in `.*memory`\./);
    expect(await full.say("/memory agents")).toBe("`AGENTS.md`\n\n```markdown\nBe brief.\n```");
    expect(await full.say("/memory how to test")).toContain("Use npm test.");
    expect(await full.say("/memory nothing")).toContain("Memory file or note `nothing` not found.");
  });
});

describe("/mcp", () => {
  it("shows how the servers are", async () => {
    await using none = await openScene();
    expect(await none.say("/mcp")).toMatch(/^This session has no MCP servers\./);
    await using scene = await openScene({
      mcp: [
        { name: "files", state: "ready", tools: 1 },
        { name: "a|b", state: "failed", tools: 0, message: "It ended at once\n(code 1)" },
      ],
    });
    const text = await scene.say("/mcp");
    expect(text).toContain("| `files` | ready | 1 tool |");
    expect(text).toContain(String.raw`| ${"`"}a\|b${"`"} | failed |  |`);
    expect(text).toContain("- `a|b`: It ended at once (code 1)");
  });
});

describe("/cost", () => {
  const spent: SpentUsage = {
    inputTokens: 150_000,
    outputTokens: 2_345,
    cacheReadTokens: 75_000,
    cacheWriteTokens: 0,
    cost: 0.1234,
    contextUsed: 150_000,
    contextTokens: 200_000,
  };

  it("shows tokens, money and how full the context is", async () => {
    await using scene = await openScene({ spent });
    const text = await scene.say("/cost");
    expect(text).toContain("| sent | 150k |");
    expect(text).toContain("| received | 2.35k |");
    expect(text).toContain("| read from the cache | 75k (50 % of the input) |");
    expect(text).toContain("Total cost: **$0.12**.");
    expect(text).toContain("The context is 75 % full: 150k of 200k tokens.\n\n`/compact` frees context.");
  });

  it("says so when there is nothing, or no price", async () => {
    await using nothing = await openScene();
    expect(await nothing.say("/cost")).toBe("No tokens used yet.");
    await using unknown = await openScene({ spent: { ...spent, cost: undefined, contextTokens: 0 } });
    const text = await unknown.say("/cost");
    expect(text).toContain("The cost is unknown");
    expect(text).not.toContain("full");
  });
});

describe("/init, /review, /plan", () => {
  it("are prompts", async () => {
    await using scene = await openScene();
    expect(await scene.prompt("/init")).toMatch(/^Write AGENTS\.md in this folder/);
    await scene.ground.write({ "AGENTS.md": "old" });
    expect(await scene.prompt("/init the tests")).toMatch(
      /^This folder already has an AGENTS\.md[^]*Focus on: the tests/,
    );
    expect(await scene.prompt("/review")).toContain("git diff HEAD");
    expect(await scene.prompt("/review main..HEAD races")).toMatch(/git diff main\.\.HEAD[^]*Focus on: races/);
    expect(await scene.prompt("/plan move to ESM")).toMatch(/The task:\n\nmove to ESM$/);
    expect(await scene.say("/plan")).toContain("Describe the task");
  });

  it.each([
    ["main..HEAD", "main..HEAD", ""],
    ["origin/main...feature/x look at races", "origin/main...feature/x", "look at races"],
    ["HEAD~3 tests", "HEAD~3", "tests"],
    ["HEAD", "HEAD", ""],
    ["@{u}..", "@{u}..", ""],
    ["0cc7bd7", "0cc7bd7", ""],
    ["v1.0..v1.1", "v1.0..v1.1", ""],
    ["the error handling", undefined, "the error handling"],
    ["decade of code", undefined, "decade of code"],
    ["... well", undefined, "... well"],
    ["--output=x..y", undefined, "--output=x..y"],
    ["security", undefined, "security"],
    ["$(touch x)..y", undefined, "$(touch x)..y"],
    ["", undefined, ""],
  ])("take %j for a range and a focus", (typed, range, focus) => {
    expect(parseReview(typed)).toEqual({ range, focus });
  });
});

describe("/recipe", () => {
  const recipe = {
    title: "Add a route",
    description: "Adds a route with its test.",
    instructions: "Add {{route}}.",
    activities: ["Add a route", "Remove a route", "List the routes"],
    parameters: [{ key: "route", description: "its path", required: true }],
  };

  it("makes a file of the conversation", async () => {
    const asked: string[] = [];
    await using scene = await openScene({
      conversationText: () => "User: add /health\nAgent: done",
      complete: async (_system, prompt) => {
        asked.push(prompt);
        return { text: `Here it is:\n\`\`\`json\n${JSON.stringify(recipe)}\n\`\`\`` };
      },
    });
    const text = await scene.say("/recipe any route");
    expect(asked[0]).toMatch(/User: add \/health[^]*should be for this: any route$/);
    expect(text).toMatch(/^The recipe \*\*Add a route\*\* is in `\.parley.recipes.add-a-route\.yaml`/);
    expect(text).toContain("Parameters:\n\n- `route`: its path");
    const [name = ""] = await readdir(join(scene.ground.cwd, ".parley/recipes"));
    expect(await readFile(join(scene.ground.cwd, ".parley/recipes", name), "utf8")).toContain("title: Add a route");
  });

  it("says why it has none", async () => {
    await using nothing = await openScene();
    expect(await nothing.say("/recipe")).toMatch(/^Nothing to turn into a recipe yet/);
    await using failing = await openScene({ conversationText: () => "x" });
    expect(await failing.say("/recipe")).toBe("No recipe was created: No model is configured.");
    await using babbling = await openScene({
      conversationText: () => "x",
      complete: async () => ({ text: "I cannot" }),
    });
    expect(await babbling.say("/recipe")).toMatch(
      /^No recipe was created: the model.s answer is not a usable recipe .*Try again/,
    );
  });
});

it("every model of the test is one that a session can have", () => {
  expect(new Set(MODELS.map(({ id }) => id)).size).toBe(MODELS.length);
});
