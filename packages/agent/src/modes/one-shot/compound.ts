// Whether a prompt asks for several things at once, by the look of it: worth a plan of its own.
import { COMPOUND_CHARS_MAX } from "../limits.ts";
import { findFences } from "./json-in-text.ts";

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)]|\(?[a-e]\))\s+\S+\s+\S/;
const CONNECTORS =
  /\b(?:and then|after that|afterwards|then also|in addition|additionally|finally|once (?:that is|that's) done)\b/gi;

const ITEMS_MIN = 3;
const CONNECTORS_MIN = 2;

/** Three things in a list, or two words that lead on to the next. What is pasted between fences does not count. */
export function looksCompound(prompt: string): boolean {
  const text = prompt.slice(0, COMPOUND_CHARS_MAX);
  const pasted = new Set(findFences(text).flatMap(({ body }) => body.split("\n")));
  const lines = text.split("\n").filter((line) => !pasted.has(line));
  if (lines.filter((line) => LIST_ITEM.test(line)).length >= ITEMS_MIN) return true;
  return Array.from(lines.join("\n").matchAll(CONNECTORS)).length >= CONNECTORS_MIN;
}
