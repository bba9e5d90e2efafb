// JSON from outside, within a limit on nesting: what is nested too deeply can be parsed, but not written, copied or walked without
// running out of stack, so that it would fail later and elsewhere.

/** Objects and lists inside each other. Real messages have a dozen levels. */
export const NESTING_MAX = 1_000;

/** As `JSON.parse`; what is nested too deeply is a SyntaxError that says so. */
export function parseJson(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError(`it is nested deeper than ${NESTING_MAX} levels`);
  return JSON.parse(text);
}

/** Of text that is JSON; of other text it says nothing. */
export function isNestedTooDeep(text: string): boolean {
  // Each level takes two characters, and nearly every text is shorter or has fewer brackets.
  return text.length > 2 * NESTING_MAX && countOpening(text) > NESTING_MAX && depthOf(text) > NESTING_MAX;
}

/** Stops counting above the limit. Brackets within strings count too: this is the quick look. */
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
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/** Stops above the limit. */
function depthOf(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= NESTING_MAX; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
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
