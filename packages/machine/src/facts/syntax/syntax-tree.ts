// The syntax tree of a line as plain values, copied out of the parser within limits.
import type { Language, Parser, TreeCursor } from "web-tree-sitter";
import { PARSE_MS_MAX, TREE_DEPTH_MAX, TREE_NODES_MAX } from "../limits.ts";
import { restoreDash } from "./lost-dash.ts";

export interface SyntaxNode {
  readonly type: string;
  /** False for keywords, operators and punctuation, whose type is their text. */
  readonly isNamed: boolean;
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** False if there are errors in it, or more than the limits take. */
  readonly isWhole: boolean;
}

/** Undefined if it takes too long. */
export function parseSyntax(parser: Parser, source: string): SyntaxTree | undefined {
  const deadline = performance.now() + PARSE_MS_MAX;
  const tree = parser.parse(source, null, { progressCallback: () => performance.now() > deadline });
  if (tree === null) {
    // It would go on with the old line otherwise.
    parser.reset();
    return undefined;
  }
  const cursor = tree.walk();
  try {
    const copier = new Copier(cursor, tree.language, source);
    return { root: copier.copy(0), isWhole: copier.isWhole };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

/** By the number of a type of node in the grammar. */
const NAMED = new Map<number, boolean>();

/** Asks as little as it can: every question goes into the parser and back, and that is most of the time that reading takes. */
class Copier {
  isWhole = true;
  readonly #cursor: TreeCursor;
  readonly #language: Language;
  readonly #source: string;
  #nodesLeft = TREE_NODES_MAX;

  constructor(cursor: TreeCursor, language: Language, source: string) {
    this.#cursor = cursor;
    this.#language = language;
    this.#source = source;
  }

  copy(depth: number): SyntaxNode {
    const cursor = this.#cursor;
    const { nodeTypeId: typeId, startIndex: start, endIndex: end } = cursor;
    const type = this.#language.types[typeId] ?? "ERROR";
    const isNamed = NAMED.get(typeId) ?? learn(typeId, cursor.nodeIsNamed);
    const field = cursor.currentFieldName ?? undefined;
    this.#nodesLeft -= 1;
    // What is missing takes no room.
    const isMissing = start === end && cursor.nodeIsMissing;
    if (type === "ERROR" || isMissing || depth > TREE_DEPTH_MAX || this.#nodesLeft <= 0) this.isWhole = false;
    const children: SyntaxNode[] = [];
    if (depth <= TREE_DEPTH_MAX && this.#nodesLeft > 0 && cursor.gotoFirstChild()) {
      do children.push(this.copy(depth + 1));
      while (this.#nodesLeft > 0 && cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    const isMended = type === "redirected_statement";
    return { type, isNamed, field, start, end, children: isMended ? restoreDash(this.#source, children) : children };
  }
}

function learn(typeId: number, isNamed: boolean): boolean {
  NAMED.set(typeId, isNamed);
  return isNamed;
}
