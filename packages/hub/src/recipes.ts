// Recipes without a hub: made from a log, for commands that work without a server.
export { recipeFromEvents } from "./recipes/recipe-from-conversation.ts";
