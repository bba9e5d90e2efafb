// What a session needs to talk to a model: conversation, models, tools, permissions, hooks and MCP servers.
import type { ClientConnection } from "@parley/acp";
import type { Checkpoints } from "../checkpoints/checkpoints.ts";
import type { SlashCommand } from "../commands/command.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { ProjectMemory } from "../instructions/project-memory.ts";
import type { Conversation } from "../loop/conversation.ts";
import type { CallRunner } from "../loop/types.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { ModelEnvironment } from "../models/environment.ts";
import type { KeptNotes } from "../tools/memory/kept-notes.ts";
import type { Tool } from "../tools/tool.ts";
import type { Models } from "./session-models.ts";

export interface SessionRuntime extends AsyncDisposable {
  readonly conversation: Conversation;
  /** The client; flushes recorded updates before each request. */
  readonly client: ClientConnection;
  readonly environment: ModelEnvironment;
  readonly models: Models;
  readonly calls: CallRunner;
  /** Shared with the session. */
  readonly callIds: Set<string>;
  readonly checkpoints: Checkpoints;
  readonly hooks: Hooks;
  readonly mcp: McpServers;
  /** When its MCP servers were started (`performance.now()`): slow ones are waited for only once. */
  readonly openedAtMs: number;
  readonly memory: ProjectMemory;
  readonly notes: KeptNotes;
  /** All current tools, including those of MCP servers, regardless of the mode. */
  tools(): readonly Tool[];
  commands(): readonly SlashCommand[];
  /** Sends the commands to the client if they have changed. */
  announce(): void;
}
