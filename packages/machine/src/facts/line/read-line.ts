// A command line, and the lines nested in it: everything that would run.
import { parse } from "unbash";
import { LINE_CHARS_MAX, LINE_DEPTH_MAX, NESTING_MAX } from "../../limits.ts";
import { readParts } from "./expansions.ts";
import { stay, UNKNOWN, type Outcome } from "./folders.ts";
import type { Found, Place } from "./found.ts";
import type { Dialect, Reader } from "./reader.ts";
import { finishCommand } from "./running.ts";
import { readStatements } from "./statements.ts";
import { runWithin } from "./time-limit.ts";
import { readOperand, readWord } from "./words.ts";

/** Syntax that other shells read differently from bash. */
const DIFFERS: Readonly<Record<Dialect, RegExp | undefined>> = {
  bash: undefined,
  posix: /\$['"[]|&>|[<>]\(|\[\[|\(\(|<<<|\|&|;&|[?*+@!]\(/,
  zsh: /[(){}[\]*?~^#=`$!]|&>|<<<|\|&|&\|/,
};
/** NUL ends an argument for the system, and a lone surrogate is replaced on its way to the shell. */
const NO_TEXT = /\0|\p{Surrogate}/u;

/** How deeply lines, and the commands of a line, are nested. */
interface Depth {
  readonly lines: number;
  levels: number;
}

export function readLine(found: Found, text: string, place: Place, dialect: Dialect): Outcome {
  let outcome = stay(UNKNOWN);
  const isRead = runWithin(text.length, () => {
    outcome = readInner(found, text, place, dialect, { lines: 0, levels: 0 });
  });
  if (!isRead) found.isUnparsed = true;
  return isRead ? outcome : stay(UNKNOWN);
}

/** A program and its arguments, started without a shell. */
export function readWords(found: Found, words: readonly string[], place: Place): void {
  if (words.some((word) => NO_TEXT.test(word))) found.isUnparsed = true;
  const chars = words.reduce((sum, { length }) => sum + length, 0);
  const isRead = runWithin(chars, () => {
    const [program, ...args] = words.map((text) => ({ text, isLiteral: true, isTilde: false }));
    const command = found.add(place, program);
    command.args.push(...args);
    finishCommand(createReader(found, "", { lines: 0, levels: 0 }), command, place);
  });
  if (!isRead) found.isUnparsed = true;
}

function readInner(found: Found, text: string, place: Place, dialect: Dialect, depth: Depth): Outcome {
  if (text.length > LINE_CHARS_MAX || depth.lines > LINE_DEPTH_MAX || NO_TEXT.test(text)) {
    found.isUnparsed = true;
    return stay(UNKNOWN);
  }
  if (DIFFERS[dialect]?.test(text) === true) found.isUnparsed = true;
  return createReader(found, text, depth).script(parse(text), place);
}

function createReader(found: Found, source: string, depth: Depth): Reader {
  const doubt = (): void => {
    found.isUnparsed = true;
  };
  const reader: Reader = {
    source,
    found,
    doubt,
    statements: (statements, place) => readStatements(reader, statements, place),
    script(script, place) {
      if (script === undefined || (script.errors ?? []).length > 0) doubt();
      if (script === undefined) return stay(UNKNOWN);
      // Inside backquotes a level of backslashes is removed first, and the result is parsed.
      const own = script.source === undefined ? reader : createReader(found, script.source, depth);
      return own.deeper(() => own.statements(script.commands, place), stay(UNKNOWN));
    },
    word: (word, place) => readWord(reader, word, place),
    operand: (word, place) => readOperand(reader, word, place),
    parts: (parts, place) => {
      readParts(reader, parts, place);
    },
    line: (text, place, dialect) =>
      readInner(found, text, place, dialect, { lines: depth.lines + 1, levels: depth.levels }),
    deeper(read, otherwise) {
      if (depth.levels >= NESTING_MAX) {
        doubt();
        return otherwise;
      }
      depth.levels += 1;
      const result = read();
      depth.levels -= 1;
      return result;
    },
  };
  return reader;
}
