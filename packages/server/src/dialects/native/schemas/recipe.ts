// Schemas of recipes and turns.
import { z } from "zod";
import { TURN_STATES } from "@parley/hub";
import { NATIVE_TURNS_PAGE_MAX } from "../../../limits.ts";

/** Lenient: the hub parses the recipe and reports what is invalid. */
export const recipeSchema = z.looseObject({ title: z.string(), description: z.string() }).meta({
  id: "Recipe",
  description: "A repeatable conversation: title, description, instructions or prompt, and parameters as {{ key }}.",
  example: {
    version: "1.0.0",
    title: "Greet",
    description: "Greet a person",
    prompt: "say hello {{ name }}",
    parameters: [{ key: "name", inputType: "string", requirement: "required", description: "Name of the person" }],
  },
});

export const givenRecipeSchema = z.looseObject({});
export const savedRecipeSchema = z
  .looseObject({ id: z.string(), recipe: recipeSchema, created_at: z.string() })
  .meta({ id: "SavedRecipe" });
export const recipesReplySchema = z.object({ recipes: z.array(savedRecipeSchema) });

export const turnSchema = z
  .looseObject({
    id: z.string(),
    session_id: z.string(),
    agent: z.string(),
    state: z.enum(TURN_STATES),
    created_at: z.string(),
    finished_at: z.string().optional(),
    first_seq: z.number().int().optional(),
    last_seq: z.number().int().optional(),
    stop_reason: z.string().optional(),
    interaction_id: z.string().optional().describe("The question that the turn is waiting for."),
  })
  .meta({ id: "Turn", description: "A prompt and its outcome: a run in ACP-REST, a task in A2A." });

export const runRecipeSchema = z.looseObject({
  parameters: z.record(z.string(), z.unknown()).optional(),
  working_dir: z.string().min(1).optional(),
});

export const turnsQuerySchema = z.object({
  session_id: z.string().min(1).optional(),
  state: z.enum(TURN_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(NATIVE_TURNS_PAGE_MAX).optional(),
  cursor: z.string().min(1).optional(),
});
export const turnsReplySchema = z.object({ turns: z.array(turnSchema), next_cursor: z.string().optional() });
