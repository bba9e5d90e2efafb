// One conversation: where it is, what was chosen in it, what was said so far. What it takes to go on is in its runtime.
import type { ClientConnection, McpServer, PlanEntry } from "@parley/acp";
import type { Clock } from "@parley/base";
import type { Message } from "../models/message.ts";
import type { AgentMode } from "../modes/mode.ts";
import { Recorder } from "../sessions/recorder.ts";
import type { SessionRuntime } from "./session-runtime.ts";
import type { SessionSettings } from "../sessions/settings.ts";
import { noneSpent, type Spent } from "../sessions/spent.ts";
import type { ActiveTurn } from "./active-turn.ts";

export interface SessionFolders {
  /** Absolute. */
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
}

export interface AgentSessionOptions {
  readonly id: string;
  readonly client: ClientConnection;
  readonly clock: Clock;
  readonly folders: SessionFolders;
  readonly settings: SessionSettings;
  readonly modes: readonly AgentMode[];
}

export class AgentSession {
  readonly id: string;
  readonly folders: SessionFolders;
  readonly recorder: Recorder;
  /** Those that can be chosen, of every slot. */
  readonly modes: readonly AgentMode[];
  settings: SessionSettings;
  /** The person chose the model here, and it is not just the default. */
  hasChosenModel = false;
  messages: readonly Message[] = [];
  /** Calls of the last message that an interruption kept from doing anything: a prompt that continues the turn runs them. */
  unstartedCalls: readonly string[] = [];
  title: string | undefined;
  plan: readonly PlanEntry[] = [];
  spent: Spent = noneSpent;
  /** Of all calls so far, those of sub-agents too: some servers count from 0 each time, and a client knows a call by its id. */
  readonly callIds: Set<string> = new Set();
  turn: ActiveTurn | undefined;
  /** For a client that has thoughts but no notices: told with the next turn. */
  readonly waitingNotices: string[] = [];
  isClosed = false;
  /** Loaded when it is needed, or as soon as there is nothing else to do. */
  runtime: Promise<SessionRuntime> | undefined;

  constructor({ id, client, clock, folders, settings, modes }: AgentSessionOptions) {
    this.id = id;
    this.folders = folders;
    this.settings = settings;
    this.modes = modes;
    this.recorder = new Recorder({ client, sessionId: id, clock });
  }

  /** The folders it may touch, its own first. */
  get roots(): readonly string[] {
    return [this.folders.cwd, ...this.folders.additionalDirectories];
  }

  get mode(): AgentMode {
    const { slot, modeId } = this.settings;
    const mode = this.modes.find((candidate) => candidate.slot === slot && candidate.id === modeId) ?? this.modes[0];
    if (mode === undefined) throw new Error("There is always a mode");
    return mode;
  }
}
