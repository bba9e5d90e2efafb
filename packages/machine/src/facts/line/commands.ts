// Simple commands: assignments, a program, its arguments and redirects, in any order that the shell accepts.
import type { ArrayValue, Assignment, Command, Redirection, Word } from "unbash";
import { evaluateText, readIndex } from "./arithmetic.ts";
import { stay, type Outcome } from "./folders.ts";
import { toLiteral, type FoundCommand, type FoundWord, type Place } from "./found.ts";
import type { Reader } from "./reader.ts";
import { readRedirect } from "./redirects.ts";
import { finishCommand } from "./running.ts";

export function readCommand(reader: Reader, node: Command, place: Place): Outcome {
  const command = reader.found.add(place);
  for (const part of node.prefix) {
    if (part.type === "Assignment") readAssignment(reader, command, part, place);
    else readRedirect(reader, command, part, place);
  }
  if (node.name !== undefined) command.program = reader.word(node.name, place);
  for (const part of node.suffix) {
    if (part.type === "Word") command.args.push(reader.word(part, place));
    else if (part.type === "Assignment") readDeclared(reader, command, part, place);
    else readRedirect(reader, command, part, place);
  }
  return command.program === undefined ? stay(place.folder) : finishCommand(reader, command, place);
}

/** Redirects of a group or a loop. */
export function readRedirectsOnly(reader: Reader, redirects: readonly Redirection[], place: Place): void {
  const command = reader.found.add(place);
  for (const redirect of redirects) readRedirect(reader, command, redirect, place);
}

/** `export A=1`: an argument of the command that is also an assignment. */
function readDeclared(reader: Reader, command: FoundCommand, node: Assignment, place: Place): void {
  const value = readAssignment(reader, command, node, place);
  command.args.push({ text: node.text, isLiteral: value.isLiteral, isTilde: false });
}

function readAssignment(reader: Reader, command: FoundCommand, node: Assignment, place: Place): FoundWord {
  const { name, index, value: given } = node;
  if (!/^[A-Za-z_]\w*$/.test(name)) reader.doubt();
  if (index !== undefined) readIndex(reader, index, place);
  const isArray = given.type === "ArrayValue";
  const value = isArray ? readArray(reader, node, given, place) : reader.word(given, place);
  command.assignments.push({ name, value, isArray });
  // The result of arithmetic is always a number.
  const isSum = !isArray && given.parts?.length === 1 && given.parts[0]?.type === "ArithmeticExpansion";
  reader.found.assign(name, isSum ? "0" : value.isLiteral ? value.text : undefined);
  return value;
}

function readArray(reader: Reader, { text }: Assignment, array: ArrayValue, place: Place): FoundWord {
  for (const element of array.elements) readElementIndex(reader, element);
  const words = array.elements.map((element) => reader.word(element, place));
  const start = text.indexOf("(");
  return { ...toLiteral(text.slice(start)), isLiteral: words.every(({ isLiteral }) => isLiteral) };
}

/** `[3]=x` and `[name]=x`: the subscript is arithmetic. */
function readElementIndex(reader: Reader, { text }: Word): void {
  if (!text.startsWith("[") || !/\]\+?=/.test(text)) return;
  const [, index] = /^\[([^\]]*)\]\+?=/.exec(text) ?? [];
  if (index === undefined) reader.doubt();
  else evaluateText(reader, index);
}
