// Statements joined by `&&`, `||` and `|`, in a row. The grammar nests them otherwise than bash (`a && b >f | c` is a pipe of
// `a && b` there), so the nesting is taken apart here and made anew by whoever reads the row.
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { isComment } from "./reader.ts";

export interface Item {
  /** Undefined where there are only redirects. */
  readonly node: SyntaxNode | undefined;
  /** What stands in front of it; undefined for the first. */
  readonly operator: string | undefined;
  isNegated: boolean;
  /** Redirects, and words that the grammar takes for a part of one. */
  readonly tail: SyntaxNode[];
}

export function toItems(node: SyntaxNode): Item[] {
  const items: Item[] = [];
  add(items, node, undefined);
  return items;
}

function add(items: Item[], node: SyntaxNode, operator: string | undefined): void {
  switch (node.type) {
    case "list":
    case "pipeline":
      addJoined(items, node, operator);
      break;
    case "redirected_statement":
      addRedirected(items, node, operator);
      break;
    case "negated_command": {
      const first = items.length;
      for (const child of node.children) if (child.isNamed && !isComment(child)) add(items, child, operator);
      const item = items[first];
      if (item !== undefined) item.isNegated = !item.isNegated;
      break;
    }
    case "file_redirect":
    case "herestring_redirect":
    case "heredoc_redirect":
      items.push({ node: undefined, operator, isNegated: false, tail: [] });
      addRedirect(items, node);
      break;
    default:
      items.push({ node, operator, isNegated: false, tail: [] });
  }
}

function addJoined(items: Item[], { children }: SyntaxNode, operator: string | undefined): void {
  let next = operator;
  for (const child of children) {
    if (isComment(child)) continue;
    if (child.isNamed) add(items, child, next);
    else next = child.type;
  }
}

function addRedirected(items: Item[], { children }: SyntaxNode, operator: string | undefined): void {
  const body = children.find(({ field }) => field === "body");
  if (body === undefined) items.push({ node: undefined, operator, isNegated: false, tail: [] });
  else add(items, body, operator);
  for (const child of children) if (child !== body && !isComment(child)) addRedirect(items, child);
}

/** A redirect belongs to what is nearest. The rest of a here-document's line is a part of it in the grammar. */
function addRedirect(items: Item[], redirect: SyntaxNode): void {
  items.at(-1)?.tail.push(redirect);
  if (redirect.type !== "heredoc_redirect") return;
  let operator: string | undefined;
  for (const child of redirect.children) {
    if (child.field === "redirect") addRedirect(items, child);
    else if (child.field === "argument") items.at(-1)?.tail.push(child);
    else if (child.field === "operator") operator = child.type;
    else if (child.field === "right") add(items, child, operator);
    else if (child.type === "pipeline") addJoined(items, child, undefined);
  }
}
