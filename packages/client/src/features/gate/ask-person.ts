// Puts a permission question to a person and takes the answer: recorded, checked against what was offered, ended by a signal.
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
  /** What is recorded of the answer, and told to the agent if it was the one who asked. */
  readonly toOutcome: (answer: PersonAnswer) => RequestPermissionOutcome;
  /** What is recorded of the tool call, where the log has the rest of it already. */
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
    // In an async function, so that a throw of the surface is a rejection.
    const reply = await untilAborted((async () => ask())(), signal);
    return reply === ABORTED ? CANCELLED : check(reply, options);
  } catch (cause) {
    log.write("error", "A permission question failed, so the answer is no", { cause });
    const reason = `nobody could be asked: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { option: undefined, isCancelled: false, by: "error", reason };
  }
}

const CANCELLED: PersonAnswer = { option: undefined, isCancelled: true, by: "cancel" };

/** Told apart by `optionId` alone: two options may have the same kind, or the same name. */
function check({ outcome, by, reason, remember }: PermissionReply, options: readonly PermissionOption[]): PersonAnswer {
  if (outcome.outcome === "cancelled") return { option: undefined, isCancelled: true, by: by ?? "cancel", reason };
  const chosen = outcome.outcome === "selected" ? outcome.optionId : undefined;
  const option = options.find(({ optionId }) => optionId === chosen);
  if (option !== undefined) return { option, isCancelled: false, by: by ?? "user", reason, remember };
  const wrong = `the answer ${JSON.stringify(chosen)} was not among the options`;
  return { option: undefined, isCancelled: false, by: "invalid", reason: wrong };
}

/** For a question of our own, where a no needs no option. */
export function toSelected({ option }: PersonAnswer): RequestPermissionOutcome {
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
