// Operations on recipes: create from a conversation, save, run with parameters.
import { defineOperations } from "../operation.ts";
import { turnSchema } from "../turns/schemas.ts";
import { givenRecipeSchema, recipeSchema, recipesReplySchema, runRecipeSchema, savedRecipeSchema } from "./schemas.ts";

const tag = "Recipes";
const example = { version: "1.0.0", title: "Greet", description: "Greet a person", prompt: "say hello" };
const shown = { description: "The recipe.", schema: savedRecipeSchema };

export const recipeOperations = defineOperations({
  "recipes/fromSession": {
    method: "post",
    path: "/sessions/{id}/recipe",
    scope: "drive",
    tag,
    summary: "Create a recipe from a conversation",
    reply: { description: "The recipe, not saved yet; save it with POST /recipes.", schema: recipeSchema },
    errors: [404],
  },
  "recipes/parse": {
    method: "post",
    path: "/recipes/parse",
    scope: "drive",
    tag,
    summary: "Check a recipe",
    body: givenRecipeSchema,
    example,
    reply: { description: "The parsed recipe.", schema: recipeSchema },
  },
  "recipes/run": {
    method: "post",
    path: "/recipes/{id}/run",
    scope: "drive",
    tag,
    summary: "Run a recipe in a new session",
    body: runRecipeSchema,
    example: { parameters: { name: "Ann" } },
    reply: { status: 202, description: "The started turn.", schema: turnSchema },
    errors: [404, 422, 503],
  },
  "recipes/list": {
    method: "get",
    path: "/recipes",
    scope: "read",
    tag,
    summary: "List recipes",
    reply: { description: "All recipes.", schema: recipesReplySchema },
  },
  "recipes/save": {
    method: "post",
    path: "/recipes",
    scope: "drive",
    tag,
    summary: "Save a recipe",
    description: "With `extensions`, requires the scope admin.",
    body: givenRecipeSchema,
    example,
    reply: { ...shown, status: 201 },
  },
  "recipes/get": {
    method: "get",
    path: "/recipes/{id}",
    scope: "read",
    tag,
    summary: "Get a recipe",
    reply: shown,
    errors: [404],
  },
  "recipes/delete": {
    method: "delete",
    path: "/recipes/{id}",
    scope: "drive",
    tag,
    summary: "Delete a recipe",
    reply: { status: 204, description: "The recipe was deleted." },
    errors: [404],
  },
});
