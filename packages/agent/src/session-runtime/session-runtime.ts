// What a session has once it talks to a model: the conversation, the tools and everything they reach, what holds them back.
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
  /** To the client, after everything that was recorded before. */
  readonly client: ClientConnection;
  readonly environment: ModelEnvironment;
  readonly models: Models;
  readonly calls: CallRunner;
  /** The session's. */
  readonly callIds: Set<string>;
  readonly checkpoints: Checkpoints;
  readonly hooks: Hooks;
  readonly mcp: McpServers;
  /** When its servers were started, as `performance.now()` has it: nobody waits for slow ones twice. */
  readonly openedAtMs: number;
  readonly memory: ProjectMemory;
  readonly notes: KeptNotes;
  /** All there are now, those of MCP servers included, whatever the mode. */
  tools(): readonly Tool[];
  commands(): readonly SlashCommand[];
  /** Tells the client the commands, if they are others than it knows. */
  announce(): void;
}
