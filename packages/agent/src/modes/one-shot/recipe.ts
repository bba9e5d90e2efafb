// The recipe maker's prompt, and the recipe that came of it.
import { isObject, type JsonObject, quoteMaterial, findJson, truncateStart } from "@parley/base";
import { recipeMaker } from "../assistant/recipe-maker.ts";
import {
  PROMPT_CHARS_MAX,
  RECIPE_ACTIVITIES_MAX,
  RECIPE_INSTRUCTIONS_CHARS_MAX,
  RECIPE_PARAMETERS_MAX,
  RECIPE_TEXT_CHARS_MAX,
} from "../limits.ts";
import { textOf, type RenderedPrompt, type Unusable } from "./rendered-prompt.ts";

interface RecipeParameter {
  readonly key: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly default?: string | undefined;
}

export interface Recipe {
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  /** Three to five are asked for; what came is kept, five at most. */
  readonly activities: readonly string[];
  readonly parameters: readonly RecipeParameter[];
}

/** `wish`: what the recipe should be for. */
export function renderRecipePrompt(conversation: string, wish = ""): RenderedPrompt {
  const shape = {
    title: "…",
    description: "one sentence",
    instructions: "…, with {{key}} where a parameter goes",
    activities: ["…", "…", "…"],
    parameters: [{ key: "snake_case", description: "…", required: true, default: "…" }],
  };
  const parts = [
    quoteMaterial("conversation", truncateStart(conversation.trim(), PROMPT_CHARS_MAX)),
    `Make a recipe of this conversation. Leave out parameters if there are none. Answer with JSON alone, in this shape:\n${JSON.stringify(shape)}`,
    ...(wish.trim() === "" ? [] : [`The recipe should be for this: ${wish.trim()}`]),
  ];
  return { system: recipeMaker.instructions, prompt: parts.join("\n\n") };
}

/** Tolerant: what is missing besides the essentials is left out. */
export function parseRecipe(text: string): Recipe | Unusable {
  const objects = findJson(text).filter(isObject);
  const object = objects.find((one) => "instructions" in one) ?? objects[0];
  if (object === undefined) return { failed: "The answer has no recipe in it" };
  const title = textOf(object, ["title", "name"], RECIPE_TEXT_CHARS_MAX);
  const instructions = textOf(object, ["instructions", "prompt"], RECIPE_INSTRUCTIONS_CHARS_MAX);
  if (title === undefined || instructions === undefined) {
    return { failed: `The recipe has no ${title === undefined ? "title" : "instructions"}` };
  }
  const activities = listOf(object["activities"])
    .filter((one) => typeof one === "string")
    .flatMap((one) => textOf({ one }, ["one"], RECIPE_TEXT_CHARS_MAX) ?? [])
    .slice(0, RECIPE_ACTIVITIES_MAX);
  if (activities.length === 0) return { failed: "The recipe has no activities" };
  const description = textOf(object, ["description"], RECIPE_TEXT_CHARS_MAX) ?? title;
  return { title, description, instructions, activities, parameters: readParameters(object) };
}

function readParameters(object: JsonObject): RecipeParameter[] {
  const byKey = new Map<string, RecipeParameter>();
  for (const one of listOf(object["parameters"])) {
    const key = isObject(one) ? textOf(one, ["key", "name"], RECIPE_TEXT_CHARS_MAX) : undefined;
    if (!isObject(one) || key === undefined || !/^[a-z]\w*$/i.test(key) || byKey.has(key)) continue;
    const fallback = one["default"];
    const isPlain = typeof fallback === "string" || typeof fallback === "number" || typeof fallback === "boolean";
    byKey.set(key, {
      key,
      description: textOf(one, ["description"], RECIPE_TEXT_CHARS_MAX) ?? key,
      isRequired: one["required"] === true || (!isPlain && one["required"] !== false),
      ...(isPlain ? { default: String(fallback) } : {}),
    });
    if (byKey.size >= RECIPE_PARAMETERS_MAX) break;
  }
  return [...byKey.values()];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
