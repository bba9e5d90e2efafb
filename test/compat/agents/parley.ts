// Our own agent, as it is built, over the wire of chat completions.
import { PARLEY } from "../../e2e/run-parley.ts";
import type { AgentRecipe } from "./recipe.ts";

export const parley: AgentRecipe = {
  name: "parley",
  packages: [],
  version: "0.1.0",
  program: PARLEY,
  setUp: ({ modelUrl }) => ({
    args: ["agent", "--model", "openai-compatible/stub-model"],
    env: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "stub" },
  }),
};
