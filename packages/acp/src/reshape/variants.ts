// Variants of another form → variants of the schema, tag included.
import { isObject } from "@parley/base";
import type { Fields } from "../decode-trail.ts";
import { firstOf } from "./fields.ts";
import { toTextBlock } from "./forms.ts";

const ID_NAMES = ["toolCallId", "tool_call_id", "toolId", "id"];
const RESULT_NAMES = ["output", "result", "content", "text"];

/** For places that allow only content; in a message it becomes a tool call. */
export function toolUseToText({ toolName, input }: Fields): Fields {
  const name = typeof toolName === "string" ? toolName : "Tool";
  return toTextBlock(input === undefined ? name : `${name} ${JSON.stringify(input)}`);
}

export function toolResultToText(block: Fields): Fields {
  return toTextBlock(toText(firstOf(block, RESULT_NAMES)));
}

/** A block where the schema has an object around it. */
export function wrapBlock(content: Fields): Fields {
  return { type: "content", content };
}

export function textToChunk({ text, ...others }: Fields): Fields {
  return { ...others, sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
}

export function thinkingToChunk({ text, thinking, content, ...others }: Fields): Fields {
  const said = text ?? thinking ?? content;
  return {
    ...others,
    sessionUpdate: "agent_thought_chunk",
    content: isObject(said) ? said : { type: "text", text: said },
  };
}

/** Only the id is certain, because a result may lack an outcome. */
export function resultToUpdate(result: Fields): Fields {
  const output = firstOf(result, RESULT_NAMES);
  const isError = result["isError"] === true || result["is_error"] === true;
  const update: Fields = {
    sessionUpdate: "tool_call_update",
    toolCallId: firstOf(result, ID_NAMES),
    status: isError ? "failed" : "completed",
  };
  if (output === undefined) return update;
  const content = [wrapBlock(toTextBlock(toText(output)))];
  return { ...update, rawOutput: output, content };
}

/** Text unchanged, the texts of blocks, anything else as JSON. */
function toText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  const blocks: unknown[] = Array.isArray(value) ? value : [value];
  const texts = blocks.map((block) => (isObject(block) ? block["text"] : undefined));
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : JSON.stringify(value);
}
