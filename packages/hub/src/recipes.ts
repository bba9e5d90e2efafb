// Recipes without a hub: made from a log, checked and filled in, for commands that work without a server.
export { fillRecipe, type FilledRecipe } from "./recipes/fill-recipe.ts";
export { parseRecipe } from "./recipes/parse-recipe.ts";
export { recipeSchema } from "./recipes/recipe-schema.ts";
export { recipeFromEvents } from "./recipes/recipe-from-conversation.ts";
export type { Recipe, RecipeParameter } from "./api/recipes.ts";
