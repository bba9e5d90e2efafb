// The grammar loses a `-` in front of a here-document: `python - <<EOF`. Here it gets its word back.
import type { SyntaxNode } from "./syntax-tree.ts";

/** The children of a redirected statement, mended. */
export function restoreDash(source: string, children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return children.map((child, index) => {
    const next = children[index + 1];
    if (next?.type !== "heredoc_redirect" || !/^[ \t]+-[ \t]+$/.test(source.slice(child.end, next.start))) return child;
    const start = source.indexOf("-", child.end);
    return append(child, { type: "word", isNamed: true, field: "argument", start, end: start + 1, children: [] });
  });
}

/** To the last command in it. */
function append(node: SyntaxNode, word: SyntaxNode): SyntaxNode {
  if (node.type === "command") return { ...node, end: word.end, children: [...node.children, word] };
  const last = node.children.at(-1);
  if ((node.type !== "list" && node.type !== "pipeline") || last === undefined) return node;
  return { ...node, end: word.end, children: [...node.children.slice(0, -1), append(last, word)] };
}
