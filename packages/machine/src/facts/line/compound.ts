// Conditions, loops, functions and coprocesses.
import type { Case, CommandNode, CompoundList, Coproc, For, Function, If, Select, While, Word } from "unbash";
import { ANYWHERE, changesFolder, either, settle, stay, UNKNOWN, type Folder, type Outcome } from "./folders.ts";
import { inside, toLiteral, type Place } from "./found.ts";
import type { Reader } from "./reader.ts";

type ReadNode = (reader: Reader, node: CommandNode, place: Place) => Outcome;

export function readIf(reader: Reader, node: If, place: Place): Outcome {
  const here = inside(place, "condition");
  const ends: Folder[] = [];
  let { folder } = place;
  for (const { clause, then } of [node, ...node.elif]) {
    const tested = reader.statements(clause.commands, { ...here, folder });
    ends.push(settle(reader.statements(then.commands, { ...here, folder: tested.success })));
    folder = tested.failure;
  }
  // Without an `else`, all branches may be skipped.
  ends.push(node.else === undefined ? folder : settle(reader.statements(node.else.commands, { ...here, folder })));
  return stay(ends.reduce(either));
}

export function readCase(reader: Reader, node: Case, place: Place): Outcome {
  const here = inside(place, "condition");
  reader.word(node.word, place);
  const ends: Folder[] = [place.folder];
  let { folder } = place;
  for (const { pattern, body, terminator } of node.items) {
    for (const word of pattern) reader.word(word, here);
    const end = settle(reader.statements(body.commands, { ...here, folder }));
    // `;&` and `;;&` fall through to a later clause.
    if (terminator === ";&" || terminator === ";;&") folder = either(folder, end);
    ends.push(end);
  }
  return stay(ends.reduce(either));
}

export function readWhile(reader: Reader, { clause, body }: While, place: Place): Outcome {
  return repeat(reader, place, (here) => {
    const tested = reader.statements(clause.commands, here);
    return settle(reader.statements(body.commands, { ...here, folder: settle(tested) }));
  });
}

/** `{1..3}` yields numbers, which are safe in arithmetic. */
const NUMBERS = /^\{-?\d+\.\.-?\d+(?:\.\.-?\d+)?\}$/;

export function readFor(reader: Reader, { type, name, wordlist, body }: For | Select, place: Place): Outcome {
  const variable = readName(reader, name);
  // Without values it iterates over the caller's arguments.
  if (wordlist === undefined || type === "Select") reader.found.assign(variable, undefined);
  if (type === "Select") reader.found.assign("REPLY", undefined);
  for (const value of wordlist ?? []) {
    const { text, isLiteral } = reader.word(value, inside(place, "loop"));
    reader.found.assign(variable, NUMBERS.test(value.text) ? "0" : isLiteral ? text : undefined);
  }
  return repeat(reader, place, (here) => settle(reader.statements(body.commands, here)));
}

/** A folder change in a loop affects the whole next iteration. */
export function repeat(reader: Reader, place: Place, read: (place: Place) => Folder): Outcome {
  const first = reader.found.commands.length;
  if (read(inside(place, "loop")) === place.folder) return stay(place.folder);
  reader.found.forgetFolders(first);
  return stay(UNKNOWN);
}

/** Shell builtins that may precede a `cd`, or end a line after one. */
const RUNS_IN_SHELL: ReadonlySet<string> = new Set(["builtin", "command", "eval", "exec", "exit", "return"]);

export function readFunction(reader: Reader, { name, body }: Function, place: Place, readNode: ReadNode): Outcome {
  const called = readName(reader, name);
  reader.found.functions.add(called);
  // A function of that name replaces the command.
  if (changesFolder(called) || RUNS_IN_SHELL.has(called)) reader.found.hasMovingFunction = true;
  const here = { via: [...place.via, "function" as const], folder: ANYWHERE };
  const outcome = readBody(reader, body, here, readNode);
  if (settle(outcome) !== ANYWHERE) reader.found.hasMovingFunction = true;
  return stay(place.folder);
}

/** `coproc NAME { … }` and `coproc PROGRAM ARGUMENTS`: a separate background process. */
export function readCoprocess(reader: Reader, { name, body }: Coproc, place: Place, readNode: ReadNode): Outcome {
  const command = reader.found.add(place, toLiteral("coproc"));
  if (name !== undefined) command.args.push(toLiteral(readName(reader, name)));
  command.isWrapper = true;
  readBody(reader, body, inside(place, "wrapper"), readNode);
  return stay(place.folder);
}

/** The parser returns a list here only after a syntax error. */
function readBody(reader: Reader, body: CommandNode | CompoundList, place: Place, readNode: ReadNode): Outcome {
  return body.type === "CompoundList" ? reader.statements(body.commands, place) : readNode(reader, body, place);
}

/** Bash does not accept a computed name. */
function readName(reader: Reader, { text }: Word): string {
  if (!/^[^\s$`'"\\]+$/.test(text)) reader.doubt();
  return text;
}
