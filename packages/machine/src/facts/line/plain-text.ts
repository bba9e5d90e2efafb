// Whether what the parser takes for text is nothing else: the check on it that costs little and needs no trust.
import type { Reader } from "./reader.ts";

const EXPANDS = /`|\$[\w({[@*#?$!-]/;

/** Doubts if there is an expansion in it. */
export function checkText(reader: Reader, text: string): void {
  if (EXPANDS.test(withoutEscapes(text))) reader.doubt();
}

export function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replaceAll(/\\[^]/g, "") : text;
}
