// Mode recipe_maker: makes a recipe, which others can run again, of a conversation.
import { RECIPE_MAKER_INSTRUCTIONS } from "@parley/planning";
import type { AgentMode } from "../mode.ts";

export const recipeMaker: AgentMode = {
  id: "recipe_maker",
  slot: "assistant",
  name: "Recipe maker",
  description: "Makes a reusable recipe of the conversation so far",
  whenToUse: "Turn this conversation into a recipe that can be run again",
  category: "prompt_only",
  groups: ["none"],
  isInternal: true,
  instructions: RECIPE_MAKER_INSTRUCTIONS,
};
