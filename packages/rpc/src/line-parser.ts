// Parses the lines of one connection. Lines of streamed text differ only in their last string. The rest is compared
// with an earlier line and only the string is parsed, which costs a quarter of parsing the line.
import { COMPARED_LINE_CHARS_MAX, LINES_PER_LESSON } from "./limits.ts";
import { isObject } from "@parley/base";

type Fields = Record<string, unknown>;

/** A line without its last string. */
interface Pattern {
  readonly head: string;
  readonly tail: string;
  /** From the innermost object to the message itself: a template for each, and the key of the next one. */
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
  /**
   * Lines since the last attempt to make one a pattern. An attempt costs as much as parsing, so not every line gets
   * one.
   */
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

  /** The message, if the line fits the pattern. If its middle is JSON, the rest means the same as before. */
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
      // This line has more fields, and probably the next ones too; checking each would cost more than it gains.
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
  // A copy, because a slice keeps the whole string in memory, which may have megabytes.
  const head = JSON.parse(JSON.stringify(text.slice(0, start))) as string;
  const tail = "}".repeat(text.length - end);
  // The two differ only where the string is.
  const levels = findLevels(value, JSON.parse(`${head}null${tail}`));
  return levels === undefined ? undefined : { head, tail, levels };
}

/** The path to the string, along the last field of each object, if all other fields can be shared between messages. */
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
