// The answer in a message to an agent's form or page.
import type { CreateElicitationRequest, CreateElicitationResponse, ElicitationPropertySchema } from "@parley/acp";
import { RunError } from "../errors.ts";
import { isObject } from "@parley/base";
import type { Message } from "../wire.ts";
import { readAnswer, toWord, type AnswerText } from "./answer-text.ts";

type Content = NonNullable<Extract<CreateElicitationResponse, { action: "accept" }>["content"]>;
type Form = Extract<CreateElicitationRequest, { mode: "form" }>["requestedSchema"];

/** Accepted texts if no field has to be filled in. */
const YES: ReadonlySet<string> = new Set(["accept", "done", "ok", "yes"]);

export function toElicitationResponse(message: Message, request: CreateElicitationRequest): CreateElicitationResponse {
  const answer = readAnswer(message);
  const said = answer.json === undefined ? toWord(answer.text) : answer.json["action"];
  if (said === "decline" || said === "cancel") return { action: said };
  if (request.mode === "form") return { action: "accept", content: toContent(answer, request.requestedSchema) };
  if (said === "accept" || (answer.json === undefined && YES.has(String(said)))) return { action: "accept" };
  throw unclear(`say "done", "decline" or "cancel"`, request);
}

function toContent(answer: AnswerText, form: Form): Content {
  const content = contentOf(answer, form);
  for (const field of form.required ?? []) {
    if (content[field] === undefined) throw unclear(`${field} is missing`, form);
  }
  return content;
}

function contentOf({ json, text }: AnswerText, form: Form): Content {
  const fields = Object.entries(form.properties ?? {});
  if (json !== undefined) return checked("action" in json || "content" in json ? (json["content"] ?? {}) : json, form);
  // An empty answer to a form without required fields means "continue".
  if (text === "" || (fields.length === 0 && YES.has(toWord(text)))) return {};
  const wanted = fields.length === 1 ? fields : fields.filter(([name]) => form.required?.includes(name));
  const [field] = wanted;
  if (field === undefined || wanted.length !== 1) throw unclear("text alone does not name the field", form);
  return { [field[0]]: fromText(text, field[1], form) };
}

function fromText(text: string, { type }: ElicitationPropertySchema, form: Form): Content[string] {
  switch (type) {
    case "number":
    case "integer": {
      const number = Number(text);
      if (Number.isNaN(number)) throw unclear(`${JSON.stringify(text)} is not a number`, form);
      return number;
    }
    case "boolean":
      if (text === "true" || YES.has(toWord(text))) return true;
      if (text === "false" || toWord(text) === "no") return false;
      throw unclear(`${JSON.stringify(text)} is neither true nor false`, form);
    case "array":
      return text.split(",").map((item) => item.trim());
    case "string":
    case undefined:
      return text;
  }
}

function checked(content: unknown, form: Form): Content {
  if (!isObject(content)) throw unclear("content must be an object", form);
  for (const [field, value] of Object.entries(content)) {
    const isValue = ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value);
    if (!isValue) throw unclear(`content.${field} must be text, a number, true or false, or a list of strings`, form);
  }
  return content as Content;
}

function unclear(why: string, wanted: object): RunError {
  return new RunError(400, "invalid_input", `await_resume.message: ${why}`, { field: "await_resume.message", wanted });
}
