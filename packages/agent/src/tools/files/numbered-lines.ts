// Numbered lines for the model, with long lines shortened.
import { startOf } from "@parley/base";
import { READ_LINE_CHARS_MAX } from "../../limits.ts";

/** `first`: the number of the first one. */
export function numberLines(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index}\t${cutLine(line)}`).join("\n");
}

export function cutLine(line: string, charsMax: number = READ_LINE_CHARS_MAX): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (text.length <= charsMax) return text;
  const start = startOf(text, charsMax);
  return `${start}… [${text.length - start.length} more characters in this line]`;
}

/** Without the empty line after the last line ending. */
export function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
