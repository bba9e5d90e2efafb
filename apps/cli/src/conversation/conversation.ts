// A session of a hub as chat and run use it: everything that any surface does in it arrives through its log.
import type {
  AvailableCommand,
  ChangesEvent,
  ContentBlock,
  CreateElicitationResponse,
  EventActor,
  McpServer,
  PromptCapabilities,
  SessionEvent,
  StopReason,
  Usage,
} from "@parley/acp";
import type { Patch, Transcript, TranscriptLimits } from "@parley/acp/transcript";
import type { ParleyError, SandboxSetting } from "@parley/base";
import type { NativeInteraction, Operations, QueuedPrompt } from "@parley/contract";
import type { SessionPolicy } from "@parley/policy";
import type { FollowEnd, PromptOptions, StartedTurn } from "@parley/remote";
import type { RpcError } from "@parley/rpc";

/** The launch of the agent's process, in addition to the hub's environment. Kept in memory only. */
export type BroughtLaunch = NonNullable<PromptOptions["launch"]>;

export type SessionChoices = Operations["sessions/choices"]["reply"]["choices"];

/** An event of the log, and what it changed in the conversation's transcript. */
export interface RecordedEvent {
  readonly event: SessionEvent;
  readonly patches: readonly Patch[];
}

export interface ConversationSetup {
  /** The user's name for a new session. */
  readonly name?: string | undefined;
  /** Absolute. */
  readonly cwd: string;
  /** A new session works in a git worktree of the folder. */
  readonly worktree?: boolean | undefined;
  readonly additionalFolders?: readonly string[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** The least strict sandbox that is acceptable. */
  readonly sandbox?: SandboxSetting | undefined;
  readonly policy?: (() => Partial<SessionPolicy>) | undefined;
  /** Called with the name of the agent; undefined for the server's default. */
  readonly bring?: ((agent: string | undefined) => Promise<BroughtLaunch>) | undefined;
  readonly modeId?: string | undefined;
  readonly modelId?: string | undefined;
  readonly config?: Readonly<Record<string, string | boolean>> | undefined;
}

export type ConversationTarget =
  /** `agent` (default: the server's). */
  | { readonly new: ConversationSetup & { readonly agent?: string | undefined } }
  | { readonly resume: string; readonly setup?: Omit<ConversationSetup, "cwd" | "name"> | undefined };

export interface ConversationOptions {
  /**
   * The caller can sign in: if the agent requires it, the session is kept, and its id is in the error (`SignInNeeded`).
   */
  readonly signsIn?: boolean | undefined;
  /** Events of a new session from the first one; of a resumed one, those after it was opened. */
  readonly onEvents?: ((batch: readonly RecordedEvent[]) => void) | undefined;
  readonly transcript?: Partial<TranscriptLimits> | undefined;
}

export interface ConversationAgent {
  /** The hub's entry for it. */
  readonly name: string;
  readonly title: string;
  readonly version: string | undefined;
  readonly promptCapabilities: PromptCapabilities | undefined;
}

export type TurnResult = {
  readonly usage?: Usage | undefined;
  readonly changes?: ChangesEvent | undefined;
  /** A question could only have been answered by the user, but `approve` prevented asking. */
  readonly hadUnansweredQuestion?: boolean | undefined;
} & (
  | { readonly stopReason: StopReason; readonly error?: undefined }
  | { readonly error: ParleyError | RpcError; readonly stopReason?: undefined }
);

/** An open question, as stored by the hub. */
export type OpenQuestion = NativeInteraction;

export type QuestionAnswer =
  | {
      readonly optionId: string;
      readonly remember?: "session" | "workspace" | "always" | undefined;
      /** Passed on to the agent. */
      readonly reason?: string | undefined;
    }
  | CreateElicitationResponse
  /** Neither allowed nor rejected. */
  | { readonly action: "cancel" };

/** A question that another surface answered, or that was closed for another reason. */
export interface SettledQuestion {
  readonly question: OpenQuestion;
  /** Undefined if it lapsed: its turn or its agent ended. */
  readonly by: string | undefined;
  readonly actor: EventActor | undefined;
}

export interface ConversationListeners {
  readonly onEvents?: ((batch: readonly RecordedEvent[]) => void) | undefined;
  /** The open questions have changed. */
  readonly onQuestions?: ((questions: readonly OpenQuestion[]) => void) | undefined;
  /** A question was closed without an answer of this conversation. */
  readonly onSettled?: ((settled: SettledQuestion) => void) | undefined;
  /** The queue has changed. */
  readonly onWaiting?: (() => void) | undefined;
  /** Choices, commands, level or agent have changed. */
  readonly onOffer?: (() => void) | undefined;
  /** The log was replaced, for example by a restored backup: the transcript starts over. */
  readonly onReset?: (() => void) | undefined;
  /** The session was deleted, or cannot be followed. */
  readonly onEnded?: ((end: FollowEnd) => void) | undefined;
}

export interface Conversation {
  readonly id: string;
  readonly cwd: string;
  readonly agent: ConversationAgent;
  readonly transcript: Transcript;
  readonly choices: SessionChoices;
  readonly commands: readonly AvailableCommand[];
  /** The approval level. */
  readonly level: string | undefined;
  /** A turn of any surface is running or waiting. */
  readonly isRunning: boolean;
  /** Queued prompts of all surfaces, next one first. */
  readonly waiting: readonly QueuedPrompt[];
  /** Whether the turn was started by this conversation. */
  isOwnTurn(turnId: string): boolean;
  /** The same, also for a turn whose prompt is still being sent. */
  ownsTurn(turnId: string): Promise<boolean>;
  /** Oldest first. */
  readonly questions: readonly OpenQuestion[];
  /** Why the agent of a resumed session could not be started; its conversation can be read. */
  readonly problem: string | undefined;
  /** Returns a function that stops listening. */
  onEvents(listener: (batch: readonly RecordedEvent[]) => void): () => void;
  listen(listeners: ConversationListeners): () => void;
  /** Settles when its turn is over; errors of the agent are in the result. Aborting withdraws a waiting prompt, and cancels a running turn. */
  prompt(blocks: readonly ContentBlock[], options?: PromptOptions): Promise<TurnResult>;
  /** Settles when the hub has stored the turn, which continues without this conversation. */
  start(blocks: readonly ContentBlock[], options?: PromptOptions): Promise<StartedTurn>;
  /**
   * Cancels the running turn, even one of another surface. The hub ends it by force if the agent does not stop in time.
   */
  cancel(): Promise<void>;
  /** Rejects with `bad_input` if the answer is invalid, with `interaction_over` if it was already answered. */
  answer(questionId: string, answer: QuestionAnswer): Promise<void>;
  setMode(modeId: string): Promise<void>;
  setModel(modelId: string): Promise<void>;
  setConfigOption(configId: string, value: string | boolean): Promise<void>;
  setLevel(level: SessionPolicy["level"]): Promise<void>;
  /** Another agent answers from the next turn on. */
  handOver(agent: string): Promise<void>;
  rename(name: string): Promise<void>;
  /** Opens an independent copy. */
  fork(): Promise<Conversation>;
  /** Stops following. The session is unchanged, and a running turn continues. */
  close(): void;
}
