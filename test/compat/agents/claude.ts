// Claude Code by the adapter of the protocol's own organisation.
import { claudeZed } from "./claude-zed.ts";
import type { AgentRecipe } from "./recipe.ts";

export const claude: AgentRecipe = {
  name: "claude",
  packages: ["@agentclientprotocol/claude-agent-acp@0.99.0"],
  version: "0.99.0",
  node: "22.23.3",
  program: "@agentclientprotocol/claude-agent-acp/dist/index.js",
  setUp: (place) => claudeZed.setUp(place),
  known: {
    delete: {
      sign: /still in the list/,
      reason: "a session that is open when it is deleted is in the list all the same",
    },
  },
};
