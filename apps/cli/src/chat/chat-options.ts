// Options of a chat.
import type { SessionInfo } from "@parley/home/session-log";
import type { Ask, SessionSetup } from "@parley/client";
import type { Log } from "@parley/base";
import type { AgentChoice } from "../client/choose-agent.ts";
import type { Client } from "../client/open-client.ts";
import type { CommandContext } from "../command.ts";
import type { HistoryFile } from "./input/history-file.ts";
import type { DeferredAsk } from "./deferred-ask.ts";

export interface ChatOptions {
  readonly context: CommandContext;
  /** The client, whose agent is already starting. */
  readonly client: Client;
  /** Holds the client's questions and reports until the chat has loaded. */
  readonly actions: DeferredAsk;
  /** The session to resume. */
  readonly known: SessionInfo | undefined;
  readonly setup: SessionSetup;
  readonly history: HistoryFile;
  /** A prompt that the chat sends as soon as the session is open. */
  readonly prompt: string | undefined;
  /** Connects to another agent. */
  readonly connect: (agent: AgentChoice, ask: Ask, log: Log) => Client;
}
