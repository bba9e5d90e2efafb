// The recipes on a server.
import type { ServerAccess } from "../../server/server-access.ts";
import { ServerApi } from "../../server/server-api.ts";
import { parseRecipe, type Recipe } from "@parley/planning";

export interface ServerRecipe {
  readonly id: string;
  readonly recipe?: Recipe;
  readonly problem?: string;
}

export async function listServerRecipes(server: ServerAccess): Promise<readonly ServerRecipe[]> {
  const answer = (await new ServerApi(server).request("GET", "/recipes")) as {
    readonly recipes: readonly { readonly id: string; readonly recipe: unknown }[];
  };
  return answer.recipes.map(({ id, recipe }) => ({ id, ...tryParse(recipe) }));
}

/** Finds a recipe by id or title; of several with the same title, the latest. */
export async function findServerRecipe(server: ServerAccess, text: string): Promise<Recipe | undefined> {
  const all = await listServerRecipes(server);
  const found = all.find(({ id }) => id === text) ?? all.findLast(({ recipe }) => recipe?.title === text);
  return found?.recipe;
}

function tryParse(recipe: unknown): Pick<ServerRecipe, "recipe" | "problem"> {
  try {
    return { recipe: parseRecipe(recipe) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
