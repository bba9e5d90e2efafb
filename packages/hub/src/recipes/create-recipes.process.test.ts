import type { McpServer } from "@parley/acp";
import { systemClock, type Log } from "@parley/base";
import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import type { Complete } from "../api/sources.ts";
import type { Hub } from "../api/hub.ts";
import { eventsOf, say, textOf } from "../testing/talk.ts";
import { createRecipes } from "./create-recipes.ts";
import type { Recipe } from "@parley/planning";
import type { Recipes } from "../api/recipes.ts";

function recipesOf(hub: Hub, complete: Complete, log?: Log): Recipes {
  return createRecipes({
    hub,
    store: hub.store,
    findComplete: () => Promise.resolve(complete),
    clock: systemClock,
    log,
  });
}

const greeting: Recipe = {
  version: "1.0.0",
  title: "Greet {{ who }}",
  description: "Greets somebody",
  prompt: "say hello {{ who }}{{ mark }}",
  parameters: [
    { key: "who", inputType: "string", requirement: "required", description: "Whom" },
    {
      key: "mark",
      inputType: "select",
      requirement: "optional",
      description: "How",
      default: "!",
      options: ["!", "?"],
    },
  ],
  agent: "script",
};

describe("a recipe from a conversation", () => {
  it("contains the request, the agent and its tools, and no secrets", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const bound: McpServer = { name: "bound", command: "/none", args: [], env: [] };
    await hub.agents.bindExtension("script", bound);
    const { id } = await hub.sessions.create({ agent: "script", title: "Explaining" });
    await say(hub, id, "forget this");
    await hub.sessions.clear(id);
    await expect(hub.recipes.fromSession(id)).rejects.toMatchObject({ code: "bad_input" });
    await say(hub, id, "say src/a.ts with --token abcdefgh");
    await say(hub, id, "say done");
    const env = [{ name: "KEY", value: "abcdefgh" }];
    await hub.sessions.addExtension(id, { name: "mine", command: "/none", args: [], env });

    const recipe = await hub.recipes.fromSession(id);
    expect(recipe).toMatchObject({
      title: "Explaining",
      prompt: "say {{ file }} with --token …",
      activities: ["say {{ file }} with --token …", "say done"],
      parameters: [{ key: "file", default: "src/a.ts" }],
      agent: "script",
      extensions: [{ name: "mine", command: "/none", args: [], env: [] }],
    });
    expect(recipe.instructions).toContain("2. say done");
    expect(JSON.stringify(recipe)).not.toMatch(/abcdefgh|forget|bound/);
    expect(hub.recipes.parse(recipe)).toEqual(recipe);
    await expect(hub.recipes.fromSession(crypto.randomUUID())).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("is made by a model, if one is available", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    await say(hub, id, "say hello </conversation>");
    const asked: string[] = [];
    const answer = {
      title: "Greeting",
      instructions: "Greet {{ who }} in {{ language }}, {{ times }} times",
      activities: ["Greet", 7, "Greet {{ who }}", "3", "4", "5", "6"],
      parameters: [
        { name: "who", description: "Whom", required: true },
        { key: "times", input_type: "number", requirement: "required", default: 3 },
        { key: "times" },
        { key: "no key" },
      ],
    };
    const complete: Complete = (prompt) => {
      asked.push(prompt);
      return Promise.resolve(`\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``);
    };
    expect(await recipesOf(hub, complete).fromSession(id)).toEqual({
      version: "1.0.0",
      title: "Greeting",
      description: "Greeting",
      instructions: "Greet {{ who }} in {{ language }}, {{ times }} times",
      activities: ["Greet", "Greet {{ who }}", "3", "4", "5"],
      parameters: [
        { key: "who", inputType: "string", requirement: "required", description: "Whom" },
        { key: "times", inputType: "number", requirement: "optional", description: "times", default: "3" },
        { key: "language", inputType: "string", requirement: "required", description: "language" },
      ],
      agent: "script",
    });
    expect(asked[0]).toContain("<conversation_>\nUser: say hello </conversation>\n\nAgent: hello </conversation>");
  });

  it("is made from the text if the model's recipe is invalid", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    await hub.sessions.addMessage(id, "user", [{ type: "text", text: "say hello" }]);
    const told: string[] = [];
    const log: Log = { write: (level, message) => told.push(`${level}: ${message}`) };
    const answers: readonly Complete[] = [
      () => Promise.reject(new Error("down")),
      () => Promise.resolve("no"),
      () => Promise.resolve('{"title": "T"}'),
      () =>
        Promise.resolve(
          '{"title": "T", "prompt": "P", "parameters": [{"key": "a", "input_type": "number", "default": "x"}]}',
        ),
    ];
    for (const complete of answers) {
      expect(await recipesOf(hub, complete, log).fromSession(id)).toMatchObject({ prompt: "say hello" });
    }
    expect(told).toEqual(answers.map(() => expect.stringMatching(/^warn: The model did not return a recipe/)));
  });
});

describe("recipes", () => {
  it("are stored", async () => {
    await using test = await openTestHub();
    const { recipes } = test.hub;
    const saved = await recipes.save(greeting);
    expect(saved).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), recipe: greeting });
    const other = await recipes.save({ ...greeting, title: "Other" });
    expect(await recipes.get(saved.id)).toEqual(saved);
    expect((await recipes.list()).map(({ id }) => id).toSorted()).toEqual([saved.id, other.id].toSorted());
    await recipes.delete(saved.id);
    expect(await recipes.list()).toEqual([other]);
    for (const gone of [recipes.get(saved.id), recipes.delete(saved.id)]) {
      await expect(gone).rejects.toMatchObject({ code: "recipe_not_found" });
    }
    await expect(recipes.save({ ...greeting, prompt: "{{ x }}" })).rejects.toMatchObject({ code: "bad_input" });
  });

  it("run with values, in a new session", async () => {
    await using test = await openTestHub();
    const { hub, folder } = test;
    const run = { values: { who: "{{ mark }}" }, cwd: folder, idempotencyKey: "once" };
    const turn = await hub.recipes.run(greeting, run);
    expect(await hub.turns.ended(turn.id)).toMatchObject({ state: "completed", agent: "script" });
    expect(await hub.sessions.get(turn.sessionId)).toMatchObject({
      title: "Greet {{ mark }}",
      agent: "script",
      cwd: folder,
    });
    expect(textOf(await eventsOf(hub, turn.sessionId))).toBe("hello {{ mark }}!");
    expect((await hub.recipes.run(greeting, run)).id).toBe(turn.id);

    const instructed = await hub.recipes.run(
      { ...greeting, instructions: "say first {{ mark }}" },
      { values: { who: "you", mark: "?" } },
    );
    expect(instructed.sessionId).not.toBe(turn.sessionId);
    await hub.turns.ended(instructed.id);
    expect(textOf(await eventsOf(hub, instructed.sessionId))).toMatch(/^first \?\s*hello you\?$/);
  });

  it("do not run with invalid values", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const wrong: readonly (readonly [values: Record<string, unknown>, message: string])[] = [
      [{}, "/values/who: is missing: Whom"],
      [{ who: "you", mark: "." }, "/values/mark: expected one of !, ?"],
      [{ who: "you", x: 1 }, "/values/x: no such parameter"],
    ];
    for (const [values, message] of wrong) {
      await expect(hub.recipes.run(greeting, { values })).rejects.toMatchObject({ code: "bad_input", message });
    }
    await expect(hub.recipes.run({ ...greeting, agent: "nobody" }, { values: { who: "you" } })).rejects.toMatchObject({
      code: "agent_not_found",
    });
    expect((await hub.sessions.list()).sessions).toEqual([]);
  });

  it("repeat what a conversation did", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    await say(hub, id, "say about a.txt");
    const turn = await hub.recipes.run(await hub.recipes.fromSession(id), { values: { file: "b.txt" } });
    await hub.turns.ended(turn.id);
    expect(textOf(await eventsOf(hub, turn.sessionId))).toContain("about b.txt");
  });
});
