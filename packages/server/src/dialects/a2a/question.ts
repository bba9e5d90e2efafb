// A question of an agent as the message of a task that waits for input.
import type { Message, Part } from "@a2a-js/sdk";
import {
  isUnknown,
  type CreateElicitationRequest,
  type PermissionOption,
  type SessionEvent,
  type ToolCallUpdate,
} from "@parley/acp";
import { describeToolCall } from "@parley/hub";
import { reveal } from "@parley/policy";
import { createMessage, type TaskIds } from "./messages.ts";
import { dataPart, textPart } from "./parts.ts";

/** The content of a question, from the log or from the open questions. */
export type Question = { readonly interactionId: string } & (
  | { readonly kind: "permission"; readonly toolCall: ToolCallUpdate; readonly options: readonly PermissionOption[] }
  | { readonly kind: "elicitation"; readonly request: CreateElicitationRequest }
);

/** The question in an event of the log, if any. */
export function toQuestion(event: SessionEvent): Question | undefined {
  if (event.type === "permission_asked") {
    const { interactionId, toolCall, options } = event;
    return { kind: "permission", interactionId, toolCall, options };
  }
  if (event.type === "elicitation_asked") {
    return { kind: "elicitation", interactionId: event.interactionId, request: event.request };
  }
  return undefined;
}

/** As text for users, and as data for programs. */
export function toQuestionMessage(ids: TaskIds, question: Question): Message {
  const { interactionId, kind } = question;
  const text = kind === "permission" ? askPermission(question) : askElicitation(question.request);
  const parts: Part[] = [textPart(text), dataPart({ ...question })];
  return createMessage(ids, { id: interactionId, role: "agent", parts, metadata: { kind, interactionId } });
}

function askPermission({ toolCall, options }: Extract<Question, { kind: "permission" }>): string {
  const what = reveal(toolCall.title ?? toolCall.toolCallId);
  const choices = options.map(({ name, optionId }, index) => `${index + 1}. ${name} (${optionId})`);
  return [`Allow the agent to do this? ${what}`, ...describeToolCall(toolCall), ...choices].join("\n");
}

function askElicitation(request: CreateElicitationRequest): string {
  if (isUnknown(request)) return "The agent asked for something that this server does not support.";
  if (request.mode === "url") return `${request.message}\n${request.url}`;
  const fields = Object.entries(request.requestedSchema.properties ?? {}).map(([name, field]) => {
    const title = "title" in field && typeof field.title === "string" ? ` (${field.title})` : "";
    return `- ${name}${title}`;
  });
  return fields.length < 2 ? request.message : [request.message, ...fields].join("\n");
}
