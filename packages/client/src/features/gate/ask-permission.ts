// Puts a permission question of one session to the surface, through the port.
import type { PermissionOption, RequestPermissionOutcome, ToolCallUpdate } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import { askPerson, type PersonAnswer } from "@parley/home/judge";
import type { Proposal } from "@parley/policy";
import type { Ask, AskedDecision } from "../ask.ts";
import type { SessionScope } from "../feature.ts";

export interface Questioning {
  readonly ask: Pick<Ask, "permission">;
  readonly scope: SessionScope;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PermissionInput {
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
  readonly origin: "agent" | "client";
  readonly decision: AskedDecision;
  readonly proposals: readonly Proposal[];
}

export interface AskingOptions {
  readonly signal: AbortSignal;
  /** The answer as it is recorded, and sent to the agent if the agent asked. */
  readonly toOutcome?: ((answer: PersonAnswer) => RequestPermissionOutcome) | undefined;
  /** The tool call as it is recorded; the log already has the rest of it. */
  readonly recorded?: ToolCallUpdate | undefined;
}

export function askPermission(
  { ask, scope, clock, log }: Questioning,
  input: PermissionInput,
  { signal, toOutcome, recorded = input.toolCall }: AskingOptions,
): Promise<PersonAnswer> {
  const { id: sessionId, agentName } = scope;
  return askPerson(
    { record: (body) => scope.record(body), clock, log, signal, toOutcome },
    {
      toolCall: recorded,
      options: input.options,
      put: (interactionId) => ask.permission({ interactionId, sessionId, agentName, ...input }, signal),
    },
  );
}
