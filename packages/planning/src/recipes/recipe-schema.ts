// The JSON Schema of a recipe, from the tables that its reader uses.
import type { JsonObject } from "@parley/base";
import {
  ACTIVITIES_MAX,
  ACTIVITY_CHARS_MAX,
  RECIPE_DESCRIPTION_CHARS_MAX,
  RECIPE_EXTENSIONS_MAX,
  PARAMETER_KEY_CHARS_MAX,
  PARAMETER_OPTION_CHARS_MAX,
  PARAMETER_OPTIONS_MAX,
  PARAMETERS_MAX,
  RECIPE_TEXT_CHARS_MAX,
  RECIPE_TITLE_CHARS_MAX,
} from "../limits.ts";
import { INPUT_TYPES, REQUIREMENTS } from "./parse-parameter.ts";
import type { RECIPE_FIELDS } from "./parse-recipe.ts";

function text(maxLength: number, description?: string): JsonObject {
  return { type: "string", maxLength, ...(description !== undefined && { description }) };
}

function parameterSchema(): JsonObject {
  return {
    type: "object",
    properties: {
      key: { ...text(PARAMETER_KEY_CHARS_MAX, "Name in {{ }} in the texts"), pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
      input_type: { enum: INPUT_TYPES, default: "string" },
      inputType: { enum: INPUT_TYPES },
      requirement: { enum: REQUIREMENTS, default: "required" },
      required: { type: "boolean" },
      description: text(RECIPE_DESCRIPTION_CHARS_MAX),
      default: { type: ["string", "number", "boolean"] },
      options: { type: "array", maxItems: PARAMETER_OPTIONS_MAX, items: text(PARAMETER_OPTION_CHARS_MAX) },
    },
    required: ["key"],
  };
}

export function recipeSchema(): JsonObject {
  const properties: Record<(typeof RECIPE_FIELDS)[number], JsonObject> = {
    $schema: { type: "string" },
    version: text(RECIPE_TITLE_CHARS_MAX),
    title: text(RECIPE_TITLE_CHARS_MAX),
    description: text(RECIPE_DESCRIPTION_CHARS_MAX),
    instructions: text(RECIPE_TEXT_CHARS_MAX, "Instructions for the agent, before the prompt"),
    prompt: text(RECIPE_TEXT_CHARS_MAX, "The first prompt"),
    activities: {
      description: "Suggestions to show",
      type: "array",
      maxItems: ACTIVITIES_MAX,
      items: text(ACTIVITY_CHARS_MAX),
    },
    parameters: { type: "array", maxItems: PARAMETERS_MAX, items: parameterSchema() },
    agent: text(RECIPE_TITLE_CHARS_MAX, "Agent that runs the recipe"),
    extensions: {
      description: "MCP servers, in ACP's format",
      type: "array",
      maxItems: RECIPE_EXTENSIONS_MAX,
      items: { type: "object" },
    },
    author: { description: "Accepted and ignored" },
    settings: { description: "Accepted and ignored" },
  };
  return {
    title: "Parley recipe",
    type: "object",
    properties,
    required: ["title", "description"],
    anyOf: [{ required: ["instructions"] }, { required: ["prompt"] }],
    additionalProperties: false,
  };
}
