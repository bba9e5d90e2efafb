// Handles a message: a new turn, or the answer to the question that a task waits for.
import type { Message, SendMessageRequest } from "@a2a-js/sdk";
import { RequestMalformedError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import { isOver, type Hub, type Turn } from "@parley/hub";
import { toActor } from "../../auth/actor.ts";
import { answerPermission } from "../../auth/answer-permission.ts";
import { checkPrompt } from "../../auth/levels.ts";
import type { Caller } from "../../http/dialect.ts";
import { toElicitationResponse, toPermissionOutcome } from "./answer.ts";
import { Changes } from "./changes.ts";
import { findConversation, keyMessage, type Sender } from "./choose-agent.ts";
import { findQuestion } from "./open-question.ts";
import { toPrompt } from "./prompt.ts";

export interface Sent {
  readonly turn: Turn;
}

export async function sendMessage(hub: Hub, request: SendMessageRequest, sender: Sender): Promise<Sent> {
  const { message } = request;
  if (message === undefined) throw new RequestMalformedError("message is required");
  if (message.messageId === "") throw new RequestMalformedError("message.messageId is required");
  if (message.parts.length === 0) throw new RequestMalformedError("message.parts: at least one part is required");
  if (message.taskId !== "") return answer(hub, message, sender.caller);
  const prompt = toPrompt(message);
  if (prompt.length === 0) throw new RequestMalformedError("message.parts: at least one part with content is required");
  checkPrompt(sender.caller, prompt);
  const { session, agent } = await findConversation(hub, request, prompt, sender);
  const turn = await hub.turns.start({
    sessionId: session.id,
    prompt,
    actor: toActor(sender.caller, "a2a"),
    ...(agent !== undefined && agent !== session.agent && { agent }),
    ...keyMessage(request, sender.caller),
  });
  return { turn };
}

/** Resolves when the turn has ended or waits for an answer, or the client disconnects. */
export function settled(hub: Hub, { turn }: Sent, signal: AbortSignal): Promise<void> {
  return waitFor(hub, turn, signal, async (now) => {
    return isOver(now) || (await findQuestion(hub, now)) !== undefined;
  });
}

/** Resolves when the turn has ended or the client disconnects. */
export function ended(hub: Hub, turn: Turn, signal: AbortSignal): Promise<void> {
  return waitFor(hub, turn, signal, (now) => Promise.resolve(isOver(now)));
}

async function waitFor(
  hub: Hub,
  { id }: Turn,
  signal: AbortSignal,
  isReached: (turn: Turn) => Promise<boolean>,
): Promise<void> {
  const changes = new Changes(hub, id, signal);
  try {
    while (!signal.aborted && !(await isReached(await hub.turns.get(id)))) await changes.next();
  } finally {
    changes.close();
  }
}

async function answer(hub: Hub, message: Message, caller: Caller): Promise<Sent> {
  const turn = await hub.turns.get(message.taskId);
  if (message.contextId !== "" && message.contextId !== turn.sessionId) {
    throw new RequestMalformedError("message.contextId does not match the task's context");
  }
  const question = await findQuestion(hub, turn);
  if (question === undefined) {
    const why = isOver(turn) ? "has ended" : "is not waiting for an answer";
    const how = "To continue the conversation, send the message with its contextId and without taskId";
    throw new UnsupportedOperationError(`Task ${turn.id} ${why}. ${how}`);
  }
  if (question.kind === "permission") {
    const outcome = toPermissionOutcome(message, question.options);
    await answerPermission(hub, caller, question.id, { outcome }, toActor(caller, "a2a"));
  } else {
    const response = toElicitationResponse(message, question.request);
    await hub.interactions.answerElicitation(question.id, response, caller.name, toActor(caller, "a2a"));
  }
  return { turn };
}
