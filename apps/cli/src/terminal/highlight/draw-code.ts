// A piece of code as lines: not broken, so that it can be copied as it is; the terminal breaks what is too long.
import { STYLES, type Line } from "../line.ts";
import type { Palette } from "../encode-line.ts";
import { CodeStream } from "./code-stream.ts";

export function drawCode(code: string, language: string, palette: Palette): Line[] {
  const fence: Line[] = palette.hasColor ? [] : [[{ text: "```" + language, style: STYLES.dim }]];
  const end: Line[] = palette.hasColor ? [] : [[{ text: "```", style: STYLES.dim }]];
  return [...fence, ...new CodeStream(toLanguage(language)).push(code.split("\n")), ...end];
}

/** ```` ```ts title="x" ```` and ```` ```{.python} ```` name languages too. */
export function toLanguage(info: string): string {
  return /[\w+#-]+/.exec(info)?.[0].toLowerCase() ?? "";
}
