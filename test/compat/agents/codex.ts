// OpenAI's Codex by the adapter of the protocol's own organisation.
import type { AgentRecipe } from "./recipe.ts";

export const codex: AgentRecipe = {
  name: "codex",
  packages: ["@agentclientprotocol/codex-acp@2.6.0"],
  version: "2.6.0",
  program: "@agentclientprotocol/codex-acp/dist/index.js",
  // In its first mode a model of its own judges what is dangerous.
  modeId: "read-only",
  setUp: ({ modelUrl }) => ({
    env: { OPENAI_API_KEY: "stub" },
    files: { ".codex/config.toml": toCodexConfig(modelUrl) },
  }),
};

export function toCodexConfig(modelUrl: string): string {
  return `model = "gpt-5"
model_provider = "stub"
check_for_update_on_startup = false

[model_providers.stub]
name = "Stub"
base_url = "${modelUrl}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"

[analytics]
enabled = false
`;
}
