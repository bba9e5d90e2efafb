// Routes for recipes: create from a conversation, save, run with parameters.
import type { SavedRecipe } from "@parley/hub";
import { checkRecipe } from "../input/check-prompts.ts";
import { refuseExtensions } from "../input/check-scope.ts";
import type { Native } from "../native.ts";
import { defineRoute, idempotencyKey, type Route } from "../route.ts";
import {
  givenRecipeSchema,
  recipeSchema,
  recipesReplySchema,
  runRecipeSchema,
  savedRecipeSchema,
  turnSchema,
} from "../schemas/recipe.ts";
import { toNativeTurn } from "../translate/turn.ts";

const tag = "Recipes";
const example = { version: "1.0.0", title: "Greet", description: "Greet a person", prompt: "say hello" };

export function recipeRoutes(native: Native): readonly Route[] {
  return [...makingRoutes(native), ...keepingRoutes(native)];
}

function makingRoutes({ hub }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/recipe",
        tag,
        summary: "Create a recipe from a conversation",
        reply: { description: "The recipe, not saved yet; save it with POST /recipes.", schema: recipeSchema },
        errors: [404],
      },
      ({ param }) => hub.recipes.fromSession(param("id")),
    ),
    defineRoute(
      {
        method: "post",
        path: "/recipes/parse",
        tag,
        summary: "Check a recipe",
        body: givenRecipeSchema,
        example,
        reply: { description: "The parsed recipe.", schema: recipeSchema },
      },
      ({ body }) => hub.recipes.parse(body),
    ),
    defineRoute(
      {
        method: "post",
        path: "/recipes/{id}/run",
        tag,
        summary: "Run a recipe in a new session",
        body: runRecipeSchema,
        example: { parameters: { name: "Ann" } },
        reply: { status: 202, description: "The started turn.", schema: turnSchema },
        errors: [404, 503],
      },
      async ({ context, body, param }) => {
        const { recipe } = await hub.recipes.get(param("id"));
        checkRecipe(context.get("caller"), recipe, body.parameters);
        const key = idempotencyKey(context);
        const turn = await hub.recipes.run(recipe, {
          ...(body.parameters === undefined ? {} : { values: body.parameters }),
          ...(body.working_dir === undefined ? {} : { cwd: body.working_dir }),
          ...(key === undefined ? {} : { idempotencyKey: key }),
        });
        return toNativeTurn(turn);
      },
    ),
  ];
}

function keepingRoutes({ hub }: Native): readonly Route[] {
  const shown = { description: "The recipe.", schema: savedRecipeSchema };
  return [
    defineRoute(
      {
        method: "get",
        path: "/recipes",
        tag,
        summary: "List recipes",
        reply: { description: "All recipes.", schema: recipesReplySchema },
      },
      async () => ({ recipes: (await hub.recipes.list()).map(show) }),
    ),
    defineRoute(
      {
        method: "post",
        path: "/recipes",
        tag,
        summary: "Save a recipe",
        description: "With `extensions`, requires the scope admin.",
        body: givenRecipeSchema,
        example,
        reply: { ...shown, status: 201 },
      },
      async ({ context, body }) => {
        const recipe = hub.recipes.parse(body);
        return refuseExtensions(context, recipe.extensions) ?? show(await hub.recipes.save(recipe));
      },
    ),
    defineRoute(
      { method: "get", path: "/recipes/{id}", tag, summary: "Get a recipe", reply: shown, errors: [404] },
      async ({ param }) => show(await hub.recipes.get(param("id"))),
    ),
    defineRoute(
      {
        method: "delete",
        path: "/recipes/{id}",
        tag,
        summary: "Delete a recipe",
        reply: { status: 204, description: "The recipe was deleted." },
        errors: [404],
      },
      ({ param }) => hub.recipes.delete(param("id")),
    ),
  ];
}

function show({ id, recipe, createdAtMs }: SavedRecipe): unknown {
  return { id, recipe, created_at: new Date(createdAtMs).toISOString() };
}
