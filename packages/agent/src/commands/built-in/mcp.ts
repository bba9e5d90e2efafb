// /mcp: the MCP servers of the session and their state.
import { plural, toOneLine } from "@parley/base";
import { inlineCode, table } from "../../text/markdown.ts";
import { toSentence } from "../../text/sentences.ts";
import { say } from "../answer.ts";
import type { McpStatus, SlashCommand } from "../command.ts";
import { COMMAND_DESCRIPTION_CHARS_MAX, LISTED_MAX } from "../../limits.ts";

const STATES: Readonly<Record<McpStatus["state"], string>> = {
  starting: "starting",
  ready: "ready",
  reconnecting: "connection lost, reconnecting",
  sign_in_needed: "sign-in needed",
  failed: "failed",
};

export const mcpCommand: SlashCommand = {
  name: "mcp",
  description: "Show the MCP servers of this session and their state",
  run: async (_rest, { mcp }) => {
    if (mcp.length === 0) {
      return say(
        "This session has no MCP servers.",
        "Clients provide them when a session starts; you can add more to `mcpServers` in config.json.",
      );
    }
    const rows = mcp
      .slice(0, LISTED_MAX)
      .map((server) => [
        inlineCode(server.name),
        STATES[server.state],
        server.state === "ready" ? plural(server.tools, "tool") : "",
      ]);
    const failures = mcp.flatMap(({ name, state, message }) =>
      message === undefined || state === "ready"
        ? []
        : `${inlineCode(name)}: ${toSentence(toOneLine(message, COMMAND_DESCRIPTION_CHARS_MAX))}`,
    );
    return say(
      table(["server", "state", "tools"], rows),
      mcp.length > LISTED_MAX ? `… and ${mcp.length - LISTED_MAX} more.` : "",
      failures
        .slice(0, LISTED_MAX)
        .map((line) => `- ${line}`)
        .join("\n"),
    );
  },
};
