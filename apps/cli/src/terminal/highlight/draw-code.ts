// Draws code without wrapping, so that it can be copied unchanged; the terminal wraps lines that are too long.
import { STYLES, type Line } from "../line.ts";
import type { Palette } from "../encode-line.ts";
import { CodeStream } from "./code-stream.ts";

export function drawCode(code: string, language: string, palette: Palette): Line[] {
  const fence: Line[] = palette.hasColor ? [] : [[{ text: "```" + language, style: STYLES.dim }]];
  const end: Line[] = palette.hasColor ? [] : [[{ text: "```", style: STYLES.dim }]];
  return [...fence, ...new CodeStream(toLanguage(language)).push(code.split("\n")), ...end];
}

/** Also recognizes ```` ```ts title="x" ```` and ```` ```{.python} ````. */
export function toLanguage(info: string): string {
  return /[\w+#-]+/.exec(info)?.[0].toLowerCase() ?? "";
}
