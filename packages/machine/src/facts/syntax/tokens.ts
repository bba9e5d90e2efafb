// What the smallest parts of a line must look like for bash to take them as the grammar does.
import type { SyntaxNode } from "./syntax-tree.ts";

/** By type. A part that looks otherwise was guessed at. */
export const TOKENS: Readonly<Record<string, RegExp>> = {
  word: /^(?:[^ \t\n;&|<>()'"`$\\]|\\[^\n])+$/,
  number: /^-?\w+(?:#[\w@]+)?$/,
  variable_name: /^\w+$/,
  special_variable_name: /^[*@?!#$_-]$/,
  raw_string: /^'[^']*'$/,
  ansi_c_string: /^\$'(?:[^'\\]|\\[^])*'$/,
  file_descriptor: /^\d+$/,
  test_operator: /^-[a-zA-Z]+$/,
  regex: /^(?:[\w^.*+?|()[{}:,/@%=~!-]|\](?!\])|\\[^\s]|\$(?=[|)]|$))+$/,
  extglob_pattern: /^[\w.*?+@!\-/,:=%~^[\]]+$/,
  heredoc_start: /^[^\n]+$/,
  comment: /^#[^\n]*$/,
};

const OPERATOR = /^(?:[;&|<>()]+-?|\$\(|\$\(\(|[<>]\(|`)$/;
/** They end in a bracket as an operator does, yet are part of a word. */
const IN_WORDS: ReadonlySet<string> = new Set([
  "arithmetic_expansion",
  "array",
  "command_substitution",
  "concatenation",
  "process_substitution",
  "variable_assignment",
]);

/** Whether nothing needs to stand between this and what follows. */
export function endsInOperator(node: SyntaxNode): boolean {
  return isOperatorAt(node, -1);
}

export function startsWithOperator(node: SyntaxNode): boolean {
  return isOperatorAt(node, 0);
}

function isOperatorAt(node: SyntaxNode, index: 0 | -1): boolean {
  if (!node.isNamed) return OPERATOR.test(node.type);
  const child = IN_WORDS.has(node.type) ? undefined : node.children.at(index);
  return child !== undefined && isOperatorAt(child, index);
}

/** A `#` is a comment at the start of a word, and only there. */
export function isAtWordStart(source: string, index: number): boolean {
  return index === 0 || " \t\n;&|<>()".includes(source[index - 1] ?? "");
}

/** Whether every bracket that closes was opened. */
export function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
