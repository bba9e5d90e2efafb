// Recipes: made from conversations, stored, and run in sessions of their own.
import type { McpServer } from "@parley/acp";
import { createId, ParleyError, type Clock, type Log } from "@parley/base";
import { fillRecipe, parseRecipe, type Recipe } from "@parley/planning";
import { isDeepStrictEqual } from "node:util";
import type { FindComplete } from "../api/sources.ts";
import type { Hub } from "../api/hub.ts";
import type { HubStore } from "../api/store.ts";
import { readConversation } from "../text/conversation.ts";
import type { Turn } from "../api/turns.ts";
import { RECIPES_MAX } from "../limits.ts";
import { recipeFromConversation } from "./recipe-from-conversation.ts";
import type { Recipes, SavedRecipe } from "../api/recipes.ts";
import { toSharedExtensions } from "./shared-extensions.ts";

export interface RecipesOptions {
  readonly hub: Pick<Hub, "agents" | "sessions" | "turns">;
  readonly store: Pick<HubStore, "putRecipe" | "getRecipe" | "listRecipes" | "deleteRecipe">;
  /** A model, if one is configured. */
  readonly findComplete?: FindComplete | undefined;
  readonly clock: Clock;
  readonly log?: Log | undefined;
}

export function createRecipes(options: RecipesOptions): Recipes {
  const { hub, store, clock } = options;
  const get = async (id: string): Promise<SavedRecipe> => {
    const saved = await store.getRecipe(id);
    if (saved === undefined) throw new ParleyError({ code: "recipe_not_found", message: `Recipe ${id} not found` });
    return saved;
  };
  return {
    fromSession: (sessionId) => makeRecipe(options, sessionId),
    parse: parseRecipe,
    save: async (recipe) => {
      const saved = { id: createId(clock), recipe: parseRecipe(recipe), createdAtMs: clock.now() };
      if ((await store.listRecipes()).length >= RECIPES_MAX) {
        throw new ParleyError({ code: "limit_reached", message: `There are ${RECIPES_MAX} recipes: delete one first` });
      }
      await store.putRecipe(saved);
      return saved;
    },
    list: () => store.listRecipes(),
    get,
    delete: async (id) => {
      await get(id);
      await store.deleteRecipe(id);
    },
    run: (recipe, how) => runRecipe(hub, parseRecipe(recipe), how),
  };
}

async function makeRecipe({ hub, findComplete, log }: RecipesOptions, sessionId: string): Promise<Recipe> {
  const session = await hub.sessions.get(sessionId);
  const conversation = await readConversation(hub.sessions, sessionId, { ...session, after: session.clearedSeq });
  const entry = await hub.agents.find(session.agent);
  const source = { title: session.title, agentTitle: entry?.title ?? session.agent, findComplete, log };
  const recipe = await recipeFromConversation(conversation, source);
  // The agent's own extensions come with the agent, including their secrets.
  const isBound = (server: McpServer): boolean =>
    (entry?.extensions ?? []).some((bound) => isDeepStrictEqual(bound, server));
  const extensions = toSharedExtensions(session.extensions.filter((server) => !isBound(server)));
  return parseRecipe({
    ...recipe,
    ...(entry === undefined ? {} : { agent: entry.name }),
    ...(extensions.length === 0 ? {} : { extensions }),
  });
}

async function runRecipe(
  { sessions, turns }: RecipesOptions["hub"],
  recipe: Recipe,
  { values = {}, cwd, idempotencyKey, keyedRequest, ...options }: NonNullable<Parameters<Recipes["run"]>[1]> = {},
): Promise<Turn> {
  const { title, prompt, agent, extensions } = fillRecipe(recipe, values);
  // A session that is not a recipe's may use the same key.
  const key = idempotencyKey === undefined ? undefined : `recipe:${idempotencyKey}`;
  const keyed = { idempotencyKey: key, keyedRequest };
  const { id: sessionId } = await sessions.create({ agent, cwd, title, extensions, ...keyed });
  const said = [{ type: "text", text: prompt } as const];
  return turns.start({ sessionId, prompt: said, ...keyed, ...options });
}
