// Command output for display: plain text in a code block, only the end if it is long.
import type { ToolCallContent } from "@parley/acp";
import { stripVTControlCharacters } from "node:util";
import { fenced } from "../text/markdown.ts";
import { SHOWN_OUTPUT_CHARS_MAX } from "../limits.ts";

/** Control characters that cannot be displayed: bells, backspaces, NULs. */
const CONTROLS = /[^\P{Cc}\n\r\t]/gu;

/** Empty for an empty output. */
export function showOutput(output: string): readonly ToolCallContent[] {
  const text = toPlainText(endOf(output)).trimEnd();
  return text === "" ? [] : [{ type: "content", content: { type: "text", text: fenced(text) } }];
}

/** Without colours; of a line that was overwritten, only the final text. */
export function toPlainText(output: string): string {
  const text = stripVTControlCharacters(output).replaceAll(CONTROLS, "").replaceAll("\r\n", "\n");
  if (!text.includes("\r")) return text;
  return text
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1).replace("\r", ""))
    .join("\n");
}

function endOf(output: string): string {
  if (output.length <= SHOWN_OUTPUT_CHARS_MAX) return output;
  const tail = output.slice(-SHOWN_OUTPUT_CHARS_MAX);
  return `…\n${tail.slice(tail.indexOf("\n") + 1)}`;
}
