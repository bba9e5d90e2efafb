// What a client is shown of a call, before and after it is done.
import type { ToolCallUpdate } from "@parley/acp";
import type { ShownCall } from "../../loop/loop-event.ts";
import type { ResultPart } from "../../models/message.ts";
import type { PreparedCall, Tool, ToolOutcome } from "../tool.ts";
import { boundContent, toContent } from "./bound-result.ts";

export function toShown({ tool, prepared }: { readonly tool: Tool; readonly prepared: PreparedCall }): ShownCall {
  const { title, kind = tool.kind, locations, content } = prepared;
  return {
    title,
    kind,
    ...(locations === undefined ? {} : { locations }),
    ...(content === undefined ? {} : { content: boundContent(content) }),
  };
}

/** `parts` is what the model gets: a person sees the same, unless the tool has something better to show. */
export function toEndShown(outcome: ToolOutcome, parts: readonly ResultPart[]): ShownCall {
  const { title, locations, content } = outcome;
  return {
    content: content === undefined ? toContent(parts) : boundContent(content),
    ...(title === undefined ? {} : { title }),
    ...(locations === undefined ? {} : { locations }),
  };
}

/** The call as a question to a person is about it. */
export function toQuestion(callId: string, rawInput: unknown, shown: ShownCall): ToolCallUpdate {
  const { title, kind, locations, content } = shown;
  return {
    toolCallId: callId,
    status: "pending",
    rawInput,
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(locations === undefined ? {} : { locations: [...locations] }),
    ...(content === undefined ? {} : { content: [...content] }),
  };
}
