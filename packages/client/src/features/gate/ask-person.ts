// Asks a person for permission: records question and answer, checks the answer against the options, and stops when a signal aborts.
import type { PermissionOption, RequestPermissionOutcome, ToolCallUpdate } from "@parley/acp";
import type { PersonAnswer } from "@parley/home/judge";
import { createId, type Clock, type Log, ABORTED, untilAborted } from "@parley/base";
import type { Decision, Proposal } from "@parley/policy";
import type { Ask, PermissionQuestion, PermissionReply } from "../ask.ts";
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
  readonly decision: Pick<Decision, "reason" | "danger">;
  readonly proposals: readonly Proposal[];
}

export interface AskingOptions {
  readonly signal: AbortSignal;
  /** The answer as it is recorded, and sent to the agent if the agent asked. */
  readonly toOutcome: (answer: PersonAnswer) => RequestPermissionOutcome;
  /** The tool call as it is recorded; the log already has the rest of it. */
  readonly recorded?: ToolCallUpdate | undefined;
}

export async function askPerson(
  { ask, scope, clock, log }: Questioning,
  input: PermissionInput,
  { signal, toOutcome, recorded = input.toolCall }: AskingOptions,
): Promise<PersonAnswer> {
  const interactionId = createId(clock);
  const { options } = input;
  scope.record({ type: "permission_asked", interactionId, toolCall: recorded, options });
  const question: PermissionQuestion = { interactionId, sessionId: scope.id, agentName: scope.agentName, ...input };
  const answer = await take(() => ask.permission(question, signal), input, signal, log);
  const { by, reason } = answer;
  scope.record({ type: "permission_answered", interactionId, outcome: toOutcome(answer), by, reason });
  return answer;
}

async function take(
  ask: () => Promise<PermissionReply>,
  { options }: PermissionInput,
  signal: AbortSignal,
  log: Log,
): Promise<PersonAnswer> {
  if (signal.aborted) return CANCELLED;
  try {
    // In an async function, so that an exception of the surface becomes a rejection.
    const reply = await untilAborted((async () => ask())(), signal);
    return reply === ABORTED ? CANCELLED : check(reply, options);
  } catch (cause) {
    log.write("error", "A permission question failed; treated as rejected", { cause });
    const reason = `no one could be asked: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { option: undefined, isCancelled: false, by: "error", reason };
  }
}

const CANCELLED: PersonAnswer = { option: undefined, isCancelled: true, by: "cancel" };

/** Compared by `optionId` only: two options may have the same kind or name. */
function check({ outcome, by, reason, remember }: PermissionReply, options: readonly PermissionOption[]): PersonAnswer {
  if (outcome.outcome === "cancelled") return { option: undefined, isCancelled: true, by: by ?? "cancel", reason };
  const chosen = outcome.outcome === "selected" ? outcome.optionId : undefined;
  const option = options.find(({ optionId }) => optionId === chosen);
  if (option !== undefined) return { option, isCancelled: false, by: by ?? "user", reason, remember };
  const wrong = `the answer ${JSON.stringify(chosen)} is not one of the options`;
  return { option: undefined, isCancelled: false, by: "invalid", reason: wrong };
}

/** For our own questions, where a rejection needs no option. */
export function toSelected({ option }: PersonAnswer): RequestPermissionOutcome {
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
