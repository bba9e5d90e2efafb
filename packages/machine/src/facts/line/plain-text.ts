// Whether text that the parser takes for literal is literal: a cheap check that does not rely on the parser.
import type { Reader } from "./reader.ts";

const EXPANDS = /`|\$[\w({[@*#?$!-]/;

/** Records a doubt if the text contains an expansion. */
export function checkText(reader: Reader, text: string): void {
  if (EXPANDS.test(withoutEscapes(text))) reader.doubt();
}

export function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replaceAll(/\\[^]/g, "") : text;
}
