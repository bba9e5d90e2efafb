// A line read without a disk, and what was found in it as text that a person can compare.
import { START } from "../line/folders.ts";
import { Found, type FoundCommand, type FoundWord } from "../line/found.ts";
import { readLine } from "../line/read-line.ts";
import type { Dialect } from "../line/reader.ts";

export function read(line: string, dialect: Dialect = "bash"): Found {
  const found = new Found();
  readLine(found, line, { via: [], folder: START }, dialect);
  if (found.variables.isDoubtful) found.isUnparsed = true;
  return found;
}

/** `and.pipe: A=1 program word ‹$word› >file`, with a `+` in front if it wraps the next one. */
export function describeCommand(command: FoundCommand): string {
  const { program, args, assignments, redirects, via, isWrapper } = command;
  const signs = { read: "<", write: ">", append: ">>" };
  const words = [
    ...assignments.map(({ name, value }) => `${name}=${describeWord(value)}`),
    ...(program === undefined ? [] : [program, ...args].map(describeWord)),
    ...redirects.map(({ mode, target }) => signs[mode] + describeWord(target)),
  ];
  const place = via.length === 0 ? "" : `${via.join(".")}: `;
  return (isWrapper ? "+" : "") + place + words.join(" ");
}

/** Words with blanks in them are shown between bars, words that are only known at run time between angles. */
function describeWord({ text, isLiteral }: FoundWord): string {
  if (!isLiteral) return `‹${text}›`;
  return text === "" || /\s/.test(text) ? `|${text}|` : text;
}
