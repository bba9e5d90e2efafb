// A message as the events that Anthropic sends for it, block by block.
import type { Reply, ReplyPart } from "../reply.ts";
import type { FinishReason } from "../script/instruction.ts";
import { toEvent, type Body, type Frame } from "./wire.ts";

export const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
};

export function* streamMessage(reply: Reply): Iterable<Frame> {
  const { inputTokens, outputTokens } = reply.usage;
  const message = {
    id: `msg_${reply.id}`,
    type: "message",
    role: "assistant",
    model: reply.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
  };
  yield event({ type: "message_start", message });
  yield event({ type: "ping" });
  let index = 0;
  for (const part of reply.parts) {
    if (part.type === "fail") {
      yield event({ type: "error", error: { type: "api_error", message: part.message } });
      return;
    }
    if (part.type === "wait" || part.type === "drop") {
      yield part;
      continue;
    }
    yield* streamBlock(part, index);
    index += 1;
  }
  const delta = { stop_reason: STOP_REASONS[reply.finish], stop_sequence: null };
  yield event({ type: "message_delta", delta, usage: { output_tokens: outputTokens } });
  yield event({ type: "message_stop" });
}

function* streamBlock(part: Extract<ReplyPart, { type: "text" | "thought" | "call" }>, index: number): Iterable<Frame> {
  const delta = (value: Body): Frame => event({ type: "content_block_delta", index, delta: value });
  yield event({ type: "content_block_start", index, content_block: emptyBlock(part) });
  switch (part.type) {
    case "text":
      for (const text of part.pieces) {
        if (part.gapMs > 0) yield { type: "wait", ms: part.gapMs };
        yield delta({ type: "text_delta", text });
      }
      break;
    case "thought":
      for (const thinking of part.pieces) yield delta({ type: "thinking_delta", thinking });
      yield delta({ type: "signature_delta", signature: "stub" });
      break;
    case "call":
      yield delta({ type: "input_json_delta", partial_json: "" });
      yield delta({ type: "input_json_delta", partial_json: part.input });
      break;
  }
  yield event({ type: "content_block_stop", index });
}

function emptyBlock(part: Extract<ReplyPart, { type: "text" | "thought" | "call" }>): Body {
  switch (part.type) {
    case "text":
      return { type: "text", text: "" };
    case "thought":
      return { type: "thinking", thinking: "", signature: "" };
    case "call":
      return { type: "tool_use", id: part.id, name: part.name, input: {} };
  }
}

function event(data: { readonly type: string } & Body): Frame {
  return toEvent(data, data.type);
}
