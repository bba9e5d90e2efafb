// Alibaba's Qwen Code, which descends from the Gemini CLI.
import type { AgentRecipe } from "./recipe.ts";

export const qwen: AgentRecipe = {
  name: "qwen",
  packages: ["@qwen-code/qwen-code@0.24.4"],
  version: "0.24.4",
  node: "22.23.3",
  program: "@qwen-code/qwen-code/cli-entry.js",
  setUp: ({ modelUrl }) => ({
    args: ["--acp"],
    // A model that it knows to see; it drops images for others.
    env: { OPENAI_API_KEY: "stub", OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: "gpt-4o" },
    files: {
      ".qwen/settings.json": JSON.stringify({
        security: { auth: { selectedType: "openai" } },
        tools: { toolSearch: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
      }),
    },
  }),
};
