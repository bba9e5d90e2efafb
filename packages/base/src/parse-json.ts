// Parses JSON from outside, with a limit on nesting. A value nested too deeply can be parsed, but writing, copying or
// walking it would run out of stack later, somewhere else.

/** Objects and lists inside each other. Real messages have a dozen levels. */
export const NESTING_MAX = 1_000;

/** Like `JSON.parse`; throws a SyntaxError if the value is nested too deeply. */
export function parseJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError(`it is nested deeper than ${NESTING_MAX} levels`);
  return JSON.parse(text);
}

/** Only meaningful for text that is JSON. */
export function isNestedTooDeep(text: string): boolean {
  // Each level takes two characters, and nearly every text is shorter or has fewer brackets.
  return text.length > 2 * NESTING_MAX && countOpening(text) > NESTING_MAX && depthOf(text) > NESTING_MAX;
}

/** A quick check that stops counting above the limit. Brackets within strings count too. */
function countOpening(text: string): number {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    for (let at = text.indexOf(bracket); at !== -1 && count <= NESTING_MAX; at = text.indexOf(bracket, at + 1))
      count += 1;
  }
  return count;
}

const QUOTE = 34;
const BACKSLASH = 92;
/** A bracket and a brace differ in this bit alone; no other character becomes a brace by it. */
const TO_BRACE = 32;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** Stops above the limit. */
function depthOf(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= NESTING_MAX; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if ((code | TO_BRACE) === OPENING_BRACE) depth += 1;
    else if ((code | TO_BRACE) === CLOSING_BRACE) depth -= 1;
  }
  return depth;
}

/** Where the string ends that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
