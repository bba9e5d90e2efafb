// Expands `{a,b}` in a glob.
import { PATTERNS_MAX } from "../limits.ts";

/** Undefined if a brace is unbalanced, or if there would be too many globs. */
export function expandBraces(text: string): string[] | undefined {
  const done: string[] = [];
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const start = next.indexOf("{");
    const alternatives = start < 0 ? [] : splitAlternatives(next, start);
    if (alternatives === undefined) return undefined;
    if (start >= 0) open.push(...alternatives.toReversed());
    else if (next.includes("}")) return undefined;
    else done.push(next);
    if (done.length + open.length > PATTERNS_MAX) return undefined;
  }
  return done;
}

/** The text once for each alternative of the brace at `start`. */
function splitAlternatives(text: string, start: number): string[] | undefined {
  let depth = 0;
  const commas: number[] = [start];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{") depth += 1;
    else if (character === "," && depth === 1) commas.push(at);
    else if (character === "}") depth -= 1;
    if (depth > 0) continue;
    const rest = text.slice(at + 1);
    const before = text.slice(0, start);
    return commas.map((comma, index) => before + text.slice(comma + 1, commas[index + 1] ?? at) + rest);
  }
  return undefined;
}
