// Claude Code by Zed's adapter, the last release that works through the client's files and terminals.
import type { AgentRecipe } from "./recipe.ts";

export const claudeZed: AgentRecipe = {
  name: "claude-zed",
  packages: ["@zed-industries/claude-code-acp@0.16.2"],
  version: "0.16.2",
  program: "@zed-industries/claude-code-acp/dist/index.js",
  setUp: ({ modelUrl }) => ({
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "stub",
      ENABLE_TOOL_SEARCH: "false",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // In a container with this variable the adapter offers a mode that its program refuses to root, and no session begins.
      IS_SANDBOX: "",
    },
  }),
};
