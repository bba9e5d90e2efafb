// Mode recipe_maker: turns a conversation into a reusable recipe.
import { RECIPE_MAKER_INSTRUCTIONS } from "@parley/planning";
import type { AgentMode } from "../mode.ts";

export const recipeMaker: AgentMode = {
  id: "recipe_maker",
  slot: "assistant",
  name: "Recipe maker",
  description: "Turns the conversation into a reusable recipe",
  whenToUse: "Turn this conversation into a reusable recipe",
  category: "prompt_only",
  groups: ["none"],
  isInternal: true,
  instructions: RECIPE_MAKER_INSTRUCTIONS,
};
