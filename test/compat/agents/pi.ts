// Mario Zechner's pi, by its adapter.
import type { AgentRecipe } from "./recipe.ts";

export const pi: AgentRecipe = {
  name: "pi",
  packages: ["pi-acp@0.0.34", "@earendil-works/pi-coding-agent@0.87.1"],
  version: "0.87.1",
  node: "22.23.3",
  program: "pi-acp/dist/index.js",
  known: { mcp: { sign: /no tool fits/, reason: "it takes no MCP servers from a client, as its documentation says" } },
  setUp: ({ modelUrl }) => ({
    env: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" },
    files: {
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          stub: {
            baseUrl: `${modelUrl}/v1`,
            apiKey: "stub",
            api: "openai-completions",
            models: [{ id: "stub-model", name: "Stub", reasoning: true, input: ["text", "image"] }],
          },
        },
      }),
      ".pi/agent/settings.json": JSON.stringify({ defaultProvider: "stub", defaultModel: "stub-model" }),
    },
  }),
};
