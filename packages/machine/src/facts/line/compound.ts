// Groups, conditions, loops and functions.
import { findCounters, trimArithmetic } from "../syntax/expansion.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { readArithmetic } from "./expansions.ts";
import { ANYWHERE, either, settle, stay, UNKNOWN, type Folder, type Outcome } from "./folders.ts";
import { inside, type Place } from "./found.ts";
import { textOf, type Reader } from "./reader.ts";

export function readSubshell(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  reader.statements(node.children, inside(place, "subshell"));
  return stay(place.folder);
}

export function readGroup(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  if (node.children[0]?.type !== "((") return reader.statements(node.children, inside(place, "group"));
  readArithmetic(reader, node, trimArithmetic(node, textOf(reader, node)), place);
  return stay(place.folder);
}

export function readIf(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  const here = inside(place, "condition");
  const others = node.children.filter(({ type }) => type === "elif_clause" || type === "else_clause");
  const ends: Folder[] = [];
  let { folder } = place;
  for (const part of [node, ...others]) {
    const own = part.children.filter((child) => !others.includes(child));
    const then = own.findIndex(({ type }) => type === "then");
    const tested = reader.statements(then < 0 ? [] : own.slice(0, then), { ...here, folder });
    ends.push(settle(reader.statements(own.slice(then + 1), { ...here, folder: tested.success })));
    folder = tested.failure;
  }
  // Without an `else` there is the way past all of it.
  if (others.at(-1)?.type !== "else_clause") ends.push(folder);
  return stay(ends.reduce(either));
}

export function readCase(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  const here = inside(place, "condition");
  const ends: Folder[] = [place.folder];
  let previous = place.folder;
  for (const child of node.children) {
    if (child.field === "value") reader.word(child, place);
    if (child.type !== "case_item") continue;
    const patterns = child.children.filter(({ field }) => field === "value");
    for (const pattern of patterns) reader.word(pattern, here);
    const rest = child.children.filter((part) => !patterns.includes(part));
    // `;&` goes on with the next one.
    const folder = either(place.folder, previous);
    const end = settle(reader.statements(rest, { ...here, folder }));
    previous = rest.some(({ field }) => field === "fallthrough") ? end : place.folder;
    ends.push(end);
  }
  return stay(ends.reduce(either));
}

export function readWhile(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  return repeat(reader, place, (here) => {
    const body = node.children.find(({ type }) => type === "do_group");
    const tested = reader.statements(
      node.children.filter((child) => child !== body),
      here,
    );
    return settle(reader.statements(body?.children ?? [], { ...here, folder: settle(tested) }));
  });
}

export function readFor(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  const variable = node.children.find(({ field }) => field === "variable");
  const values = node.children.filter(({ field }) => field === "value");
  const words = values.map((value) => ({ type: value.type, ...reader.word(value, inside(place, "loop")) }));
  if (variable !== undefined) {
    const name = textOf(reader, variable);
    // Without values it takes the words of whoever called.
    if (words.length === 0) reader.found.assign(name, undefined);
    for (const { type, text, isLiteral } of words) {
      reader.found.assign(name, type === "brace_expression" ? "0" : isLiteral ? text : undefined);
    }
  }
  return repeat(reader, place, (here) => readBody(reader, node, here));
}

export function readCountingLoop(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  const counters = findCounters(node);
  if (counters === undefined) reader.doubt();
  for (const span of counters ?? []) readArithmetic(reader, node, span, place);
  return repeat(reader, place, (here) => readBody(reader, node, here));
}

function readBody(reader: Reader, node: SyntaxNode, place: Place): Folder {
  const body = node.children.find(({ field }) => field === "body");
  return settle(reader.statements(body?.children ?? [], place));
}

/** What changes the folder in a loop has changed it for the whole of the next round. */
function repeat(reader: Reader, place: Place, read: (place: Place) => Folder): Outcome {
  const first = reader.found.commands.length;
  if (read(inside(place, "loop")) === place.folder) return stay(place.folder);
  reader.found.forgetFolders(first);
  return stay(UNKNOWN);
}

export function readFunction(reader: Reader, node: SyntaxNode, place: Place): Outcome {
  const name = node.children.find(({ field }) => field === "name");
  if (name !== undefined) reader.found.functions.add(textOf(reader, name));
  const body = node.children.filter(({ field }) => field === "body" || field === "redirect");
  const outcome = reader.statements(body, { via: [...place.via, "function"], folder: ANYWHERE });
  if (settle(outcome) !== ANYWHERE) reader.found.hasMovingFunction = true;
  return stay(place.folder);
}
