// `[ … ]` is a program with words, whatever the grammar makes of it; `[[ … ]]` is a part of the shell.
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { readRedirectsOnly } from "./commands.ts";
import { evaluate } from "./expansions.ts";
import { stay, type Outcome } from "./folders.ts";
import type { FoundWord, Place } from "./found.ts";
import { isComment, textOf, type Reader } from "./reader.ts";
import { readTail } from "./redirects.ts";
import { finishCommand } from "./running.ts";

const EXPRESSIONS: ReadonlySet<string> = new Set([
  "binary_expression",
  "parenthesized_expression",
  "postfix_expression",
  "ternary_expression",
  "unary_expression",
]);
/** Both sides of these are arithmetic, which evaluates what it finds in a variable. */
const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;
/** They take the name of a variable, which may have a subscript. */
const NAMES = /^-[vR]$/;

export function readTest(reader: Reader, node: SyntaxNode, place: Place, tail: readonly SyntaxNode[]): Outcome {
  const units = toUnits(node);
  if (node.children[0]?.type === "[") {
    const command = reader.found.add(place);
    const [program, ...args] = toWords(reader, units, place);
    command.program = program;
    command.args.push(...args);
    readTail(reader, command, tail, place);
    return finishCommand(reader, command, place);
  }
  if (tail.length > 0) readRedirectsOnly(reader, tail, place);
  for (const unit of units) if (unit.isNamed) reader.word(unit, place);
  readOperands(reader, node);
  return stay(place.folder);
}

/** The words and operators of an expression, in a row. */
function toUnits(node: SyntaxNode): SyntaxNode[] {
  return node.children.flatMap((child) => {
    if (isComment(child)) return [];
    return EXPRESSIONS.has(child.type) ? toUnits(child) : [child];
  });
}

/** What stands side by side is one word to bash. */
function toWords(reader: Reader, units: readonly SyntaxNode[], place: Place): FoundWord[] {
  const words: FoundWord[] = [];
  for (const [index, unit] of units.entries()) {
    if (!unit.isNamed && /[;&|<>()]/.test(unit.type)) reader.doubt();
    if (unit.end === units[index + 1]?.start) reader.doubt();
    words.push(reader.word(unit, place));
  }
  return words;
}

/** Of an operand that is neither a number nor a variable nobody knows what it does. */
function readOperands(reader: Reader, node: SyntaxNode): void {
  for (const child of node.children) readOperands(reader, child);
  const operator = node.children.find(({ field }) => field === "operator");
  const text = operator === undefined ? "" : textOf(reader, operator);
  if (!EXPRESSIONS.has(node.type) || !(ARITHMETIC.test(text) || NAMES.test(text))) return;
  for (const operand of node.children) {
    if (operand === operator || isComment(operand)) continue;
    const [, sign, name] = /^"?(\$\{?)?(\w+)\}?"?$/.exec(textOf(reader, operand)) ?? [];
    const isNumber = /^(?:-\d+|"?\$[#?$!]"?|"?\$\{#\w+(?:\[[@*]\])?\}"?)$/.test(textOf(reader, operand));
    if (name !== undefined && ARITHMETIC.test(text)) evaluate(reader, name);
    else if (sign !== undefined || (name === undefined && !isNumber)) reader.doubt();
  }
}
