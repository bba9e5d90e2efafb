// Recipes, stored and run: a repeatable conversation with parameters.
import type { EventActor } from "@parley/acp";
import type { Recipe } from "@parley/planning";
import type { NewTurn, Turn } from "./turns.ts";

export interface SavedRecipe {
  readonly id: string;
  readonly recipe: Recipe;
  readonly createdAtMs: number;
}

export interface Recipes {
  /** Made by the recipe mode, or without a model from the conversation itself. */
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
      readonly keyedRequest?: NewTurn["keyedRequest"];
      /** The JSON Schema for the answer. */
      readonly jsonSchema?: unknown;
      readonly approve?: NewTurn["approve"];
      readonly onDisconnect?: NewTurn["onDisconnect"];
      readonly actor?: EventActor;
    },
  ): Promise<Turn>;
}
