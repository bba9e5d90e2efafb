// Statements in the order in which bash would take them, and the folder that each one finds.
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { readAssignments, readCommand, readDeclaration, readRedirectsOnly } from "./commands.ts";
import * as compound from "./compound.ts";
import { settle, stay, type Outcome } from "./folders.ts";
import { inside, type Place } from "./found.ts";
import { toItems, type Item } from "./items.ts";
import { isComment, type Reader } from "./reader.ts";
import { readTest } from "./tests.ts";

type ReadItem = (reader: Reader, node: SyntaxNode, place: Place, tail: readonly SyntaxNode[]) => Outcome;
type ReadCompound = (reader: Reader, node: SyntaxNode, place: Place) => Outcome;

const SIMPLE: Readonly<Record<string, ReadItem>> = {
  command: readCommand,
  declaration_command: readDeclaration,
  test_command: readTest,
  unset_command: readDeclaration,
  variable_assignment: readAssignments,
  variable_assignments: readAssignments,
};

const COMPOUND: Readonly<Record<string, ReadCompound>> = {
  c_style_for_statement: compound.readCountingLoop,
  case_statement: compound.readCase,
  compound_statement: compound.readGroup,
  for_statement: compound.readFor,
  function_definition: compound.readFunction,
  if_statement: compound.readIf,
  subshell: compound.readSubshell,
  while_statement: compound.readWhile,
};

/** Statements and what separates them; keywords among them are passed over. */
export function readStatements(reader: Reader, nodes: readonly SyntaxNode[], place: Place): Outcome {
  const kept = nodes.filter((node) => !isComment(node));
  let outcome = stay(place.folder);
  let isFirst = true;
  for (const [index, node] of kept.entries()) {
    if (!node.isNamed) continue;
    const { via } = isFirst ? place : inside(place, "sequence");
    const here = { via, folder: settle(outcome) };
    isFirst = false;
    if (kept[index + 1]?.type === "&") readRow(reader, toItems(node), inside(here, "background"));
    else outcome = readRow(reader, toItems(node), here);
  }
  return outcome;
}

/** `|` binds before `&&` and `||`, which go from left to right. */
function readRow(reader: Reader, items: readonly Item[], place: Place): Outcome {
  let outcome = stay(place.folder);
  for (let at = 0; at < items.length;) {
    let end = at + 1;
    while (items[end]?.operator?.startsWith("|") === true && items[end]?.operator !== "||") end += 1;
    const pipe = items.slice(at, end);
    const operator = items[at]?.operator;
    if (operator === "&&") {
      const next = readPipe(reader, pipe, inside({ ...place, folder: outcome.success }, "and"));
      outcome = { success: next.success, failure: settle({ success: outcome.failure, failure: next.failure }) };
    } else if (operator === "||") {
      const next = readPipe(reader, pipe, inside({ ...place, folder: outcome.failure }, "or"));
      outcome = { success: settle({ success: outcome.success, failure: next.success }), failure: next.failure };
    } else {
      outcome = readPipe(reader, pipe, place);
    }
    at = end;
  }
  return outcome;
}

/** Each part of a pipe is a process of its own. */
function readPipe(reader: Reader, items: readonly Item[], place: Place): Outcome {
  const [first] = items;
  if (first !== undefined && items.length === 1) {
    const { success, failure } = readItem(reader, first, place);
    return first.isNegated ? { success: failure, failure: success } : { success, failure };
  }
  for (const item of items) readItem(reader, item, inside(place, "pipe"));
  return stay(place.folder);
}

function readItem(reader: Reader, { node, tail }: Item, place: Place): Outcome {
  if (node === undefined) {
    readRedirectsOnly(reader, tail, place);
    return stay(place.folder);
  }
  const readSimple = SIMPLE[node.type];
  if (readSimple !== undefined) return readSimple(reader, node, place, tail);
  if (tail.length > 0) readRedirectsOnly(reader, tail, place);
  const readOther = COMPOUND[node.type];
  if (readOther !== undefined) return readOther(reader, node, place);
  // Not a statement that is known here: what is in it may still be worth a look.
  reader.doubt();
  reader.statements(
    node.children.filter(({ isNamed }) => isNamed),
    place,
  );
  return stay(place.folder);
}
