// Finds a saved recipe by id or title; if a title has several versions, the requested one.
import { ParleyError } from "@parley/base";
import type { Hub, SavedRecipe } from "@parley/hub";
import { FieldError } from "../input/field-error.ts";

/** Default: the latest version of that title. */
export async function findRecipe(hub: Hub, name: string, version?: string | null): Promise<SavedRecipe> {
  const all = await hub.recipes.list();
  const byId = all.filter(({ id }) => id === name);
  const named = byId.length > 0 ? byId : all.filter(({ recipe }) => recipe.title === name);
  if (named.length === 0) {
    throw new ParleyError({ code: "recipe_not_found", message: `Recipe ${JSON.stringify(name)} not found` });
  }
  const [found] = named
    .filter(({ recipe }) => !version || recipe.version === version)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  if (found !== undefined) return found;
  const known = [...new Set(named.map(({ recipe }) => recipe.version))].join(", ");
  throw new FieldError("recipe_version", `recipe ${JSON.stringify(name)} has ${known}, not ${version}`);
}
