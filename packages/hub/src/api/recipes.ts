// Recipes: a conversation made repeatable, with parameters.
import type { Turn } from "./turns.ts";

export interface RecipeParameter {
  /** Stands as `{{ key }}` in the texts. */
  readonly key: string;
  readonly inputType: "string" | "number" | "boolean" | "select";
  readonly requirement: "required" | "optional" | "user_prompt";
  readonly description: string;
  readonly default?: string | undefined;
  /** Of a select. */
  readonly options?: readonly string[] | undefined;
}

export interface Recipe {
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly instructions?: string | undefined;
  readonly prompt?: string | undefined;
  readonly activities?: readonly string[] | undefined;
  readonly parameters?: readonly RecipeParameter[] | undefined;
  readonly agent?: string | undefined;
  /** MCP servers, as ACP has them. */
  readonly extensions?: readonly unknown[] | undefined;
}

export interface SavedRecipe {
  readonly id: string;
  readonly recipe: Recipe;
  readonly createdAtMs: number;
}

export interface Recipes {
  /** By the mode that makes recipes; without a model, from what was said. */
  fromSession(sessionId: string): Promise<Recipe>;
  /** Rejects with `bad_input`, naming the field. */
  parse(recipe: unknown): Recipe;
  save(recipe: Recipe): Promise<SavedRecipe>;
  list(): Promise<readonly SavedRecipe[]>;
  get(id: string): Promise<SavedRecipe>;
  delete(id: string): Promise<void>;
  /** A new session with its first turn. Rejects with `bad_input` if a parameter is missing or of the wrong kind. */
  run(
    recipe: Recipe,
    options?: {
      readonly values?: Readonly<Record<string, unknown>>;
      readonly cwd?: string;
      readonly idempotencyKey?: string;
      /** What the answer has to fit. */
      readonly jsonSchema?: unknown;
    },
  ): Promise<Turn>;
}
