// Simple commands: assignments, a program, its words, and redirects, in any order the shell takes.
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { checkIndex, evaluate } from "./expansions.ts";
import { stay, type Outcome } from "./folders.ts";
import { inside, type FoundCommand, type FoundWord, type Place } from "./found.ts";
import { isComment, textOf, type Reader } from "./reader.ts";
import { readTail } from "./redirects.ts";
import { finishCommand } from "./running.ts";

export function readCommand(reader: Reader, node: SyntaxNode, place: Place, tail: readonly SyntaxNode[]): Outcome {
  const command = reader.found.add(place);
  let group: SyntaxNode | undefined;
  for (const child of node.children) {
    if (isComment(child)) continue;
    if (child.type === "variable_assignment") readAssignment(reader, command, child, place);
    else if (child.type === "command_name") readName(reader, command, child, place);
    else if (child.field === "redirect") readTail(reader, command, [child], place);
    else if (child.type === "subshell") group = child;
    else command.args.push(reader.word(child, place));
  }
  readTail(reader, command, tail, place);
  if (group !== undefined) return readKeyword(reader, command, group, place);
  return finishCommand(reader, command, place);
}

/** Words in front of the name can only have come from a redirect that the grammar read too far. */
function readName(reader: Reader, command: FoundCommand, node: SyntaxNode, place: Place): void {
  if (command.args.length > 0 || node.children.length !== 1) reader.doubt();
  const [name = node] = node.children;
  command.program = reader.word(name, place);
}

/** `time (…)`: nothing else may stand in front of a bracket. */
function readKeyword(reader: Reader, command: FoundCommand, group: SyntaxNode, place: Place): Outcome {
  if (command.program?.text !== "time" || command.args.length > 0) reader.doubt();
  command.isWrapper = true;
  reader.statements([group], inside(place, "wrapper"));
  return stay(place.folder);
}

/** `export A=1`, `local x`, `unset x`: the assignments are words of theirs, and assignments all the same. */
export function readDeclaration(reader: Reader, node: SyntaxNode, place: Place, tail: readonly SyntaxNode[]): Outcome {
  const [keyword, ...rest] = node.children.filter((child) => !isComment(child));
  const command = reader.found.add(place, keyword === undefined ? undefined : reader.word(keyword, place));
  for (const child of rest) {
    if (child.type !== "variable_assignment") command.args.push(reader.word(child, place));
    else {
      const value = readAssignment(reader, command, child, place);
      command.args.push({ ...value, text: textOf(reader, child), isTilde: false, isBare: false });
    }
  }
  readTail(reader, command, tail, place);
  return finishCommand(reader, command, place);
}

export function readAssignments(reader: Reader, node: SyntaxNode, place: Place, tail: readonly SyntaxNode[]): Outcome {
  const command = reader.found.add(place);
  const assignments = node.type === "variable_assignment" ? [node] : node.children;
  for (const assignment of assignments) {
    if (assignment.type === "variable_assignment") readAssignment(reader, command, assignment, place);
    else if (!isComment(assignment)) reader.doubt();
  }
  readTail(reader, command, tail, place);
  // Words behind it would be a program that was not seen.
  if (command.args.length > 0) reader.doubt();
  return stay(place.folder);
}

/** A redirect by itself, or one of a group or a loop. */
export function readRedirectsOnly(reader: Reader, tail: readonly SyntaxNode[], place: Place): void {
  const command = reader.found.add(place);
  readTail(reader, command, tail, place);
  if (command.args.length > 0) reader.doubt();
}

function readAssignment(reader: Reader, command: FoundCommand, node: SyntaxNode, place: Place): FoundWord {
  const name = node.children.find(({ field }) => field === "name");
  const variable = name?.type === "subscript" ? name.children[0] : name;
  if (name?.type === "subscript") {
    checkIndex(reader, name);
    reader.word(name, place);
  }
  const given = node.children.find(({ field }) => field === "value");
  const value = given === undefined ? EMPTY : readValue(reader, given, place);
  if (variable === undefined) reader.doubt();
  else {
    const text = textOf(reader, variable);
    command.assignments.push({ name: text, value, isArray: given?.type === "array" });
    // A sum is a number, whatever it is.
    const isSum = given?.type === "arithmetic_expansion";
    reader.found.assign(text, isSum ? "0" : value.isLiteral ? value.text : undefined);
  }
  return value;
}

const EMPTY: FoundWord = { text: "", isLiteral: true, isTilde: false, isBare: false };

function readValue(reader: Reader, node: SyntaxNode, place: Place): FoundWord {
  if (node.type !== "array") return reader.word(node, place);
  const elements = node.children.filter((child) => child.isNamed && !isComment(child));
  for (const element of elements) readElementIndex(reader, element);
  const words = elements.map((element) => reader.word(element, place));
  return { ...EMPTY, text: textOf(reader, node), isLiteral: words.every(({ isLiteral }) => isLiteral) };
}

/** `[3]=x` and `[name]=x`: the place in the array is arithmetic. */
function readElementIndex(reader: Reader, element: SyntaxNode): void {
  const text = textOf(reader, element);
  if (!text.startsWith("[")) return;
  const [, index] = /^\[(\w+)\]/.exec(text) ?? [];
  if (index === undefined) reader.doubt();
  else evaluate(reader, index);
}
