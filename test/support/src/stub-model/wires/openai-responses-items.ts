// The output items of a response, and the response round them.
import type { FinishReason } from "../script/instruction.ts";
import type { Reply, ReplyCall, Usage } from "../reply.ts";
import type { Body } from "./wire.ts";

/** One item: a thought, a message or a call. Texts that follow each other are one message. */
export type Draft =
  | { readonly type: "reasoning"; readonly id: string; readonly text: string }
  | { readonly type: "message"; readonly id: string; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly call: ReplyCall };

export function toItems(reply: Reply): readonly Body[] {
  const drafts: Draft[] = [];
  for (const part of reply.parts) {
    const id = `${reply.id}_${drafts.length}`;
    if (part.type === "call") drafts.push({ type: "call", id, call: part });
    if (part.type !== "text" && part.type !== "thought") continue;
    const type = part.type === "text" ? "message" : "reasoning";
    const text = part.pieces.join("");
    const last = drafts.at(-1);
    if (last !== undefined && last.type === type) drafts[drafts.length - 1] = { ...last, text: last.text + text };
    else drafts.push({ type, id, text });
  }
  return drafts.map((draft) => toItem(draft, "completed"));
}

export function toItem(draft: Draft, status: "in_progress" | "completed"): Body {
  const isDone = status === "completed";
  switch (draft.type) {
    case "reasoning": {
      const summary = isDone ? [{ type: "summary_text", text: draft.text }] : [];
      return { id: `rs_${draft.id}`, type: "reasoning", summary };
    }
    case "message": {
      const content = isDone ? [toOutputText(draft.text)] : [];
      return { id: `msg_${draft.id}`, type: "message", status, role: "assistant", content };
    }
    case "call":
      return toCallItem(draft, status);
  }
}

function toCallItem({ id, call }: Extract<Draft, { type: "call" }>, status: "in_progress" | "completed"): Body {
  const input = status === "completed" ? call.input : "";
  const named = {
    call_id: call.id,
    name: call.name,
    ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
    status,
  };
  if (call.isPlain) return { id: `ctc_${id}`, type: "custom_tool_call", ...named, input };
  return { id: `fc_${id}`, type: "function_call", ...named, arguments: input };
}

export function toOutputText(text: string): Body {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

/** Why an answer is incomplete, as this wire reports it. */
const INCOMPLETE: Partial<Record<FinishReason, string>> = { length: "max_output_tokens", refusal: "content_filter" };

export function endOf({ finish }: Reply): "completed" | "incomplete" {
  return INCOMPLETE[finish] === undefined ? "completed" : "incomplete";
}

export type ResponseStatus = "in_progress" | "completed" | "incomplete" | "failed";

export function toResponse(reply: Reply, output: readonly Body[], status: ResponseStatus, failure?: string): Body {
  return {
    id: `resp_${reply.id}`,
    object: "response",
    created_at: Math.floor(reply.createdMs / 1_000),
    status,
    error: failure === undefined ? null : { code: "server_error", message: failure },
    incomplete_details: status === "incomplete" ? { reason: INCOMPLETE[reply.finish] } : null,
    instructions: null,
    model: reply.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    tool_choice: "auto",
    tools: [],
    usage: status === "in_progress" ? null : toUsage(reply.usage),
    metadata: {},
  };
}

function toUsage({ inputTokens, outputTokens }: Usage): Body {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
