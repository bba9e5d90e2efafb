// Our own agent, as it is built: over chat completions, and the same over the other wires that models speak.
import { VERSION } from "@parley/base";
import { PARLEY } from "../../e2e/run-parley.ts";
import type { AgentRecipe } from "./recipe.ts";

type Wire = (modelUrl: string) => { readonly model: string; readonly env: Readonly<Record<string, string>> };

function createRecipe(name: string, wire: Wire): AgentRecipe {
  return {
    name,
    packages: [],
    version: VERSION,
    program: PARLEY,
    setUp: ({ modelUrl }) => {
      const { model, env } = wire(modelUrl);
      return { args: ["agent", "--model", `${model}/stub-model`], env };
    },
  };
}

export const parley = createRecipe("parley", (modelUrl) => ({
  model: "openai-compatible",
  env: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "stub" },
}));

/** The same agent: not in the table, but checked where the wire matters. */
export const parleyOverOtherWires: readonly AgentRecipe[] = [
  createRecipe("parley-messages", (modelUrl) => ({
    model: "anthropic",
    env: { ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: "stub" },
  })),
  createRecipe("parley-responses", (modelUrl) => ({
    model: "openai",
    env: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "stub" },
  })),
  createRecipe("parley-gemini", (modelUrl) => ({
    model: "google",
    env: { GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: "stub" },
  })),
];
