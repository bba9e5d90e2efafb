// A saved recipe by its id, or by its title.
import { ParleyError } from "@parley/base";
import type { Hub, SavedRecipe } from "@parley/hub";

export async function findRecipe(hub: Hub, name: string): Promise<SavedRecipe> {
  const all = await hub.recipes.list();
  const found = all.find(({ id }) => id === name) ?? all.find(({ recipe }) => recipe.title === name);
  if (found !== undefined) return found;
  throw new ParleyError({ code: "recipe_not_found", message: `There is no recipe ${name}.` });
}
