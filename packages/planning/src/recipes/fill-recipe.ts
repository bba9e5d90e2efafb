// A recipe with its values filled in: the prompt, the agent and its MCP servers.
import type { McpServer } from "@parley/acp";
import { toOneLine } from "@parley/base";
import { RECIPE_TITLE_CHARS_MAX } from "../limits.ts";
import { readValues } from "./parameter-value.ts";
import { parseExtensions } from "./parse-recipe.ts";
import { fill } from "./placeholders.ts";
import type { Recipe } from "./recipe.ts";

export interface FilledRecipe {
  readonly title: string;
  readonly prompt: string;
  readonly agent: string | undefined;
  readonly extensions: readonly McpServer[];
}

/** Throws `bad_input`, naming the parameter that is missing, unknown or of the wrong kind. */
export function fillRecipe(recipe: Recipe, values: unknown): FilledRecipe {
  const filled = readValues(recipe, values);
  const texts = [recipe.instructions, recipe.prompt].flatMap((text) =>
    text === undefined ? [] : [fill(text, filled)],
  );
  return {
    title: toOneLine(fill(recipe.title, filled), RECIPE_TITLE_CHARS_MAX),
    prompt: texts.join("\n\n"),
    agent: recipe.agent,
    extensions: parseExtensions({ value: recipe.extensions, path: "/extensions" }),
  };
}
