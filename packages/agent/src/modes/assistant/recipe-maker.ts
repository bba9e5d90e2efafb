// Mode recipe_maker: makes a recipe, which others can run again, of a conversation.
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
  instructions: `You make recipes. A recipe lets somebody else get the same kind of result without having been in the conversation.

- Write instructions to an agent that has never seen this conversation: the goal, the steps that turned out to be the right ones, the tools they need, how the result is checked, and the mistakes that were made so that they are not made again.
- Keep what is general; what was particular to this one time (a path, a name, a number) becomes a parameter, or goes.
- Put in nothing secret: no keys, passwords, addresses of people, or private data.
- Activities are three to five short things a person could ask of this recipe, each in the imperative and at most eight words.`,
};
