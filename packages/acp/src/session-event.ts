// SessionEvent: the one record of what happened in a session. Transcript input, session file, store and export alike.
//
// A log is ndjson, one event per line, in the order of `seq`. The envelope (`v`, `seq`, `at`, `sessionId`, `type`) is the
// same in every version, so that a reader can keep and order events it does not understand.
import type {
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOption,
  RequestPermissionOutcome,
  SessionConfigOption,
  SessionMode,
  SessionUpdate,
  StopReason,
  ToolCallUpdate,
  Usage,
} from "./generated/types.ts";

export const SESSION_EVENT_VERSION = 1;

export interface EventEnvelope {
  readonly v: typeof SESSION_EVENT_VERSION;
  /** Number in the session's log; the first event has 1. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Our id of the session; the agent's own id is in `agent_started`. */
  readonly sessionId: string;
}

/** What decided: a person, a policy rule, a remembered choice, a cancelled turn, a clock. Other values are possible. */
export type AnsweredBy = "user" | "rule" | "remembered" | "cancel" | "timeout" | (string & {});

/** Who prompted, answered or chose. Logs of earlier versions do not say. */
export interface EventActor {
  /** The surface: `chat`, an editor, an API. */
  readonly surface: string;
  /** If known, the name of the key. */
  readonly person?: string | undefined;
}

export interface EventAgent {
  readonly name: string;
  readonly version?: string | undefined;
  readonly title?: string | undefined;
}

export interface EventError {
  /** A JSON-RPC code, or the code of a local error. */
  readonly code: number | string;
  readonly message: string;
}

export interface PromptEvent extends EventEnvelope {
  readonly type: "prompt";
  readonly prompt: readonly ContentBlock[];
  readonly actor?: EventActor | undefined;
}

export interface UpdateEvent extends EventEnvelope {
  readonly type: "update";
  readonly update: SessionUpdate;
}

export interface PermissionAskedEvent extends EventEnvelope {
  readonly type: "permission_asked";
  readonly interactionId: string;
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
}

export interface PermissionAnsweredEvent extends EventEnvelope {
  readonly type: "permission_answered";
  readonly interactionId: string;
  readonly outcome: RequestPermissionOutcome;
  readonly by: AnsweredBy;
  readonly reason?: string | undefined;
  /** Of an answer that a person gave. */
  readonly actor?: EventActor | undefined;
}

export interface ElicitationAskedEvent extends EventEnvelope {
  readonly type: "elicitation_asked";
  readonly interactionId: string;
  readonly request: CreateElicitationRequest;
}

export interface ElicitationAnsweredEvent extends EventEnvelope {
  readonly type: "elicitation_answered";
  readonly interactionId: string;
  readonly response: CreateElicitationResponse;
  readonly by: AnsweredBy;
  readonly actor?: EventActor | undefined;
}

/** The end of a turn: the agent's reason, or an error instead. */
export type StopEvent = EventEnvelope & { readonly type: "stop"; readonly usage?: Usage | undefined } & (
    | { readonly stopReason: StopReason; readonly error?: undefined }
    | { readonly error: EventError; readonly stopReason?: undefined }
  );

export interface ModeEvent extends EventEnvelope {
  readonly type: "mode";
  readonly modeId: string;
  /** The available modes, if they became known with this event. */
  readonly modes?: readonly SessionMode[] | undefined;
}

/** The approval level of a session, and the tool patterns that it allows and rejects. */
export interface EventPolicy {
  readonly level: string;
  readonly rules: { readonly autoAllow: readonly string[]; readonly autoReject: readonly string[] };
}

export interface ConfigEvent extends EventEnvelope {
  readonly type: "config";
  readonly configOptions: readonly SessionConfigOption[];
  /** The session's policy, if it has changed. */
  readonly policy?: EventPolicy | undefined;
  /** Of a choice that a person made. */
  readonly actor?: EventActor | undefined;
}

export interface AgentStartedEvent extends EventEnvelope {
  readonly type: "agent_started";
  readonly agent: EventAgent;
  readonly agentSessionId: string;
  readonly cwd: string;
}

export interface AgentCrashedEvent extends EventEnvelope {
  readonly type: "agent_crashed";
  readonly message: string;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

export interface AgentRestartedEvent extends EventEnvelope {
  readonly type: "agent_restarted";
  readonly agent: EventAgent;
  readonly agentSessionId: string;
  readonly cwd: string;
  /** What the new process knows about the session; updates that it replays while loading are not recorded again. */
  readonly history: "loaded" | "resumed" | "lost" | (string & {});
}

/** Our own agent replaced its context by a summary; other agents report this in an update. */
export interface CompactedEvent extends EventEnvelope {
  readonly type: "compacted";
  readonly summary?: readonly ContentBlock[] | undefined;
  /** The context that the agent continues with, in its own format: only the agent that wrote the log can read it. */
  readonly conversation?: readonly unknown[] | undefined;
}

export interface NoteEvent extends EventEnvelope {
  readonly type: "note";
  readonly level: "info" | "warning" | "error" | (string & {});
  readonly text: string;
  /** The user named the session. */
  readonly name?: string | undefined;
}

/** A terminal that the client runs for the agent: its start, its output since the last event, user input, its end. */
export interface TerminalEvent extends EventEnvelope {
  readonly type: "terminal";
  readonly terminalId: string;
  /** The command line as a user would type it; in the first event. */
  readonly command?: string | undefined;
  readonly cwd?: string | undefined;
  /** Plain text, without colours and cursor control. */
  readonly output?: string | undefined;
  /** What a user typed, as far as the program echoed it. */
  readonly input?: string | undefined;
  /** Number of characters that a user typed and the program did not echo, such as a password. */
  readonly hiddenInput?: number | undefined;
  /** A user ended it. */
  readonly killed?: boolean | undefined;
  /** Who typed or ended it; in the first event, the user who ran it. */
  readonly actor?: EventActor | undefined;
  readonly exit?: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
}

export interface ChangedFile {
  /** From the session's folder, with slashes. */
  readonly path: string;
  readonly change: "added" | "modified" | "deleted" | "renamed" | (string & {});
  /** Previous path of a renamed file. */
  readonly from?: string | undefined;
  readonly linesAdded?: number | undefined;
  readonly linesRemoved?: number | undefined;
  /** No permission of this turn covers the change. */
  readonly isUncovered?: boolean | undefined;
  /** The user approved a different text for this file than it has now. Only with `isUncovered`. */
  readonly differsFromApproved?: boolean | undefined;
}

/** What a turn did to the files of the session, however the agent did it. Comes after the turn's stop. */
export interface ChangesEvent extends EventEnvelope {
  readonly type: "changes";
  readonly files: readonly ChangedFile[];
  /** Snapshots from before and after the turn, for reviewing or undoing it. */
  readonly before: string;
  readonly after: string;
  /** How many more files changed than are listed. */
  readonly omitted?: number | undefined;
}

export interface ReviewedFile {
  /** As in the `changes` event. */
  readonly path: string;
  /** The turns whose changes of the file it is about, by number: the first prompt of the log has 1. */
  readonly turns: readonly number[];
  /** Ids of hunks. Absent: the whole file. */
  readonly hunks?: readonly string[] | undefined;
}

/** A user kept, undid or redid changes of turns. When it is recorded, the files are already changed. */
export interface ReviewEvent extends EventEnvelope {
  readonly type: "review";
  readonly action: "keep" | "undo" | "redo" | (string & {});
  readonly files: readonly ReviewedFile[];
  /** The snapshot from before the files were written. */
  readonly before?: string | undefined;
  readonly actor?: EventActor | undefined;
}

/** The prompt named no agent, so the router chose one. */
export interface RoutedEvent extends EventEnvelope {
  readonly type: "routed";
  readonly agent: string;
  readonly modeId?: string | undefined;
  /** 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
}

/** One of the tasks that a compound prompt was split into. */
export interface ProposedTask {
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly agent: string;
  readonly description: string;
  /** Of an agent that is a mode: its id and its display name. */
  readonly modeId?: string | undefined;
  readonly modeName?: string | undefined;
  /** 0 to 1. */
  readonly confidence?: number | undefined;
  readonly reasoning?: string | undefined;
  readonly toolGroups?: readonly string[] | undefined;
}

export interface PlanProposedEvent extends EventEnvelope {
  readonly type: "plan_proposed";
  readonly tasks: readonly ProposedTask[];
  readonly clarifyingQuestions?: readonly string[] | undefined;
}

/** From this event on, another agent answers. */
export interface HandedOverEvent extends EventEnvelope {
  readonly type: "handed_over";
  readonly from: string;
  readonly to: string;
}

/** The conversation was cleared; earlier events stay in the log. */
export interface ClearedEvent extends EventEnvelope {
  readonly type: "cleared";
}

/** The conversation continues from an earlier event. Events in between stay in the log, but no longer count. */
export interface RewoundEvent extends EventEnvelope {
  readonly type: "rewound";
  /** The last event that still counts. */
  readonly toSeq: number;
  /** Number of the turn whose prompt no longer counts: the first prompt of the log has 1. */
  readonly turn: number;
  /** The `rewound` event that this one undoes, restoring the state before it. */
  readonly undoes?: number | undefined;
  /** Files that were restored with it, from the session's folder. */
  readonly files: readonly string[];
  /** How many more files were restored than are listed. */
  readonly omitted?: number | undefined;
  /** Snapshots from before and after the files were written. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The agent's session until then, which continues if the rewind is undone. */
  readonly agentSessionId?: string | undefined;
  readonly actor?: EventActor | undefined;
}

/** An event of a later version, or of a type that this one does not know. */
export interface UnknownEvent extends EventEnvelope {
  readonly type: "unknown";
  /** The whole event as it was read. */
  readonly raw: unknown;
}

export type KnownEvent =
  | PromptEvent
  | UpdateEvent
  | PermissionAskedEvent
  | PermissionAnsweredEvent
  | ElicitationAskedEvent
  | ElicitationAnsweredEvent
  | StopEvent
  | ModeEvent
  | ConfigEvent
  | AgentStartedEvent
  | AgentCrashedEvent
  | AgentRestartedEvent
  | CompactedEvent
  | TerminalEvent
  | ChangesEvent
  | ReviewEvent
  | NoteEvent
  | RoutedEvent
  | PlanProposedEvent
  | HandedOverEvent
  | ClearedEvent
  | RewoundEvent;

export type SessionEvent = KnownEvent | UnknownEvent;

/** An event that has no number yet. */
export type SessionEventBody = BodyOf<KnownEvent>;

type BodyOf<E> = E extends unknown ? Omit<E, keyof EventEnvelope> : never;
