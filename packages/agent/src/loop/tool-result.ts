// The result of a tool call for the model and the client, within limits: long text keeps its beginning and end.
import type { ToolCallContent, ToolCallUpdate } from "@parley/acp";
import type { ResultPart } from "../models/message.ts";
import { cutMiddle, HEAD_SHARE } from "../text/cut.ts";
import type { PreparedCall, Tool, ToolOutcome } from "../tools/tool.ts";
import {
  CALL_SHOWN_CHARS_MAX,
  HOOK_REMARKS_CHARS_MAX,
  RESULT_CHARS_MAX,
  RESULT_CHARS_MIN,
  RESULT_IMAGE_CHARS_MAX,
  RESULT_IMAGES_MAX,
} from "../limits.ts";
import type { ShownCall } from "./types.ts";

/** `charsMax` is the room left in the context window of the model; the limit for any result applies as well. */
export function boundResult(parts: readonly ResultPart[], charsMax: number): readonly ResultPart[] {
  const wanted = Number.isFinite(charsMax) && charsMax > 0 ? charsMax : RESULT_CHARS_MAX;
  let room = Math.min(RESULT_CHARS_MAX, Math.max(RESULT_CHARS_MIN, wanted));
  let images = 0;
  const bounded: ResultPart[] = [];
  for (const part of parts) {
    if (part.type === "text") {
      const text = cutText(part.text, room);
      room = Math.max(0, room - text.length);
      if (text !== "" || part.text === "") bounded.push(text === part.text ? part : { type: "text", text });
      continue;
    }
    images += 1;
    const why =
      images > RESULT_IMAGES_MAX ? "too many images" : part.data.length > RESULT_IMAGE_CHARS_MAX ? "too large" : "";
    bounded.push(why === "" ? part : { type: "text", text: `[image omitted: ${why}]` });
  }
  return bounded;
}

export function boundRemarks(remarks: readonly string[]): string {
  return cutText(remarks.join("\n"), HOOK_REMARKS_CHARS_MAX);
}

/** Only text is cut: a shortened diff would show a change that is not made. */
export function boundContent(content: readonly ToolCallContent[]): readonly ToolCallContent[] {
  return content.map((item) => {
    if (item.type !== "content" || item.content.type !== "text") return item;
    const text = cutText(item.content.text, CALL_SHOWN_CHARS_MAX);
    return text === item.content.text ? item : { ...item, content: { ...item.content, text } };
  });
}

/** The client shows the same as the model gets. */
export function toContent(parts: readonly ResultPart[]): readonly ToolCallContent[] {
  return parts.map((part) => ({
    type: "content",
    content: part.type === "text" ? { type: "text", text: part.text } : { ...part },
  }));
}

function cutText(text: string, charsMax: number): string {
  const headChars = Math.floor(charsMax * HEAD_SHARE);
  return cutMiddle(text, { headChars, tailChars: charsMax - headChars }, (gone) => {
    const what = `${gone} of ${text.length} characters omitted`;
    return `[… ${what}. To see them, request less at a time: a range of lines, a narrower search, or write the output to a file and read it in pieces. …]`;
  });
}

export function toShown({ tool, call }: { readonly tool: Tool; readonly call: PreparedCall }): ShownCall {
  const { title, kind = tool.kind, locations, content } = call;
  return {
    title,
    kind,
    ...(locations === undefined ? {} : { locations }),
    ...(content === undefined ? {} : { content: boundContent(content) }),
  };
}

/** The client shows `parts`, as the model gets them, unless the tool has something better to show. */
export function toEndShown(outcome: ToolOutcome, parts: readonly ResultPart[]): ShownCall {
  const { title, locations, content } = outcome;
  return {
    content: content === undefined ? toContent(parts) : boundContent(content),
    ...(title === undefined ? {} : { title }),
    ...(locations === undefined ? {} : { locations }),
  };
}

/** The call as part of a permission request. */
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
