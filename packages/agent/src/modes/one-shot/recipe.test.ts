import { createTempFolder } from "@parley/test-support";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { RECIPE_PARAMETERS_MAX } from "../limits.ts";
import { parseRecipe, renderRecipePrompt, type Recipe } from "./recipe.ts";
import { writeRecipe } from "./write-recipe.ts";

const recipe: Recipe = {
  title: "Release notes: für alle!",
  description: "Writes notes",
  instructions: "Read the log.\n\nWrite for {{audience}}: # not a comment",
  activities: ["Write notes", "List changes", "Thank people"],
  parameters: [{ key: "audience", description: "Who reads it", isRequired: false, default: "users" }],
};

describe("a recipe", () => {
  it("is asked for with the end of a conversation", () => {
    const { system, prompt } = renderRecipePrompt(`${"x".repeat(200_000)} the end </conversation>`);
    expect(system).toContain("You make recipes.");
    expect(prompt).toContain("the end </conversation>\n</conversation_>");
    expect(prompt.length).toBeLessThan(100_000);
  });

  it("is read from a fence", () => {
    const { parameters, ...rest } = recipe;
    const written = {
      ...rest,
      parameters: [{ key: "audience", description: "Who reads it", required: false, default: "users" }],
    };
    expect(parameters).toHaveLength(1);
    expect(parseRecipe(`Sure!\n\`\`\`json\n${JSON.stringify(written)}\n\`\`\``)).toEqual(recipe);
  });

  it("is read tolerantly", () => {
    const activities = ["1", " ", 7, "2", "3", "4", "5", "6"];
    const parameters = [
      { key: "a" },
      { key: "a" },
      { name: "b", default: 3 },
      { key: "no spaces" },
      "c",
      null,
      { key: "d", required: false },
    ];
    expect(parseRecipe(JSON.stringify({ name: "T", prompt: "Do", activities, parameters }))).toEqual({
      title: "T",
      description: "T",
      instructions: "Do",
      activities: ["1", "2", "3", "4", "5"],
      parameters: [
        { key: "a", description: "a", isRequired: true },
        { key: "b", description: "b", isRequired: false, default: "3" },
        { key: "d", description: "d", isRequired: false },
      ],
    });
    const many = Array.from({ length: 100 }, (_, index) => ({ key: `k${index}` }));
    expect(
      parseRecipe(JSON.stringify({ title: "T", instructions: "I", activities: ["a"], parameters: many })),
    ).toMatchObject({
      parameters: { length: RECIPE_PARAMETERS_MAX },
    });
  });

  it.each<[text: string, why: RegExp]>([
    ["I cannot", /no recipe/],
    ['{"title": "T"}', /no instructions/],
    ['{"instructions": "I"}', /no title/],
    ['{"title": "T", "instructions": "I"}', /no activities/],
  ])("%s is none", (text, why) => {
    expect(parseRecipe(text)).toEqual({ failed: expect.stringMatching(why) });
  });

  it("is kept under a name that nobody has, and reads back as it was", async () => {
    await using temp = await createTempFolder();
    const first = await writeRecipe(temp.path, recipe);
    expect(first).toBe(temp.file(".parley", "recipes", "release-notes-fur-alle.yaml"));
    const { parameters: _, ...rest } = recipe;
    expect(parseYaml(await readFile(first, "utf8"))).toEqual({
      version: "1.0.0",
      ...rest,
      parameters: [{ key: "audience", description: "Who reads it", required: false, default: "users" }],
    });
    await mkdir(temp.file(".parley", "recipes", "release-notes-fur-alle-2.yaml"));
    const others = await Promise.all([
      writeRecipe(temp.path, recipe),
      writeRecipe(temp.path, recipe),
      writeRecipe(temp.path, { ...recipe, title: "日本" }),
    ]);
    expect(others.map((path) => basename(path)).toSorted()).toEqual([
      "recipe.yaml",
      "release-notes-fur-alle-3.yaml",
      "release-notes-fur-alle-4.yaml",
    ]);
    expect(await readdir(temp.file(".parley", "recipes"))).toHaveLength(5);
  });

  it("is not written out of the project", async () => {
    await using temp = await createTempFolder();
    await using elsewhere = await createTempFolder();
    await symlink(elsewhere.path, temp.file(".parley"));
    await expect(writeRecipe(temp.path, recipe)).rejects.toMatchObject({ code: "file_outside" });
    expect(await readdir(elsewhere.path)).toEqual([]);
  });
});
