// The items of a transcript in chronological order. Everything here is immutable JSON:
// a changed item is a new object.
import type {
  CompactionStatus,
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  NoticeSeverity,
  PermissionOption,
  RequestPermissionOutcome,
  StopReason,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
  Usage,
} from "../generated/types.ts";
import type {
  AgentRestartedEvent,
  AnsweredBy,
  ChangedFile,
  EventActor,
  EventError,
  NoteEvent,
} from "../session-event.ts";

/** The fields that every item has. */
export interface ItemBase {
  /** Unique within the transcript, ascending. */
  readonly id: number;
  /** The event that created the item. */
  readonly seq: number;
  readonly at: number;
}

/** Content that grows by chunks. */
interface Flow {
  readonly blocks: readonly ContentBlock[];
  /** How much was cut from the beginning, because the item grew past its limit. */
  readonly trimmedChars: number;
}

export type MessageType = "user_message" | "agent_message" | "thought";

export interface MessageItem extends ItemBase, Flow {
  readonly type: MessageType;
  readonly messageId: string | null;
  /** Of a prompt: who sent it, where the log says so. */
  readonly actor?: EventActor | undefined;
}

/** The latest state of a tool call; fields that the agent has not sent are null. */
export interface ToolCallItem extends ItemBase {
  readonly type: "tool_call";
  readonly toolCallId: string;
  readonly title: string | null;
  readonly name: string | null;
  readonly kind: ToolKind | null;
  readonly status: ToolCallStatus | null;
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  /** The latest `_meta`, without the terminal output that some agents put there. */
  readonly meta: { readonly [name: string]: unknown } | null;
}

/** `lapsed`: the turn or the agent ended before an answer came. */
export type InteractionPhase = "open" | "answered" | "lapsed";

export interface PermissionItem extends ItemBase {
  readonly type: "permission";
  readonly interactionId: string;
  /** Null when only the answer is known. */
  readonly toolCallId: string | null;
  readonly options: readonly PermissionOption[];
  readonly phase: InteractionPhase;
  readonly answer: PermissionAnswer | null;
}

export interface PermissionAnswer {
  readonly outcome: RequestPermissionOutcome;
  readonly by: AnsweredBy;
  readonly reason: string | null;
  readonly at: number;
  /** The person who answered, where the log says so. */
  readonly actor?: EventActor | undefined;
}

export interface ElicitationItem extends ItemBase {
  readonly type: "elicitation";
  readonly interactionId: string;
  /** Null when only the answer is known. */
  readonly request: CreateElicitationRequest | null;
  readonly phase: InteractionPhase;
  readonly answer: ElicitationAnswer | null;
}

export interface ElicitationAnswer {
  readonly response: CreateElicitationResponse;
  readonly by: AnsweredBy;
  readonly at: number;
  readonly actor?: EventActor | undefined;
}

export interface CompactionItem extends ItemBase, Flow {
  readonly type: "compaction";
  /** Null for a compaction of our own agent. */
  readonly compactionId: string | null;
  readonly status: CompactionStatus;
  readonly error: string | null;
}

export interface NoticeItem extends ItemBase {
  readonly type: "notice";
  readonly severity: NoticeSeverity;
  readonly title: string;
  readonly description: string | null;
}

export interface StopItem extends ItemBase {
  readonly type: "stop";
  readonly stopReason: StopReason | null;
  readonly error: EventError | null;
  readonly usage: Usage | null;
}

/** The file changes of the previous turn. */
export interface ChangesItem extends ItemBase {
  readonly type: "changes";
  readonly files: readonly ChangedFile[];
  /** Snapshots from before and after the turn. */
  readonly before: string;
  readonly after: string;
  /** How many more files changed than are listed. */
  readonly omitted: number;
}

export interface NoteItem extends ItemBase {
  readonly type: "note";
  readonly level: NoteEvent["level"];
  readonly text: string;
  /** The step of the conversation that it describes, if any. Steps stay true; other notes were only true at the time. */
  readonly step?: ConversationStep | undefined;
}

export type ConversationStep = "review" | "routed" | "plan_proposed" | "handed_over" | "cleared" | "rewound";

export interface AgentCrashedItem extends ItemBase {
  readonly type: "agent_crashed";
  readonly message: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface AgentRestartedItem extends ItemBase {
  readonly type: "agent_restarted";
  readonly history: AgentRestartedEvent["history"];
}

/** An update or an event of a kind that this package does not know. */
export interface UnknownItem extends ItemBase {
  readonly type: "unknown";
  readonly raw: unknown;
}

export type FlowItem = MessageItem | CompactionItem;

export type TranscriptItem =
  | FlowItem
  | ToolCallItem
  | PermissionItem
  | ElicitationItem
  | NoticeItem
  | StopItem
  | ChangesItem
  | NoteItem
  | AgentCrashedItem
  | AgentRestartedItem
  | UnknownItem;
