// OpenAI's responses. https://platform.openai.com/docs/api-reference/responses
import { BadRequest } from "../bad-request.ts";
import type { ChatMessage, Conversation, Part } from "../conversation.ts";
import type { Reply } from "../reply.ts";
import { parseJson } from "../script/words.ts";
import { toOpenAiError } from "./openai-error.ts";
import { streamResponse } from "./openai-responses-stream.ts";
import { endOf, toItems, toResponse } from "./openai-responses-items.ts";
import { parseContent, parseFormat, parseResult, parseTools } from "./openai-tools.ts";
import { checkPairs, toArray, toName, toObject, toOptionalNumber, toText } from "./read.ts";
import type { Body, Wire } from "./wire.ts";

export const openaiResponses: Wire = {
  name: "openai-responses",
  parse,
  toBody: (reply: Reply) => toResponse(reply, toItems(reply), endOf(reply)),
  toFrames: streamResponse,
  toError: toOpenAiError,
};

function parse(body: Body): Conversation {
  const { input } = body;
  const items = typeof input === "string" ? [{ role: "user", content: input }] : toArray(input, "input");
  const parsed = items.map((item) => parseItem(toObject(item, "input[]")));
  const messages = parsed.flatMap(({ role, parts }) => (role === "system" ? [] : [{ role, parts }]));
  checkPairs(messages);
  const systems = parsed.filter(({ role }) => role === "system").flatMap(({ parts }) => parts);
  const instructions = typeof body["instructions"] === "string" ? [body["instructions"]] : [];
  const text = body["text"] === undefined ? {} : toObject(body["text"], "text");
  return {
    model: toName(body["model"], "model"),
    stream: body["stream"] === true,
    system: [...instructions, ...systems.flatMap((part) => (part.type === "text" ? [part.text] : []))].join("\n"),
    messages,
    tools: parseTools(body["tools"]),
    outputSchema: parseFormat(text["format"]),
    outputTokensMax: toOptionalNumber(body["max_output_tokens"], "max_output_tokens"),
  };
}

interface Item {
  readonly role: ChatMessage["role"] | "system";
  readonly parts: readonly Part[];
}

function parseItem(item: Body): Item {
  const type = toText(item["type"] ?? "message", "input[].type");
  switch (type) {
    case "message":
      return { role: parseRole(item["role"]), parts: parseContent(item["content"]) };
    case "function_call":
    case "custom_tool_call":
      return { role: "assistant", parts: [parseCall(item)] };
    case "function_call_output":
    case "custom_tool_call_output":
      return { role: "user", parts: [parseResult(toName(item["call_id"], "call_id"), item["output"])] };
    case "reasoning":
      return { role: "assistant", parts: parseContent(item["summary"]).map(toThought) };
    default:
      return { role: "assistant", parts: [{ type: "other", kind: type }] };
  }
}

function parseRole(role: unknown): Item["role"] {
  if (role === "user" || role === "assistant" || role === "system") return role;
  if (role === "developer") return "system";
  throw new BadRequest(`unknown role ${JSON.stringify(role)}`);
}

function parseCall(item: Body): Part {
  const input = toText(item["arguments"] ?? item["input"], "arguments");
  return {
    type: "call",
    id: toName(item["call_id"], "call_id"),
    name: toName(item["name"], "name"),
    input: parseJson(input) ?? input,
  };
}

function toThought(part: Part): Part {
  return part.type === "text" ? { type: "thought", text: part.text } : part;
}
