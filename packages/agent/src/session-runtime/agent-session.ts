// One session: its folders, settings and messages. What it needs to talk to a model is in its runtime.
import type { ClientConnection, McpServer, PlanEntry } from "@parley/acp";
import type { Clock } from "@parley/base";
import { NO_PATTERNS, type RulePatterns } from "@parley/policy";
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
  /** All available modes, of every slot. */
  readonly modes: readonly AgentMode[];
  settings: SessionSettings;
  /** Rules of the client for this session only. */
  rules: RulePatterns = NO_PATTERNS;
  /** The user selected the model; it is not just the default. */
  hasChosenModel = false;
  messages: readonly Message[] = [];
  /** Calls of the last message that were interrupted before they did anything; a prompt that resumes the turn runs them. */
  unstartedCalls: readonly string[] = [];
  title: string | undefined;
  plan: readonly PlanEntry[] = [];
  spent: Spent = noneSpent;
  /** Ids of all calls so far, including sub-agents: clients identify calls by id, and some servers number them from 0 each time. */
  readonly callIds: Set<string> = new Set();
  turn: ActiveTurn | undefined;
  /** For a client without notices: shown as thoughts of the next turn. */
  readonly waitingNotices: string[] = [];
  isClosed = false;
  /** Opened on first use, or when the agent is idle. */
  runtime: Promise<SessionRuntime> | undefined;

  constructor({ id, client, clock, folders, settings, modes }: AgentSessionOptions) {
    this.id = id;
    this.folders = folders;
    this.settings = settings;
    this.modes = modes;
    this.recorder = new Recorder({ client, sessionId: id, clock });
  }

  /** The folders it may access, the working folder first. */
  get roots(): readonly string[] {
    return [this.folders.cwd, ...this.folders.additionalDirectories];
  }

  get mode(): AgentMode {
    const { slot, modeId } = this.settings;
    const mode = this.modes.find((candidate) => candidate.slot === slot && candidate.id === modeId) ?? this.modes[0];
    if (mode === undefined) throw new Error("A session needs at least one mode");
    return mode;
  }
}
