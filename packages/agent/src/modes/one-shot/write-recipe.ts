// Saves a recipe in `.parley/recipes/` of the project under an unused name.
import { ParleyError } from "@parley/base";
import { createFiles, type Files } from "@parley/machine";
import type { Recipe, RecipeParameter } from "@parley/planning";
import { join } from "node:path";
import { toSlug } from "../../text/file-name.ts";
import { RECIPE_NAMES_MAX, RECIPE_SLUG_CHARS_MAX } from "../../limits.ts";

/** Names reserved by this process, so that two parallel calls get different names. */
const taken = new Set<string>();

/** `folder`: the project folder. Resolves with the path. Rejects with a ParleyError. */
export async function writeRecipe(folder: string, recipe: Recipe): Promise<string> {
  const content = await toYaml(recipe);
  const files = await createFiles({ roots: [folder] });
  const slug = toSlug(recipe.title, RECIPE_SLUG_CHARS_MAX) ?? "recipe";
  const path = await takeFree(files, (end) => join(folder, ".parley", "recipes", `${slug}${end}.yaml`));
  try {
    return (await files.writeTextFile({ path, content })).realPath;
  } finally {
    taken.delete(path);
  }
}

async function takeFree(files: Files, toPath: (end: string) => string): Promise<string> {
  for (let count = 1; count <= RECIPE_NAMES_MAX; count += 1) {
    const path = toPath(count === 1 ? "" : `-${count}`);
    if (taken.has(path) || (await isThere(files, path)) || taken.has(path)) continue;
    taken.add(path);
    return path;
  }
  throw new ParleyError({
    code: "file_exists",
    message: `There are already ${RECIPE_NAMES_MAX} recipes named like ${toPath("")}`,
    remedy: { label: "Remove unused ones" },
  });
}

/** An entry of any kind occupies the name. */
async function isThere(files: Files, path: string): Promise<boolean> {
  try {
    await files.readTextFile({ path, line: 1, limit: 0 });
    return true;
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error.code === "file_outside") throw error;
    return error.code !== "file_not_found";
  }
}

async function toYaml({ parameters = [], ...recipe }: Recipe): Promise<string> {
  const { stringify } = await import("yaml");
  const written = { ...recipe, ...(parameters.length === 0 ? {} : { parameters: parameters.map(toWritten) }) };
  return stringify(written, { lineWidth: 0 });
}

function toWritten({ key, description, requirement, inputType, default: fallback, options }: RecipeParameter): object {
  return {
    key,
    description,
    ...(inputType === "string" ? {} : { input_type: inputType }),
    required: requirement === "required",
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(options === undefined ? {} : { options }),
  };
}
