// Recipes and turns, as schemas.
import { z } from "zod";
import { TURN_STATES } from "@parley/hub";
import { NATIVE_TURNS_PAGE_MAX } from "../../../limits.ts";

/** Tolerant: the hub reads it, and says what does not fit. */
export const recipeSchema = z.looseObject({ title: z.string(), description: z.string() }).meta({
  id: "Recipe",
  description:
    "A conversation made repeatable: title, description, instructions or prompt, and parameters as {{ key }}.",
  example: {
    version: "1.0.0",
    title: "Greet",
    description: "Greets somebody",
    prompt: "say hello {{ name }}",
    parameters: [{ key: "name", inputType: "string", requirement: "required", description: "Who" }],
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
    interaction_id: z.string().optional().describe("The question it waits for."),
  })
  .meta({ id: "Turn", description: "A prompt and everything that came of it: a run of ACP-REST, a task of A2A." });

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
