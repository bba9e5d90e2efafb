// Makes a recipe from the prompts of a conversation, without a model.
import { truncate, toOneLine } from "@parley/base";
import {
  ACTIVITY_CHARS_MAX,
  RECIPE_DESCRIPTION_CHARS_MAX,
  PROPOSED_ACTIVITIES_MAX,
  PROPOSED_STEPS_MAX,
  STEP_CHARS_MAX,
  RECIPE_TEXT_CHARS_MAX,
  RECIPE_TITLE_CHARS_MAX,
  PARAMETER_VALUE_CHARS_MAX,
} from "../limits.ts";
import { RECIPE_VERSION } from "./parse-recipe.ts";
import type { Recipe } from "./recipe.ts";
import { generalise } from "./words-to-parameters.ts";

export interface Words {
  readonly title: string;
  /** Title of the agent. */
  readonly agentTitle: string;
  /** The user's prompts, in order; at least one. */
  readonly prompts: readonly string[];
}

export function recipeFromWords({ title, agentTitle, prompts }: Words): Recipe {
  const asked = prompts
    .slice(0, PROPOSED_STEPS_MAX)
    .map((prompt) => truncate(prompt.trim(), PARAMETER_VALUE_CHARS_MAX));
  const { texts, parameters } = generalise(asked);
  const [first = ""] = texts;
  const goal = toOneLine(asked[0] ?? "", RECIPE_DESCRIPTION_CHARS_MAX / 2);
  const activities = new Set(texts.map((text) => toOneLine(text, ACTIVITY_CHARS_MAX)));
  return {
    version: RECIPE_VERSION,
    title: toOneLine(title.trim() === "" ? goal : title, RECIPE_TITLE_CHARS_MAX),
    description: `What ${toOneLine(agentTitle, RECIPE_TITLE_CHARS_MAX)} was asked for: ${goal}`,
    instructions: toInstructions(texts),
    // Placeholders may be longer than the text they replace.
    prompt: truncate(first, RECIPE_TEXT_CHARS_MAX),
    activities: [...activities].slice(0, PROPOSED_ACTIVITIES_MAX),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

function toInstructions(texts: readonly string[]): string {
  const [first = "", ...more] = texts.map((text) => toOneLine(text, STEP_CHARS_MAX));
  const goal = `The goal: ${first}`;
  if (more.length === 0) return goal;
  const steps = [first, ...more].map((text, index) => `${index + 1}. ${text}`);
  return `${goal}\n\nThese steps led to it, one after the other:\n${steps.join("\n")}`;
}
