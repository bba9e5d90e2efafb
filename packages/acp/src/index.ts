// The Agent Client Protocol, version 1: methods, types, connections for both sides, session events.
export { canonicalMethod } from "./aliases.ts";
export type { RequestOptions } from "./caller.ts";
export { hasCapability } from "./capability.ts";
export { connectToAgent, type AgentConnection, type AgentConnectionOptions } from "./connect-to-agent.ts";
export { connectToClient, type ClientConnection } from "./connect-to-client.ts";
export type { Connection, ConnectionOptions } from "./connection.ts";
export { checkFormAnswer, type FormProblem } from "./elicitation/check-form-answer.ts";
export type { MatchesPattern } from "./elicitation/check-text.ts";
export { AUTH_REQUIRED, RESOURCE_NOT_FOUND, authRequired, sessionNotFound } from "./error-codes.ts";
export { invalidField, toFieldName } from "./field-name.ts";
export type * from "./generated/types.ts";
export type { AgentHandlers, ClientHandlers } from "./handlers.ts";
export { toHistoryUpdates } from "./history-messages.ts";
export { LEAVES_SANDBOX, leavesSandbox } from "./leaves-sandbox.ts";
export { REQUEST_TIMEOUT_MS } from "./limits.ts";
export { methods, type MethodName, type MethodRow, type MethodTable, type SessionOrdering } from "./methods.ts";
export { findContentMistake, findServerMistake, type Mistake } from "./mistakes.ts";
export { isNamedToolCall } from "./no-tool-call.ts";
export type { ConnectionProblem } from "./problem.ts";
export { formatSessionEvent, parseSessionEvent, parseSessionEventLine } from "./session-event-parse.ts";
export { createEventSequence, type EventSequence, type EventSequenceOptions } from "./session-event-sequence.ts";
export { describeReview } from "./describe-review.ts";
export { describeRewind } from "./describe-rewind.ts";
export {
  SESSION_EVENT_VERSION,
  type AgentCrashedEvent,
  type AgentRestartedEvent,
  type AgentStartedEvent,
  type AnsweredBy,
  type ChangedFile,
  type ChangesEvent,
  type ClearedEvent,
  type CompactedEvent,
  type ConfigEvent,
  type ElicitationAnsweredEvent,
  type ElicitationAskedEvent,
  type EventActor,
  type EventAgent,
  type EventPolicy,
  type EventEnvelope,
  type EventError,
  type HandedOverEvent,
  type KnownEvent,
  type ModeEvent,
  type NoteEvent,
  type PermissionAnsweredEvent,
  type PermissionAskedEvent,
  type PlanProposedEvent,
  type PromptEvent,
  type ProposedTask,
  type ReviewedFile,
  type ReviewEvent,
  type RewoundEvent,
  type RoutedEvent,
  type SessionEvent,
  type SessionEventBody,
  type StopEvent,
  type TerminalEvent,
  type UnknownEvent,
  type UpdateEvent,
} from "./session-event.ts";
export type {
  AgentNotifications,
  AgentRequests,
  ClientNotifications,
  ClientRequests,
  ExtensionMethod,
  Signatures,
} from "./signatures.ts";
export { isUnknown, type Known, type UnknownVariant } from "./unknown.ts";
export { PROTOCOL_VERSION } from "./version.ts";
