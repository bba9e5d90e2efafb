// Parses the lines of one connection. Streamed text comes in lines that differ in their last string alone: what surrounds it is
// compared with a line from before, and only the string is parsed, which costs a quarter of parsing the line.
import { COMPARED_LINE_CHARS_MAX, LINES_PER_LESSON } from "./limits.ts";
import { isObject } from "@parley/base";

type Fields = Record<string, unknown>;

/** A line without its last string. */
interface Pattern {
  readonly head: string;
  readonly tail: string;
  /** From the innermost object to the message itself: what they are like, and where the next one is put in. */
  readonly levels: readonly Level[];
}

interface Level {
  readonly fields: Fields;
  readonly key: string;
}

const QUOTE = 34;
const BACKSLASH = 92;
const BRACE = 125;

export class LineParser {
  #pattern: Pattern | undefined;
  /** Lines since one was last examined as a pattern. That costs as much as parsing, so it is not done for each line. */
  #sinceLesson = LINES_PER_LESSON;

  /** Returns what `JSON.parse` would, in new objects, and throws what it throws. */
  parse(text: string): unknown {
    this.#sinceLesson += 1;
    const fitting = this.#parseFitting(text);
    if (fitting !== undefined) return fitting;
    const value: unknown = JSON.parse(text);
    if (this.#sinceLesson >= LINES_PER_LESSON) {
      this.#sinceLesson = 0;
      this.#pattern = toPattern(text, value) ?? this.#pattern;
    }
    return value;
  }

  /** The message, if the line is one of the pattern. That its middle is JSON proves that the rest means what it meant before. */
  #parseFitting(text: string): unknown {
    if (this.#pattern === undefined) return undefined;
    const { head, tail, levels } = this.#pattern;
    if (text.length < head.length + tail.length || text.slice(0, head.length) !== head || !text.endsWith(tail)) {
      return undefined;
    }
    let value: unknown;
    try {
      value = JSON.parse(text.slice(head.length, text.length - tail.length));
    } catch {
      // There are more fields than before, in this line and probably in the next; to find out again would cost more than it gains.
      this.#pattern = undefined;
      return undefined;
    }
    for (const { fields, key } of levels) {
      const copy = { ...fields };
      copy[key] = value;
      value = copy;
    }
    return value;
  }
}

function toPattern(text: string, value: unknown): Pattern | undefined {
  if (text.length > COMPARED_LINE_CHARS_MAX) return undefined;
  let end = text.length;
  while (text.charCodeAt(end - 1) === BRACE) end -= 1;
  const start = text.lastIndexOf('"', end - 2);
  if (end === text.length || text.charCodeAt(end - 1) !== QUOTE || text.charCodeAt(start - 1) === BACKSLASH) {
    return undefined;
  }
  // A copy: a piece of a string keeps all of it, and this one may have come with megabytes.
  const head = JSON.parse(JSON.stringify(text.slice(0, start))) as string;
  const tail = "}".repeat(text.length - end);
  // The only difference between the two is where the string is.
  const levels = findLevels(value, JSON.parse(`${head}null${tail}`));
  return levels === undefined ? undefined : { head, tail, levels };
}

/** The way to the string, along the last field of each object, if every other field can be in two messages at once. */
function findLevels(value: unknown, without: unknown): readonly Level[] | undefined {
  if (!isObject(value) || !isObject(without)) return undefined;
  const key = Object.keys(value).at(-1);
  if (key === undefined) return undefined;
  if (Object.keys(without).some((name) => name !== key && typeof without[name] === "object")) return undefined;
  const level = { fields: without, key };
  if (typeof value[key] === "string") return without[key] === null ? [level] : undefined;
  const inner = findLevels(value[key], without[key]);
  return inner === undefined ? undefined : [...inner, level];
}
