// Text with expansions in it: what lies between them must be nothing but text.
import type { SyntaxNode } from "./syntax-tree.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What bash puts a value in place of, wherever it stands. */
export const EXPANSIONS: ReadonlySet<string> = new Set([
  "arithmetic_expansion",
  "command_substitution",
  "expansion",
  "process_substitution",
  "simple_expansion",
]);

/** The outermost nodes of these types. */
export function findInside(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode[] {
  return node.children.flatMap((child) => (types.has(child.type) ? [child] : findInside(child, types)));
}

/** What a span has beside the holes. */
export function findRest(span: Span, holes: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let start = span.start;
  for (const hole of holes) {
    rest.push({ start, end: hole.start });
    start = hole.end;
  }
  return [...rest, { start, end: span.end }];
}

/** The grammar counts blanks in front of a backquote in a string as part of it. */
export function trimBackquote(source: string, node: SyntaxNode): Span {
  const blanks = /^[ \t\n]*(?=`)/.exec(source.slice(node.start, node.end))?.[0].length ?? 0;
  return { start: node.start + blanks, end: node.end };
}

const STARTS_EXPANSION = /[\w({[@*#?$!-]/;

/** No expansion that went unseen. `delimiter`: what would have ended the text. */
export function isPlainText(source: string, { start, end }: Span, delimiter: string, isLast: boolean): boolean {
  for (let index = start; index < end; index += 1) {
    const character = source[index] ?? "";
    if (character === "\\") {
      index += 1;
      if (index >= end) return false;
    } else if (character === "`" || character === delimiter) return false;
    else if (character === "$") {
      if (index + 1 === end ? !isLast : STARTS_EXPANSION.test(source[index + 1] ?? "")) return false;
    }
  }
  return true;
}
