// Recipes: create from a conversation, save, run with parameters.
import type { Reply } from "@parley/contract";
import type { SavedRecipe } from "@parley/hub";
import { keyRequest } from "../../auth/keyed-request.ts";
import { checkExtensions } from "../extensions/check-extensions.ts";
import { defineHandlers } from "../handler.ts";
import { toNativeTurn } from "../turns/translate.ts";
import { checkRecipe } from "./check-recipe.ts";

export const recipeHandlers = defineHandlers({
  "recipes/fromSession": ({ id }, { hub }) => hub.recipes.fromSession(id),
  "recipes/parse": (given, { hub }) => hub.recipes.parse(given),
  "recipes/run": async ({ id, parameters, working_dir: cwd }, call) => {
    const { hub, caller, actor } = call;
    const { recipe } = await hub.recipes.get(id);
    checkRecipe(caller, recipe, parameters);
    const turn = await hub.recipes.run(recipe, {
      ...(parameters === undefined ? {} : { values: parameters }),
      ...(cwd === undefined ? {} : { cwd }),
      ...keyRequest(call, { id, parameters, cwd }),
      actor,
    });
    return toNativeTurn(turn);
  },
  "recipes/list": async (_, { hub }) => ({ recipes: (await hub.recipes.list()).map(show) }),
  "recipes/save": async (given, { hub, caller }) => {
    const recipe = hub.recipes.parse(given);
    checkExtensions(caller, recipe.extensions);
    return show(await hub.recipes.save(recipe));
  },
  "recipes/get": async ({ id }, { hub }) => show(await hub.recipes.get(id)),
  "recipes/delete": ({ id }, { hub }) => hub.recipes.delete(id),
});

function show({ id, recipe, createdAtMs }: SavedRecipe): Reply<"recipes/get"> {
  return { id, recipe, created_at: new Date(createdAtMs).toISOString() };
}
