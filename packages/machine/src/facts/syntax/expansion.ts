// `${…}` and arithmetic: only the forms whose end and meaning are beyond doubt.
import { EXPANSIONS, findInside, findRest, type Span } from "./quoted-text.ts";
import type { SyntaxNode } from "./syntax-tree.ts";
import { isBalanced } from "./tokens.ts";

/** A name or a sign comes first. `${ x; }` and `${| x; }` are commands, in newer shells. */
const START = /^\$\{[#!]?[\w@*#?$!-]/;
const NAMES = /^\$\{!\w+(?:\[[@*]\]|[@*])\}$/;
/** `@P` runs what is in the value. */
const RUNS_VALUE = /@P\}$/;
/** A part of the value, by arithmetic. */
const SLICE = /^\$\{[\w@*]+(?:\[[@*\d]+\])?:(?![-=?+])/;
const PLAIN_SLICE = /^\$\{[\w@*]+(?:\[[@*\d]+\])?:[\d\s:+*-]+\}$/;
const PLAIN = /^[^'"`$\\{}()\n]*$/;
const ARITHMETIC = /^[\w\s+\-*/%<>=!&|^~?:,()[\]]*$/;

const QUOTES: ReadonlySet<string> = new Set(["ansi_c_string", "raw_string", "string"]);
const HOLES: ReadonlySet<string> = new Set([...EXPANSIONS, ...QUOTES]);

/** The nodes in it that have to be looked at by themselves; undefined if there is a doubt about it. */
export function openExpansion(source: string, node: SyntaxNode, isQuoted: boolean): SyntaxNode[] | undefined {
  const text = source.slice(node.start, node.end);
  if (!START.test(text) || RUNS_VALUE.test(text) || !text.endsWith("}")) return undefined;
  if (text.startsWith("${!") && !NAMES.test(text)) return undefined;
  if (SLICE.test(text) && !PLAIN_SLICE.test(text)) return undefined;
  const holes = findInside(node, HOLES);
  // Between double quotes a single quote is no quote, and a double one ends or begins another string.
  if (isQuoted && holes.some(({ type }) => QUOTES.has(type))) return undefined;
  return isMadeOf(source, { start: node.start + 2, end: node.end - 1 }, holes, PLAIN) ? holes : undefined;
}

/** What is between the brackets of `$((…))`, `((…))` and `$[…]`. */
export function trimArithmetic({ start, end }: Span, text: string): Span {
  if (text.startsWith("$[")) return { start: start + 2, end: end - 1 };
  return { start: start + (text.startsWith("$") ? 3 : 2), end: end - 2 };
}

export function openArithmetic(source: string, node: SyntaxNode, span: Span): SyntaxNode[] | undefined {
  const holes = findInside(node, EXPANSIONS).filter(({ start, end }) => start >= span.start && end <= span.end);
  if (!isMadeOf(source, span, holes, ARITHMETIC)) return undefined;
  const texts = findRest(span, holes).map(({ start, end }) => source.slice(start, end));
  return isBalanced(texts.join("")) ? holes : undefined;
}

/** The three parts of `for ((…; …; …))`. */
export function findCounters(node: SyntaxNode): Span[] | undefined {
  const open = node.children.find(({ type }) => type === "((");
  const close = node.children.find(({ type }) => type === "))");
  if (open === undefined || close === undefined) return undefined;
  const stops = node.children.filter(({ type, start, end }) => type === ";" && start >= open.end && end <= close.start);
  return findRest({ start: open.end, end: close.start }, stops);
}

function isMadeOf(source: string, span: Span, holes: readonly SyntaxNode[], pattern: RegExp): boolean {
  return findRest(span, holes).every(({ start, end }) => pattern.test(source.slice(start, end)));
}
