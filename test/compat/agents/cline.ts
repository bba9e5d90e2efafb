// Cline's command line.
import type { AgentRecipe } from "./recipe.ts";

const PROVIDER = "openai-compatible";

const NO_IMAGES = {
  sign: /no image reached the model/,
  reason: "it drops images for a model that it does not know to see",
};

export const cline: AgentRecipe = {
  name: "cline",
  packages: ["cline@3.0.65"],
  version: "3.0.65",
  program: "cline/bin/cline",
  known: {
    image: NO_IMAGES,
    imageLink: NO_IMAGES,
    mcp: { sign: /no tool fits/, reason: "it takes no MCP servers from a client" },
  },
  setUp: ({ modelUrl }) => ({
    args: ["--acp", "--auto-approve", "false"],
    env: {
      CLINE_API_KEY: "stub",
      CLINE_PROVIDER: PROVIDER,
      CLINE_MODEL: "stub-model",
      CLINE_TELEMETRY_DISABLED: "1",
    },
    files: {
      ".cline/data/settings/providers.json": JSON.stringify({
        version: 1,
        lastUsedProvider: PROVIDER,
        modes: {},
        providers: {
          [PROVIDER]: {
            settings: { provider: PROVIDER, apiKey: "stub", model: "stub-model", baseUrl: `${modelUrl}/v1` },
            updatedAt: "2026-01-01T00:00:00.000Z",
            tokenSource: "manual",
          },
        },
      }),
    },
  }),
};
