// A message to a task that waits for input, as the answer to its question.
import type { Message } from "@a2a-js/sdk";
import {
  isUnknown,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type ElicitationContentValue,
  type PermissionOption,
  type RequestPermissionOutcome,
} from "@parley/acp";
import { ParleyError, isObject } from "@parley/base";

/** Short answers that users type, and the kind of option that they mean. */
const WORDS: Readonly<Record<string, PermissionOption["kind"]>> = {
  yes: "allow_once",
  y: "allow_once",
  ok: "allow_once",
  allow: "allow_once",
  always: "allow_always",
  no: "reject_once",
  n: "reject_once",
  deny: "reject_once",
  reject: "reject_once",
  never: "reject_always",
};

/** By the option's id, its name, its number in the list, a short word, or `{"optionId": …}` as data. Throws `bad_input`. */
export function toPermissionOutcome(message: Message, options: readonly PermissionOption[]): RequestPermissionOutcome {
  const chosen = readField(message, "optionId");
  const text = typeof chosen === "string" ? chosen : readText(message).trim();
  const lower = text.toLowerCase();
  if (lower === "cancel" || readField(message, "outcome") === "cancelled") return { outcome: "cancelled" };
  const option =
    options.find(({ optionId }) => optionId === text) ??
    options.find(({ name }) => name.toLowerCase() === lower) ??
    (/^\d+$/.test(text) ? options[Number(text) - 1] : undefined) ??
    options.find(({ kind }) => kind === WORDS[lower]);
  if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  const known = options.map(({ optionId, name }) => `${optionId} (${name})`).join(", ");
  throw badInput(`message: ${JSON.stringify(text)} is not one of the options: ${known}`);
}

/**
 * Data is the completed form; text is the value of its only field. `decline` and `cancel` mean just that. Throws
 * `bad_input`.
 */
export function toElicitationResponse(message: Message, request: CreateElicitationRequest): CreateElicitationResponse {
  const data = readData(message);
  const text = readText(message).trim();
  const word = typeof data?.["action"] === "string" ? data["action"] : text.toLowerCase();
  if (word === "decline" || word === "cancel") return { action: word };
  if (isUnknown(request)) throw badInput("message: this question can only be answered with decline or cancel");
  if (request.mode === "url") return { action: "accept" };
  if (data !== undefined) {
    const content = data["action"] === "accept" ? (data["content"] ?? {}) : data;
    return { action: "accept", content: content as { [name: string]: ElicitationContentValue } };
  }
  const fields = Object.entries(request.requestedSchema.properties ?? {});
  const [only] = fields;
  if (only === undefined) return { action: "accept", content: {} };
  const required = request.requestedSchema.required ?? [];
  const named = fields.length === 1 ? only : fields.find(([name]) => required.length === 1 && required[0] === name);
  if (named === undefined) {
    const names = fields.map(([name]) => name).join(", ");
    throw badInput(`message: the form has several fields (${names}); answer with a data part that names them`);
  }
  const [name, field] = named;
  return { action: "accept", content: { [name]: toValue(text, isUnknown(field) ? "string" : field.type) } };
}

/**
 * A user's text as the value of a field. Text that does not match the field's type stays text, and the check of the
 * form reports it.
 */
function toValue(text: string, type: string): ElicitationContentValue {
  if ((type === "number" || type === "integer") && text !== "" && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean" && /^(true|yes|y|false|no|n)$/i.test(text)) return /^(true|yes|y)$/i.test(text);
  if (type === "array") return text.split(",").map((item) => item.trim());
  return text;
}

function readText({ parts }: Message): string {
  return parts.map(({ content }) => (content?.$case === "text" ? content.value : "")).join("");
}

function readData({ parts }: Message): Record<string, unknown> | undefined {
  for (const { content } of parts) {
    if (content?.$case !== "data") continue;
    const value: unknown = content.value;
    if (isObject(value)) return value;
  }
  return undefined;
}

function readField(message: Message, name: string): unknown {
  return readData(message)?.[name];
}

function badInput(message: string): ParleyError {
  return new ParleyError({ code: "bad_input", message });
}
