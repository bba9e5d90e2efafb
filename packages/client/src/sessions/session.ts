// A session as a surface sees it: one conversation with one agent, whatever happens to the agent's process.
import type {
  EventActor,
  ExtensionMethod,
  AvailableCommand,
  ChangesEvent,
  ContentBlock,
  SessionConfigOption,
  SessionEvent,
  SessionEventBody,
  SessionMode,
  StopReason,
  Usage,
} from "@parley/acp";
import type { Patch, Transcript } from "@parley/acp/transcript";
import type { ParleyError } from "@parley/base";
import type { RpcError } from "@parley/rpc";
import type { TurnLimits } from "./turn-limits.ts";
import type { TurnEnding } from "./turn.ts";

/** An event of the log, its line in the file, and what it changed in the session's transcript. */
export interface RecordedEvent {
  readonly event: SessionEvent;
  readonly line: string;
  /** Views apply these instead of keeping a transcript of their own. */
  readonly patches: readonly Patch[];
}

export type TurnResult = {
  readonly usage?: Usage | undefined;
  readonly changes?: ChangesEvent | undefined;
  /** Why the session's log is incomplete. */
  readonly unsaved?: ParleyError | undefined;
} & (
  | { readonly stopReason: StopReason; readonly error?: undefined }
  | { readonly error: ParleyError | RpcError; readonly stopReason?: undefined }
);

export interface PromptOptions {
  /** Aborting removes a waiting prompt from the queue, and cancels a running turn. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Continues an interrupted turn: the prompt is not recorded, because it is not the user's. An agent that can continue
   * its turn (`_meta.parley.continuesTurn`) does so; any other one gets the blocks.
   */
  readonly continues?: boolean | undefined;
  /** May change how the turn ended, before it is recorded. */
  readonly conclude?: ((ending: TurnEnding) => TurnEnding) | undefined;
  /**
   * Sent before the blocks and not recorded: context that the agent has missed. Requested when the agent's
   * session is open, because only then is it known whether it remembers the conversation.
   */
  readonly preamble?: (() => Promise<readonly ContentBlock[]>) | undefined;
  readonly limits?: TurnLimits | undefined;
  /** Who prompts, for the log. */
  readonly actor?: EventActor | undefined;
}

/** A choice of the session, whether the agent calls it a mode, a model or a config option. */
export interface SessionChoices {
  readonly modes: readonly SessionMode[];
  readonly modeId: string | undefined;
  /** Modes that can be set although they are not listed. */
  readonly otherModeIds?: readonly string[] | undefined;
  readonly models: readonly { readonly id: string; readonly name: string; readonly description?: string | undefined }[];
  readonly modelId: string | undefined;
  readonly configOptions: readonly SessionConfigOption[];
}

/** Signals for a surface, in addition to the events of the log. */
export type SessionSignal =
  /** Prompts that wait for the running turn to end. */
  | { readonly type: "queue"; readonly waiting: number }
  /** The agent has been silent for a while; the turn continues. */
  | { readonly type: "quiet"; readonly forMs: number }
  /** The agent did not end the turn that was cancelled; `force` on `cancel` ends it. */
  | { readonly type: "cancel_ignored"; readonly forMs: number };

export interface Session {
  readonly id: string;
  readonly agentSessionId: string;
  readonly cwd: string;
  readonly transcript: Transcript;
  readonly choices: SessionChoices;
  readonly commands: readonly AvailableCommand[];
  readonly isRunning: boolean;
  readonly waiting: number;
  /** Turns run one at a time: a prompt during a turn waits. Settles when its turn is over; errors of the agent are in the result. */
  prompt(blocks: readonly ContentBlock[], options?: PromptOptions): Promise<TurnResult>;
  /** Resolves when the turn has ended. `force`: does not wait for the agent, and restarts it before the next prompt unless it has ended the turn by then. */
  cancel(options?: { readonly force?: boolean }): Promise<void>;
  setMode(modeId: string): Promise<void>;
  /** Uses the config option of category `model`, else the older method. */
  setModel(modelId: string): Promise<void>;
  setConfigOption(configId: string, value: string | boolean): Promise<void>;
  /** Calls an extension method for this session. Rejects with the agent's error, −32601 for an unknown method. */
  callExtension(method: ExtensionMethod, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  fork(): Promise<Session>;
  /** Records an event of the surface. */
  record(body: SessionEventBody): void;
  /** Events arrive in batches, each after it was written to the log. Returns a function that stops listening. */
  onEvents(listener: (batch: readonly RecordedEvent[]) => void): () => void;
  onSignal(listener: (signal: SessionSignal) => void): () => void;
  /** Closes it; it can be resumed. */
  close(): Promise<void>;
  /** Closes it and deletes it at the agent and in the store. */
  delete(): Promise<void>;
}
