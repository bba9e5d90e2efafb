// Plans and recipes as data: prompts for a model, parsing its answers, and checking and filling in recipes.
export { badField, fieldOf, readList, readOptionalText, readText, type Field } from "./fields.ts";
export {
  PLANNER_INSTRUCTIONS,
  readProposedPlan,
  renderPlanPrompt,
  type PlanCandidate,
  type ProposedTask,
} from "./plans/planner.ts";
export { fillRecipe, type FilledRecipe } from "./recipes/fill-recipe.ts";
export { parseRecipe } from "./recipes/parse-recipe.ts";
export { recipeFromWords } from "./recipes/recipe-from-words.ts";
export { readProposedRecipe, RECIPE_MAKER_INSTRUCTIONS, renderRecipePrompt } from "./recipes/recipe-maker.ts";
export { recipeSchema } from "./recipes/recipe-schema.ts";
export type { Recipe, RecipeParameter } from "./recipes/recipe.ts";
