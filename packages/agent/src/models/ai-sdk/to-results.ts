// Converts tool results, including images, for the AI SDK.
import type { LanguageModelV3Message, LanguageModelV3ToolResultOutput } from "@ai-sdk/provider";
import type { ImagePart, ResultPart, ToolResult } from "../message.ts";
import type { Reader } from "./to-prompt.ts";

type UserContent = Extract<LanguageModelV3Message, { role: "user" }>["content"][number];

/** Providers reject empty results. */
const NOTHING = "(nothing)";

export function toResultOutput({ parts, isError }: ToolResult, reader: Reader): LanguageModelV3ToolResultOutput {
  if (parts.some(isImage) && canHoldImages(reader)) {
    return {
      type: "content",
      value: parts.map((part) =>
        part.type === "text"
          ? { type: "text", text: part.text }
          : { type: "image-data", data: part.data, mediaType: part.mimeType },
      ),
    };
  }
  const text = parts.map((part) => toText(part, reader)).join("\n");
  return { type: isError ? "error-text" : "text", value: text === "" ? NOTHING : text };
}

/** Images in a message after the result, where a result cannot contain them. */
export function toResultImages(results: readonly ToolResult[], reader: Reader): UserContent[] {
  if (canHoldImages(reader) || !reader.info.takesImages) return [];
  return results.flatMap(({ parts, name }) =>
    parts.filter(isImage).flatMap(({ data, mimeType }): UserContent[] => [
      { type: "text", text: `Image from ${name}:` },
      { type: "file", mediaType: mimeType, data },
    ]),
  );
}

function toText(part: ResultPart, { info }: Reader): string {
  if (part.type === "text") return part.text;
  return info.takesImages
    ? `[image (${part.mimeType}), shown below]`
    : `[image (${part.mimeType}) omitted: this model does not support images]`;
}

function canHoldImages({ dialect, info }: Reader): boolean {
  return dialect.takesResultImages && info.takesImages;
}

function isImage(part: ResultPart): part is ImagePart {
  return part.type === "image";
}
