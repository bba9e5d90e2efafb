// The JSON Schema of a recipe, from the tables that its reader uses.
import type { JsonObject } from "@parley/base";
import {
  ACTIVITIES_MAX,
  ACTIVITY_CHARS_MAX,
  DESCRIPTION_CHARS_MAX,
  EXTENSIONS_MAX,
  KEY_CHARS_MAX,
  OPTION_CHARS_MAX,
  OPTIONS_MAX,
  PARAMETERS_MAX,
  TEXT_CHARS_MAX,
  TITLE_CHARS_MAX,
} from "./limits.ts";
import { INPUT_TYPES, REQUIREMENTS } from "./parse-parameter.ts";
import type { RECIPE_FIELDS } from "./parse-recipe.ts";

function text(maxLength: number, description?: string): JsonObject {
  return { type: "string", maxLength, ...(description !== undefined && { description }) };
}

function parameterSchema(): JsonObject {
  return {
    type: "object",
    properties: {
      key: { ...text(KEY_CHARS_MAX, "Name in {{ }} in the texts"), pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
      input_type: { enum: INPUT_TYPES, default: "string" },
      inputType: { enum: INPUT_TYPES },
      requirement: { enum: REQUIREMENTS, default: "required" },
      required: { type: "boolean" },
      description: text(DESCRIPTION_CHARS_MAX),
      default: { type: ["string", "number", "boolean"] },
      options: { type: "array", maxItems: OPTIONS_MAX, items: text(OPTION_CHARS_MAX) },
    },
    required: ["key"],
  };
}

export function recipeSchema(): JsonObject {
  const properties: Record<(typeof RECIPE_FIELDS)[number], JsonObject> = {
    $schema: { type: "string" },
    version: text(TITLE_CHARS_MAX),
    title: text(TITLE_CHARS_MAX),
    description: text(DESCRIPTION_CHARS_MAX),
    instructions: text(TEXT_CHARS_MAX, "What the agent is told before the prompt"),
    prompt: text(TEXT_CHARS_MAX, "The first prompt"),
    activities: {
      description: "Things to try, shown as suggestions",
      type: "array",
      maxItems: ACTIVITIES_MAX,
      items: text(ACTIVITY_CHARS_MAX),
    },
    parameters: { type: "array", maxItems: PARAMETERS_MAX, items: parameterSchema() },
    agent: text(TITLE_CHARS_MAX, "Agent that runs the recipe"),
    extensions: {
      description: "MCP servers, as ACP names them",
      type: "array",
      maxItems: EXTENSIONS_MAX,
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
