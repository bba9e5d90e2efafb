// OpenAI's chat completions, which most local models speak too. https://platform.openai.com/docs/api-reference/chat
import { isObject } from "@parley/base";
import { BadRequest } from "../bad-request.ts";
import type { ChatMessage, Conversation, Part } from "../conversation.ts";
import type { Reply, ReplyCall, Usage } from "../reply.ts";
import type { FinishReason } from "../script/instruction.ts";
import { parseJson } from "../script/words.ts";
import { parseContent, parseFormat, parseResult, parseTools } from "./openai-tools.ts";
import { toOpenAiError } from "./openai-error.ts";
import { checkPairs, toArray, toList, toName, toObject, toOptionalNumber, toText } from "./read.ts";
import { toEvent, type Body, type Frame, type Wire } from "./wire.ts";

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  calls: "tool_calls",
  length: "length",
  refusal: "content_filter",
};

export const openaiChat: Wire = {
  name: "openai-chat",
  parse,
  toBody(reply) {
    const calls = reply.parts.filter((part) => part.type === "call");
    const message = {
      role: "assistant",
      content: textOf(reply, "text"),
      ...(textOf(reply, "thought") === null ? {} : { reasoning_content: textOf(reply, "thought") }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(toToolCall) }),
    };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: FINISH_REASONS[reply.finish] }];
    return { ...toHead(reply, "chat.completion"), choices, usage: toUsage(reply.usage) };
  },
  toFrames,
  toError: toOpenAiError,
};

function parse(body: Body): Conversation {
  const model = toName(body["model"], "model");
  const entries = toArray(body["messages"], "messages").map((entry) => toObject(entry, "messages[]"));
  if (entries.length === 0) throw new BadRequest("messages must not be empty");
  const messages = entries.filter((entry) => !isSystem(entry)).map(parseMessage);
  checkPairs(messages);
  return {
    model,
    stream: body["stream"] === true,
    system: entries
      .filter(isSystem)
      .flatMap(({ content }) => textsOf(parseContent(content)))
      .join("\n"),
    messages,
    tools: parseTools(body["tools"]),
    outputSchema: parseFormat(body["response_format"]),
    outputTokensMax: toOptionalNumber(body["max_completion_tokens"] ?? body["max_tokens"], "max_tokens"),
  };
}

function isSystem({ role }: Body): boolean {
  return role === "system" || role === "developer";
}

function parseMessage(entry: Body): ChatMessage {
  switch (entry["role"]) {
    case "user":
      return { role: "user", parts: parseContent(entry["content"]) };
    case "tool":
      return { role: "user", parts: [parseResult(toName(entry["tool_call_id"], "tool_call_id"), entry["content"])] };
    case "assistant":
      return {
        role: "assistant",
        parts: [...parseThought(entry), ...parseContent(entry["content"]), ...parseCalls(entry)],
      };
    default:
      throw new BadRequest(`unknown role ${JSON.stringify(entry["role"])}`);
  }
}

function parseThought(entry: Body): readonly Part[] {
  const text = entry["reasoning_content"];
  return typeof text === "string" && text !== "" ? [{ type: "thought", text }] : [];
}

function parseCalls(entry: Body): readonly Part[] {
  return toList(entry["tool_calls"], "tool_calls").map((value) => {
    const call = toObject(value, "tool_calls[]");
    const details = isObject(call["custom"]) ? call["custom"] : toObject(call["function"], "tool_calls[].function");
    const input = toText(details["arguments"] ?? details["input"], "tool_calls[].function.arguments");
    return {
      type: "call",
      id: toName(call["id"], "tool_calls[].id"),
      name: toName(details["name"], "tool_calls[].function.name"),
      input: parseJson(input) ?? input,
    };
  });
}

function* toFrames(reply: Reply, body: Body): Iterable<Frame> {
  const head = toHead(reply, "chat.completion.chunk");
  const chunk = (delta: unknown, finish: string | null = null): Frame =>
    toEvent({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  yield chunk({ role: "assistant", content: "" });
  let calls = 0;
  for (const part of reply.parts) {
    switch (part.type) {
      case "thought":
        for (const piece of part.pieces) yield chunk({ reasoning_content: piece });
        break;
      case "text":
        for (const piece of part.pieces) {
          if (part.gapMs > 0) yield { type: "wait", ms: part.gapMs };
          yield chunk({ content: piece });
        }
        break;
      case "call": {
        const { function: details, ...call } = toToolCall(part);
        yield chunk({ tool_calls: [{ index: calls, ...call, function: { name: details.name, arguments: "" } }] });
        yield chunk({ tool_calls: [{ index: calls, function: { arguments: details.arguments } }] });
        calls += 1;
        break;
      }
      case "fail":
        yield toEvent(toOpenAiError({ status: 500, message: part.message }));
        return;
      case "wait":
      case "drop":
        yield part;
        break;
    }
  }
  yield chunk({}, FINISH_REASONS[reply.finish]);
  const options = body["stream_options"];
  if (isObject(options) && options["include_usage"] === true) {
    yield toEvent({ ...head, choices: [], usage: toUsage(reply.usage) });
  }
  yield toEvent("[DONE]");
}

function toToolCall({ id, name, input }: ReplyCall) {
  return { id, type: "function", function: { name, arguments: input } } as const;
}

function toHead({ id, model, createdMs }: Reply, object: string): Body {
  return { id: `chatcmpl-${id}`, object, created: Math.floor(createdMs / 1_000), model };
}

function toUsage({ inputTokens, outputTokens }: Usage): Body {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

function textOf({ parts }: Reply, type: "text" | "thought"): string | null {
  const pieces = parts.flatMap((part) => (part.type === type ? part.pieces : []));
  return pieces.length === 0 ? null : pieces.join("");
}

function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
}
