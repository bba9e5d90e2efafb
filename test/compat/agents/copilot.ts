// GitHub's Copilot CLI, without GitHub.
import type { AgentRecipe } from "./recipe.ts";

export const copilot: AgentRecipe = {
  name: "copilot",
  packages: ["@github/copilot@1.0.102"],
  version: "1.0.102",
  program: "@github/copilot/npm-loader.js",
  known: {
    embed: {
      sign: /its text did not reach the model/,
      reason: "the text of an embedded resource does not reach the model",
    },
    mcp: {
      sign: /no tool fits/,
      reason: "it takes MCP servers over HTTP only from a client",
      link: "https://github.com/github/copilot-cli/issues/3889",
    },
  },
  setUp: ({ modelUrl }) => ({
    args: ["--acp", "--no-auto-update"],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "stub",
      COPILOT_MODEL: "stub-model",
    },
  }),
};
