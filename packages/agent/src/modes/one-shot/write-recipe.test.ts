import type { Recipe } from "@parley/planning";
import { createTempFolder } from "@parley/test-support";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { writeRecipe } from "./write-recipe.ts";

const recipe: Recipe = {
  version: "1.0.0",
  title: "Release notes: für alle!",
  description: "Writes notes",
  instructions: "Read the log.\n\nWrite for {{audience}}: # not a comment",
  activities: ["Write notes", "List changes", "Thank people"],
  parameters: [
    { key: "audience", inputType: "string", description: "Who reads it", requirement: "optional", default: "users" },
  ],
};

describe("a recipe", () => {
  it("is saved under a free name, and reads back as it was", async () => {
    await using temp = await createTempFolder();
    const first = await writeRecipe(temp.path, recipe);
    expect(first).toBe(temp.file(".parley", "recipes", "release-notes-fur-alle.yaml"));
    const { parameters: _, ...rest } = recipe;
    expect(parseYaml(await readFile(first, "utf8"))).toEqual({
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

  it("is not written outside the project", async () => {
    await using temp = await createTempFolder();
    await using elsewhere = await createTempFolder();
    await symlink(elsewhere.path, temp.file(".parley"));
    await expect(writeRecipe(temp.path, recipe)).rejects.toMatchObject({ code: "file_outside" });
    expect(await readdir(elsewhere.path)).toEqual([]);
  });
});
