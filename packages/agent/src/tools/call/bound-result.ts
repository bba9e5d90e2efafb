// Keeps what comes of a tool within what a model and a client can take: beginning and end stay, and a note says how to see the rest.
import type { ToolCallContent } from "@parley/acp";
import type { ResultPart } from "../../models/message.ts";
import { cutMiddle, HEAD_SHARE } from "../../text/cut.ts";
import {
  IMAGE_CHARS_MAX,
  REMARKS_CHARS_MAX,
  RESULT_CHARS_MAX,
  RESULT_CHARS_MIN,
  RESULT_IMAGES_MAX,
  SHOWN_CHARS_MAX,
} from "./limits.ts";

/** `charsMax` is what the model's window has room for, if that is less than any result may have. */
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
    const why = images > RESULT_IMAGES_MAX ? "too many images" : part.data.length > IMAGE_CHARS_MAX ? "too large" : "";
    bounded.push(why === "" ? part : { type: "text", text: `[an image was left out: ${why}]` });
  }
  return bounded;
}

export function boundRemarks(remarks: readonly string[]): string {
  return cutText(remarks.join("\n"), REMARKS_CHARS_MAX);
}

/** Texts only: a diff that is cut would show a change that is not made. */
export function boundContent(content: readonly ToolCallContent[]): readonly ToolCallContent[] {
  return content.map((item) => {
    if (item.type !== "content" || item.content.type !== "text") return item;
    const text = cutText(item.content.text, SHOWN_CHARS_MAX);
    return text === item.content.text ? item : { ...item, content: { ...item.content, text } };
  });
}

/** What a person sees of a result that has nothing else to show. */
export function toContent(parts: readonly ResultPart[]): readonly ToolCallContent[] {
  return parts.map((part) => ({
    type: "content",
    content: part.type === "text" ? { type: "text", text: part.text } : { ...part },
  }));
}

function cutText(text: string, charsMax: number): string {
  const headChars = Math.floor(charsMax * HEAD_SHARE);
  return cutMiddle(text, { headChars, tailChars: charsMax - headChars }, (gone) => {
    const what = `${gone} of ${text.length} characters left out`;
    return `[… ${what}. To see them, ask for less at a time: a range of lines, a narrower search, or the output in a file that is read in pieces. …]`;
  });
}
