// Anthropic's messages. https://docs.anthropic.com/en/api/messages
import { isObject } from "@parley/base";
import { BadRequest } from "../bad-request.ts";
import type { ChatMessage, Conversation, OfferedTool, Part } from "../conversation.ts";
import type { Refusal, Reply } from "../reply.ts";
import { parseJson } from "../script/words.ts";
import { STOP_REASONS, streamMessage } from "./anthropic-stream.ts";
import { checkPairs, toArray, toImage, toList, toName, toObject, toOptionalNumber, toText } from "./read.ts";
import type { Body, Wire } from "./wire.ts";

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

export const anthropic: Wire = {
  name: "anthropic",
  parse,
  toBody: (reply) => ({
    id: `msg_${reply.id}`,
    type: "message",
    role: "assistant",
    model: reply.model,
    content: toContent(reply),
    stop_reason: STOP_REASONS[reply.finish],
    stop_sequence: null,
    usage: { input_tokens: reply.usage.inputTokens, output_tokens: reply.usage.outputTokens },
  }),
  toFrames: streamMessage,
  toError: ({ status, message }: Refusal) => ({
    type: "error",
    error: { type: ERROR_TYPES[status] ?? "api_error", message },
  }),
  countTokens: (tokens) => ({ input_tokens: tokens }),
};

function parse(body: Body): Conversation {
  const entries = toArray(body["messages"], "messages").map((entry) => toObject(entry, "messages[]"));
  // Newer clients put words of the system between the messages.
  const [systems, others] = [entries.filter(isSystem), entries.filter((entry) => !isSystem(entry))];
  const messages = others.map(parseMessage);
  if (messages.length === 0) throw new BadRequest("messages: at least one message is required");
  checkPairs(messages);
  return {
    model: toName(body["model"], "model"),
    stream: body["stream"] === true,
    system: [body["system"], ...systems.map(({ content }) => content)].map(parseSystem).join("\n").trim(),
    messages,
    tools: toList(body["tools"], "tools").flatMap(parseTool),
    outputSchema: parseFormat(body),
    outputTokensMax: toOptionalNumber(body["max_tokens"], "max_tokens"),
  };
}

function isSystem({ role }: Body): boolean {
  return role === "system";
}

function parseSystem(system: unknown): string {
  if (typeof system === "string") return system;
  return toList(system, "system")
    .map((block) => toText(toObject(block, "system[]")["text"], "system[].text"))
    .join("\n");
}

/** Tools that run on the provider's side have a type and no schema. */
function parseTool(value: unknown): readonly OfferedTool[] {
  const tool = toObject(value, "tools[]");
  const schema = tool["input_schema"];
  return isObject(schema) ? [{ name: toName(tool["name"], "tools[].name"), schema }] : [];
}

function parseFormat(body: Body): unknown {
  const config = body["output_config"];
  const format = isObject(config) ? config["format"] : body["output_format"];
  return isObject(format) ? format["schema"] : undefined;
}

function parseMessage({ role, content }: Body): ChatMessage {
  if (role !== "user" && role !== "assistant") throw new BadRequest(`unknown role ${JSON.stringify(role)}`);
  if (typeof content === "string") return { role, parts: [{ type: "text", text: content }] };
  return { role, parts: toArray(content, "content").map((block) => parseBlock(toObject(block, "content[]"))) };
}

function parseBlock(block: Body): Part {
  const type = toText(block["type"], "content[].type");
  switch (type) {
    case "text":
      return { type: "text", text: toText(block["text"], "content[].text") };
    case "thinking":
      return { type: "thought", text: toText(block["thinking"], "content[].thinking") };
    case "image":
      return parseSource(toObject(block["source"], "content[].source"));
    case "tool_use":
      return {
        type: "call",
        id: toName(block["id"], "content[].id"),
        name: toName(block["name"], "content[].name"),
        input: block["input"],
      };
    case "tool_result":
      return parseResult(toName(block["tool_use_id"], "content[].tool_use_id"), block["content"]);
    default:
      return { type: "other", kind: type };
  }
}

function parseSource(source: Body): Part {
  if (typeof source["url"] === "string") return toImage(source["url"]);
  return {
    type: "image",
    mimeType: toText(source["media_type"], "source.media_type"),
    data: toText(source["data"], "source.data"),
  };
}

function parseResult(callId: string, content: unknown): Part {
  if (typeof content === "string") return { type: "result", callId, text: content, images: 0 };
  const parts = toList(content, "content").map((block) => parseBlock(toObject(block, "content[]")));
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { type: "result", callId, text, images: parts.filter(({ type }) => type === "image").length };
}

function toContent({ parts }: Reply): readonly Body[] {
  return parts.flatMap((part): Body[] => {
    switch (part.type) {
      case "thought":
        return [{ type: "thinking", thinking: part.pieces.join(""), signature: "stub" }];
      case "text":
        return [{ type: "text", text: part.pieces.join("") }];
      case "call":
        return [{ type: "tool_use", id: part.id, name: part.name, input: parseJson(part.input) ?? {} }];
      case "wait":
      case "fail":
      case "drop":
        return [];
    }
  });
}
