// Anomaly's opencode. Its program comes in a package for each platform.
import type { AgentRecipe } from "./recipe.ts";

const SYSTEM = process.platform === "win32" ? "windows" : process.platform;

/** What it needs to know of a model that no list has. */
export function toOpenAiCompatibleConfig(modelUrl: string): Record<string, unknown> {
  return {
    model: "stub/stub-model",
    small_model: "stub/stub-model",
    autoupdate: false,
    share: "disabled",
    permission: { edit: "ask", bash: "ask", webfetch: "ask" },
    provider: {
      stub: {
        npm: "@ai-sdk/openai-compatible",
        name: "Stub",
        options: { baseURL: `${modelUrl}/v1`, apiKey: "stub" },
        models: {
          "stub-model": {
            name: "Stub",
            attachment: true,
            reasoning: true,
            tool_call: true,
            modalities: { input: ["text", "image"], output: ["text"] },
            limit: { context: 200_000, output: 32_000 },
          },
        },
      },
    },
  };
}

export const opencode: AgentRecipe = {
  name: "opencode",
  packages: ["opencode-ai@1.18.33"],
  version: "1.18.33",
  program: `opencode-${SYSTEM}-${process.arch}/bin/opencode${process.platform === "win32" ? ".exe" : ""}`,
  setUp: ({ modelUrl }) => ({
    args: ["acp"],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(toOpenAiCompatibleConfig(modelUrl)),
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    },
  }),
};
