// Schemas of recipes.
import { z } from "zod";

/** Lenient for readers: the server parses a recipe itself and reports what is invalid. */
export const recipeSchema = z
  .looseObject({
    version: z.string().optional(),
    title: z.string(),
    description: z.string(),
    instructions: z.string().optional(),
    prompt: z.string().optional(),
    activities: z.array(z.string()).optional(),
    parameters: z
      .array(
        z.looseObject({
          key: z.string(),
          inputType: z.enum(["string", "number", "boolean", "select"]).optional(),
          requirement: z.enum(["required", "optional", "user_prompt"]).optional(),
          description: z.string().optional(),
          default: z.string().optional(),
          options: z.array(z.string()).optional(),
        }),
      )
      .optional(),
    agent: z.string().optional(),
    extensions: z.array(z.unknown()).optional().describe("MCP servers in ACP's format."),
  })
  .meta({
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

export const runRecipeSchema = z.looseObject({
  parameters: z.record(z.string(), z.unknown()).optional(),
  working_dir: z.string().min(1).optional(),
});
