// A command line, and the lines within it: everything in it that would run.
import type { Parser } from "web-tree-sitter";
import { LINE_CHARS_MAX, LINE_DEPTH_MAX } from "../limits.ts";
import { isTrueToBash } from "../syntax/lexis.ts";
import { parseSyntax } from "../syntax/syntax-tree.ts";
import { stay, UNKNOWN, type Outcome } from "./folders.ts";
import type { Found, Place } from "./found.ts";
import type { Dialect, Reader } from "./reader.ts";
import { finishCommand } from "./running.ts";
import { readStatements } from "./statements.ts";
import { readWord } from "./words.ts";

/** What the other shells read otherwise than bash. */
const DIFFERS: Readonly<Record<Dialect, RegExp | undefined>> = {
  bash: undefined,
  posix: /\$['"[]|&>|[<>]\(|\[\[|\(\(|<<<|\|&|;&|[?*+@!]\(/,
  zsh: /[(){}[\]*?~^#=`$!]|&>|<<<|\|&|&\|/,
};
/** NUL ends a word for the system, and half a character becomes another one on its way to a shell. */
const NO_TEXT = /\0|\p{Surrogate}/u;

export function readLine(
  parser: Parser,
  found: Found,
  text: string,
  place: Place,
  dialect: Dialect,
  depth = 0,
): Outcome {
  const isReadable = text.length <= LINE_CHARS_MAX && depth <= LINE_DEPTH_MAX && !NO_TEXT.test(text);
  const tree = isReadable ? parseSyntax(parser, text) : undefined;
  if (tree === undefined) {
    found.isUnparsed = true;
    return stay(UNKNOWN);
  }
  const isUnderstood = tree.isWhole && isTrueToBash(text, tree.root) && DIFFERS[dialect]?.test(text) !== true;
  if (!isUnderstood) found.isUnparsed = true;
  return createReader(parser, found, text, depth).statements(tree.root.children, place);
}

/** A program and its words, started without a shell. */
export function readWords(parser: Parser, found: Found, words: readonly string[], place: Place): void {
  if (words.some((word) => NO_TEXT.test(word))) found.isUnparsed = true;
  const [program, ...args] = words.map((text) => ({ text, isLiteral: true, isTilde: false, isBare: false }));
  const command = found.add(place, program);
  command.args.push(...args);
  finishCommand(createReader(parser, found, "", 0), command, place);
}

function createReader(parser: Parser, found: Found, source: string, depth: number): Reader {
  const reader: Reader = {
    source,
    found,
    doubt: () => {
      found.isUnparsed = true;
    },
    statements: (nodes, place) => readStatements(reader, nodes, place),
    word: (node, place) => readWord(reader, node, place),
    line: (text, place, dialect) => readLine(parser, found, text, place, dialect, depth + 1),
  };
  return reader;
}
