// The output text of a tool call, wherever its agent puts it.
import { fieldsOf, listOf, textOf, type Fields } from "./fields.ts";
import { OUTPUT_CHARS_MAX } from "../limits.ts";

const OUTPUT_KEYS = ["output", "stdout", "stderr", "formatted_output", "aggregated_output", "content", "text"];

export function outputOf(fields: Fields): string {
  const texts = [...contentTexts(fields["content"]), ...rawTexts(fields["rawOutput"]), ...metaTexts(fields["_meta"])];
  return texts.join("\n");
}

/** Base64, as version 2 sends the output of terminals; empty if it is not valid. */
export function decodeBase64(data: string): string {
  try {
    // Four characters are three bytes; text beyond the limit is ignored.
    const bytes = Uint8Array.from(atob(data.slice(0, OUTPUT_CHARS_MAX)), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return ""; // Not base64.
  }
}

/** The text of one content block, or of a list of them. */
export function blockText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return listOf(content).map(blockText).join("");
  return textOf(fieldsOf(content)["text"]) ?? "";
}

function* contentTexts(content: unknown): Generator<string> {
  for (const item of listOf(content)) {
    const part = fieldsOf(item);
    const text = part["type"] === "content" ? textOf(fieldsOf(part["content"])["text"]) : undefined;
    if (text !== undefined) yield text;
  }
}

function* rawTexts(raw: unknown): Generator<string> {
  if (typeof raw === "string") yield raw;
  for (const item of listOf(raw)) {
    const text = textOf(fieldsOf(item)["text"]);
    if (text !== undefined) yield text;
  }
  if (Array.isArray(raw)) return;
  const fields = fieldsOf(raw);
  for (const key of OUTPUT_KEYS) {
    const text = textOf(fields[key]);
    if (text !== undefined) yield text;
  }
}

/** Terminals that only the agent has, in the formats of two adapters. */
function* metaTexts(meta: unknown): Generator<string> {
  const fields = fieldsOf(meta);
  for (const key of ["terminal_output", "terminal_output_delta"]) {
    const text = textOf(fieldsOf(fields[key])["data"]);
    if (text !== undefined) yield text;
  }
}
