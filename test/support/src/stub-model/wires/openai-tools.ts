// The tools of a request on OpenAI's wires, and what its results may look like.
import { isObject } from "@parley/base";
import type { OfferedTool, Part } from "../conversation.ts";
import { toImage, toList, toName, toObject } from "./read.ts";

/** Nested in `function` on the chat wire, flat on the other; some are groups of tools. */
export function parseTools(value: unknown): readonly OfferedTool[] {
  return toList(value, "tools").flatMap((entry) => {
    const tool = toObject(entry, "tools[]");
    if (tool["type"] === "namespace") return parseNamespace(tool);
    const details = isObject(tool["function"]) ? tool["function"] : isObject(tool["custom"]) ? tool["custom"] : tool;
    // Tools that run on the provider's side have a type and no name.
    if (typeof details["name"] !== "string") return [];
    const isPlain = tool["type"] === "custom";
    return [
      { name: toName(details["name"], "tools[].name"), schema: isPlain ? undefined : schemaOf(details["parameters"]) },
    ];
  });
}

function parseNamespace(group: Readonly<Record<string, unknown>>): readonly OfferedTool[] {
  const namespace = toName(group["name"], "tools[].name");
  return parseTools(group["tools"]).map((tool) => ({ ...tool, namespace }));
}

function schemaOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A string, or a list of parts with text and images in them. */
export function parseResult(callId: string, output: unknown): Part {
  if (typeof output === "string") return { type: "result", callId, text: output, images: 0 };
  if (!Array.isArray(output)) return { type: "result", callId, text: JSON.stringify(output ?? ""), images: 0 };
  const parts = (output as unknown[]).map(parseContentPart);
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { type: "result", callId, text, images: parts.filter(({ type }) => type === "image").length };
}

export function parseContent(content: unknown): readonly Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return toList(content, "content").map(parseContentPart);
}

function parseContentPart(value: unknown): Part {
  const part = toObject(value, "content[]");
  const type = String(part["type"]);
  if (typeof part["text"] === "string") return { type: "text", text: part["text"] };
  const image = part["image_url"];
  if (isObject(image) && typeof image["url"] === "string") return toImage(image["url"]);
  if (typeof image === "string") return toImage(image);
  return { type: "other", kind: type };
}

/** The schema that an answer must have, as `response_format` or `text.format` says it. */
export function parseFormat(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (value["type"] === "json_object") return {};
  if (value["type"] !== "json_schema") return undefined;
  return isObject(value["json_schema"]) ? value["json_schema"]["schema"] : value["schema"];
}
