// What bash puts a value in place of: the commands in it, and the variables that its arithmetic looks at.
import { openArithmetic, trimArithmetic } from "../syntax/expansion.ts";
import { EXPANSIONS, findInside, findRest, trimBackquote, type Span } from "../syntax/quoted-text.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { inside, type Place } from "./found.ts";
import { textOf, type Reader } from "./reader.ts";

/** `isQuoted`: between double quotes. */
export function readExpansion(reader: Reader, node: SyntaxNode, place: Place, isQuoted: boolean): void {
  switch (node.type) {
    case "command_substitution":
      readSubstitution(reader, node, place, isQuoted);
      break;
    case "process_substitution":
      reader.statements(node.children, inside(place, "process-substitution"));
      break;
    case "arithmetic_expansion":
      readArithmetic(reader, node, trimArithmetic(node, textOf(reader, node)), place);
      break;
    case "expansion":
      readParameter(reader, node, place, isQuoted);
      break;
    default:
      break;
  }
}

function readSubstitution(reader: Reader, node: SyntaxNode, place: Place, isQuoted: boolean): void {
  const { start } = trimBackquote(reader.source, node);
  const inner = inside(place, "substitution");
  if (reader.source[start] !== "`") {
    reader.statements(node.children, inner);
    return;
  }
  const text = reader.source.slice(start + 1, node.end - 1);
  reader.line(text.replaceAll(isQuoted ? /\\([$`\\"])/g : /\\([$`\\])/g, "$1"), inner, "bash");
}

/** Each part of it is read once: what is nested twenty times deep would be read a million times otherwise. */
function readParameter(reader: Reader, node: SyntaxNode, place: Place, isQuoted: boolean): void {
  const [, assigned] = /^\$\{(\w+)(?:\[[^\]]*\])?:?=/.exec(textOf(reader, node)) ?? [];
  if (assigned !== undefined) reader.found.assign(assigned, undefined);
  for (const part of findInside(node, PLACES)) if (part.type === "subscript") checkIndex(reader, part);
  for (const part of findInside(node, PARTS)) {
    if (part.type !== "string") readExpansion(reader, part, place, isQuoted);
    else for (const hole of findInside(part, EXPANSIONS)) readExpansion(reader, hole, place, true);
  }
}

const PLACES: ReadonlySet<string> = new Set(["subscript", ...EXPANSIONS]);
const PARTS: ReadonlySet<string> = new Set(["string", ...EXPANSIONS]);

/** The place in `a[place]` is arithmetic. Of what is no simple name or number nobody knows what it does. */
export function checkIndex(reader: Reader, subscript: SyntaxNode): void {
  const index = subscript.children.find(({ field }) => field === "index");
  const text = index === undefined ? "@" : textOf(reader, index);
  const [, name] = /^\$?(\w+)$/.exec(text) ?? [];
  if (name !== undefined) evaluate(reader, name);
  else if (!/^[@*]$/.test(text)) reader.doubt();
}

/** Names in arithmetic are variables, whose values are arithmetic again. */
export function readArithmetic(reader: Reader, node: SyntaxNode, span: Span, place: Place): void {
  const holes = openArithmetic(reader.source, node, span);
  if (holes === undefined) reader.doubt();
  const expansions = holes ?? findInside(node, EXPANSIONS);
  for (const { start, end } of findRest(span, expansions)) {
    for (const [name] of reader.source.slice(start, end).matchAll(/\b[a-zA-Z_]\w*/g))
      reader.found.variables.evaluate(name);
  }
  for (const expansion of expansions) {
    const [, name] = /^\$\{?(\w+)\}?$/.exec(textOf(reader, expansion)) ?? [];
    if (name !== undefined) reader.found.variables.evaluate(name);
    else if (!/^\$(?:[#?$!]|\{#.*\})$/.test(textOf(reader, expansion))) reader.doubt();
    readExpansion(reader, expansion, place, false);
  }
}

export function evaluate(reader: Reader, text: string): void {
  if (!/^\d+$/.test(text)) reader.found.variables.evaluate(text);
}
