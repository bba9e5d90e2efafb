// The answer in a message: its first JSON object, or its text.
import { parseObject, type JsonObject } from "@parley/base";
import type { Message } from "../wire.ts";

export interface AnswerText {
  readonly json: JsonObject | undefined;
  readonly text: string;
}

export function readAnswer({ parts }: Message): AnswerText {
  let text = "";
  for (const part of parts) {
    const { content_type: type, content, content_encoding: encoding } = part;
    if (typeof content !== "string") continue;
    const plain = encoding === "base64" ? Buffer.from(content, "base64").toString() : content;
    if (type === "application/json" || plain.trimStart().startsWith("{")) {
      const json = parseObject(plain);
      if (json !== undefined) return { json, text };
    }
    if (type.startsWith("text/")) text += plain;
  }
  return { json: undefined, text: text.trim() };
}

/** `Allow once`, `allow_once` and `allow-once` are equal. */
export function toWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");
}
