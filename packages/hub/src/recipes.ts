// Recipes without a hub: checked and filled in, for whoever runs one from a file.
export { fillRecipe, type FilledRecipe } from "./recipes/fill-recipe.ts";
export { parseRecipe } from "./recipes/parse-recipe.ts";
export type { Recipe, RecipeParameter } from "./recipes/recipes.ts";
