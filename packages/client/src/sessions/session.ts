// What a surface sees of a session: one conversation with one agent, whatever happens to the agent's process.
import type {
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
import type { Transcript } from "@parley/acp/transcript";
import type { ParleyError } from "@parley/base";
import type { RpcError } from "@parley/rpc";
import type { TurnLimits } from "./turn-limits.ts";
import type { TurnEnding } from "./turn.ts";

/** An event that is in the log, and the line it is there. */
export interface RecordedEvent {
  readonly event: SessionEvent;
  readonly line: string;
}

export type TurnResult = {
  readonly usage?: Usage | undefined;
  readonly changes?: ChangesEvent | undefined;
  /** Why the session's log does not have all of it. */
  readonly unsaved?: ParleyError | undefined;
} & (
  | { readonly stopReason: StopReason; readonly error?: undefined }
  | { readonly error: ParleyError | RpcError; readonly stopReason?: undefined }
);

export interface PromptOptions {
  /** Aborting before the prompt was sent takes it out of the queue; later it cancels the turn. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The turn before it was interrupted and is continued: the prompt is not recorded, because nobody said it. An agent that can take
   * up its turn (`_meta.parley.continuesTurn`) does so; any other one reads the blocks.
   */
  readonly continues?: boolean | undefined;
  /** Has the last word on how the turn ended, before it is recorded. */
  readonly conclude?: ((ending: TurnEnding) => TurnEnding) | undefined;
  /**
   * Sent before the blocks and not recorded: what an agent has to know that was not there before. Asked for when the agent's
   * session is open, because only then it is known whether that one remembers anything.
   */
  readonly preamble?: (() => Promise<readonly ContentBlock[]>) | undefined;
  readonly limits?: TurnLimits | undefined;
}

/** A choice of the session, whether the agent calls it a mode, a model or a config option. */
export interface SessionChoices {
  readonly modes: readonly SessionMode[];
  readonly modeId: string | undefined;
  /** Modes that can be set although they are not offered. */
  readonly otherModeIds?: readonly string[] | undefined;
  readonly models: readonly { readonly id: string; readonly name: string; readonly description?: string | undefined }[];
  readonly modelId: string | undefined;
  readonly configOptions: readonly SessionConfigOption[];
}

/** What a surface is told besides the events of the log. */
export type SessionSignal =
  /** Prompts that wait for the running turn to end. */
  | { readonly type: "queue"; readonly waiting: number }
  /** Nothing was heard for a while; the turn goes on. */
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
  /** One turn after the other: a prompt that comes during a turn waits. Settles when its turn is over; never rejects for what the agent did. */
  prompt(blocks: readonly ContentBlock[], options?: PromptOptions): Promise<TurnResult>;
  /** Resolves when the turn has ended. `force`: does not wait for the agent, and restarts it before the next prompt unless it has ended the turn by then. */
  cancel(options?: { readonly force?: boolean }): Promise<void>;
  setMode(modeId: string): Promise<void>;
  /** By the config option of category `model`, else by the older method. */
  setModel(modelId: string): Promise<void>;
  setConfigOption(configId: string, value: string | boolean): Promise<void>;
  /** A method of the agent's own, for this session. Rejects with its error, −32601 where it has no such method. */
  callExtension(method: ExtensionMethod, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  fork(): Promise<Session>;
  /** An event of the surface's own, in its order. */
  record(body: SessionEventBody): void;
  /** In batches, each after it was handed to the log, in order. Returns how to stop. */
  onEvents(listener: (batch: readonly RecordedEvent[]) => void): () => void;
  onSignal(listener: (signal: SessionSignal) => void): () => void;
  /** Ends it here; it can be taken up again. */
  close(): Promise<void>;
  /** Ends it and has the agent and the store forget it. */
  delete(): Promise<void>;
}
