// An agent's question as a run's await request: a sentence to read, and the options or the form as JSON.
import type { ElicitationAskedEvent, PermissionAskedEvent } from "@parley/acp";
import { describeToolCall, type Interaction } from "@parley/hub";
import { reveal } from "@parley/policy";
import { toTimestamp, type AwaitRequest, type MessagePart } from "../wire.ts";

/** From the log. */
export type AskedEvent = PermissionAskedEvent | ElicitationAskedEvent;

type Question =
  | Pick<PermissionAskedEvent, "type" | "at" | "interactionId" | "toolCall" | "options">
  | Pick<ElicitationAskedEvent, "type" | "at" | "interactionId" | "request">;

/** A question that is not in the log yet. */
export function toQuestion(interaction: Interaction): Question {
  const { id: interactionId, createdAtMs: at } = interaction;
  if (interaction.kind === "elicitation") {
    return { type: "elicitation_asked", at, interactionId, request: interaction.request };
  }
  const { toolCall, options } = interaction;
  return { type: "permission_asked", at, interactionId, toolCall, options };
}

export function toAwaitRequest(event: Question, agent: string): AwaitRequest {
  const at = toTimestamp(event.at);
  const text: MessagePart = { content_type: "text/plain", content: describeQuestion(event) };
  const json: MessagePart = { content_type: "application/json", content: JSON.stringify(toForm(event)) };
  return {
    type: "message",
    message: { role: `agent/${agent}`, parts: [text, json], created_at: at, completed_at: at },
  };
}

function describeQuestion(event: Question): string {
  if (event.type === "permission_asked") {
    const { toolCall, options } = event;
    const names = options.map(({ name, optionId }) => `${name} (${optionId})`).join(", ");
    const what = toolCall.title ?? toolCall.name ?? "The agent asks for permission";
    return [reveal(what), ...describeToolCall(toolCall), `Answer with one of: ${names}`].join("\n");
  }
  const { request } = event;
  if (request.mode === undefined) return "The agent asked for something that this server does not support.";
  if (request.mode === "url")
    return `${request.message}\nOpen ${request.url}, then answer "done", "decline" or "cancel".`;
  const fields = Object.keys(request.requestedSchema.properties ?? {});
  if (fields.length === 0) return request.message;
  return `${request.message}\nAnswer with JSON: {"action": "accept", "content": {${fields.map((field) => `${JSON.stringify(field)}: …`).join(", ")}}}`;
}

/** In ACP's form, so that nothing is lost. */
function toForm(event: Question): Readonly<Record<string, unknown>> {
  const { interactionId } = event;
  if (event.type === "elicitation_asked") return { kind: "elicitation", interactionId, request: event.request };
  return { kind: "permission", interactionId, toolCall: event.toolCall, options: event.options };
}
