// Text within a block: emphasis, code, links. An image is named, never loaded.
import { neutralise, t } from "@parley/base";
import type { InlineNode } from "@parley/chat-model/markdown";
import { MarkdownLink } from "./MarkdownLink.tsx";

export function MarkdownInline({ nodes }: { readonly nodes: readonly InlineNode[] }) {
  const [only] = nodes;
  // Most paragraphs are plain.
  if (nodes.length === 1 && only?.type === "text") return neutralise(only.text);
  return nodes.map((node, at) => <InlineElement key={at} node={node} />);
}

function InlineElement({ node }: { readonly node: InlineNode }) {
  switch (node.type) {
    case "text":
      return neutralise(node.text);
    case "code":
      return <code className="markdown-code">{neutralise(node.text)}</code>;
    case "break":
      return <br />;
    case "strong":
      return (
        <strong>
          <MarkdownInline nodes={node.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <MarkdownInline nodes={node.children} />
        </em>
      );
    case "strike":
      return (
        <s>
          <MarkdownInline nodes={node.children} />
        </s>
      );
    case "link":
      return (
        <MarkdownLink href={node.href} text={node.text}>
          <MarkdownInline nodes={node.children} />
        </MarkdownLink>
      );
    case "image":
      return (
        <MarkdownLink href={node.href} text={node.text}>
          {node.text === "" ? t("Image") : t("Image: {0}", neutralise(node.text))}
        </MarkdownLink>
      );
  }
}
