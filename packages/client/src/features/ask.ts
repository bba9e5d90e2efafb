// The port for asking the user: a prompt in a terminal, a card in a view, an interaction in a hub.
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  EventActor,
  PermissionOption,
  ToolCallUpdate,
} from "@parley/acp";
import type { PermissionReply } from "@parley/home/judge";
import type { Danger, Proposal } from "@parley/policy";

export type { PermissionReply } from "@parley/home/judge";

/** The kind as shown to the user; a server that decided does not send more. */
export interface AskedDecision {
  readonly reason: string;
  readonly danger?: Pick<Danger, "sentence"> | undefined;
}

export interface PermissionQuestion {
  readonly interactionId: string;
  readonly sessionId: string;
  readonly agentName: string;
  /** Everything known of the tool call: what was announced, and what came with the question. */
  readonly toolCall: ToolCallUpdate;
  /** Identified by `optionId`; two options may have the same kind. */
  readonly options: readonly PermissionOption[];
  /** `agent`: the agent asked. `client`: the agent requested a file or a terminal, and policy requires approval. */
  readonly origin: "agent" | "client";
  /** Why approval is needed, and the danger if there is one. */
  readonly decision: AskedDecision;
  /** Choices that can be remembered, so that the same question is not asked again. */
  readonly proposals: readonly Proposal[];
}

export interface ElicitationQuestion {
  readonly interactionId: string;
  /** Undefined when the agent asks outside any session. */
  readonly sessionId: string | undefined;
  readonly agentName: string;
  readonly request: CreateElicitationRequest;
  /** Why the last answer was rejected: a field of the form and its problem ("must be a number"). */
  readonly refused?: { readonly field: string; readonly problem: string } | undefined;
}

export type ElicitationReply = CreateElicitationResponse & {
  /** What answered, if not the user: `remembered`. */
  readonly by?: string | undefined;
  readonly actor?: EventActor | undefined;
};

/** The signal aborts when the turn is cancelled or the agent is gone; the answer does not matter then. */
export interface Ask {
  permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionReply>;
  elicitation(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationReply>;
  /** The page of an elicitation by URL is completed. */
  elicitationCompleted?(elicitationId: string): void;
}
