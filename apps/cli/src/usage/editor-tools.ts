// Flags and arguments of `parley editor-tools`.
import { defineUsage } from "../arguments/usage.ts";

export const editorToolsUsage = defineUsage({
  name: "editor-tools",
  summary: "Offer the tools of a session's editor as an MCP server on stdin and stdout",
  details:
    "Started by a server for agents that don't support MCP over HTTP. PARLEY_EDITOR_URL and PARLEY_EDITOR_TOKEN select the session.",
  flags: {},
  positionals: [],
  examples: [{ about: "What an agent runs", command: "PARLEY_EDITOR_URL=… PARLEY_EDITOR_TOKEN=… parley editor-tools" }],
});
