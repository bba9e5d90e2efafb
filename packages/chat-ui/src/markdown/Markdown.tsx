// Markdown of an agent or a person, also while it arrives. Nothing in it is HTML: it is a tree, drawn as elements.
import type { MarkdownBlock } from "@parley/chat-model/markdown";
import { memo, useState } from "react";
import { MARKDOWN_BLOCKS_SHOWN, MARKDOWN_GROUP_BLOCKS } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import { joinLists } from "./join-lists.ts";
import { MarkdownNode } from "./MarkdownNode.tsx";
import { useMarkdown, type MarkdownText } from "./use-markdown.ts";
import "./Markdown.css";

export type MarkdownProps = MarkdownText;

export function Markdown(props: MarkdownProps) {
  const { finished, open } = useMarkdown(props);
  const [shown, setShown] = useState(MARKDOWN_BLOCKS_SHOWN);
  const groups = toGroups(finished);
  const hidden = Math.max(0, groups.length - Math.ceil(shown / MARKDOWN_GROUP_BLOCKS));
  return (
    <div className="markdown">
      {hidden > 0 && (
        <Button look="quiet" onClick={() => setShown(shown * 2)}>
          Show earlier parts of this text
        </Button>
      )}
      {groups.slice(hidden).map((blocks, at) => (
        <MarkdownGroup key={hidden + at} blocks={blocks} />
      ))}
      {open !== undefined && <MarkdownGroup blocks={[open]} />}
    </div>
  );
}

const MarkdownGroup = memo(
  function MarkdownGroup({ blocks }: { readonly blocks: readonly MarkdownBlock[] }) {
    return (
      <div className="markdown-group">
        {joinLists(blocks).map(({ id, nodes, isContinued }) =>
          nodes.map((node, at) => <MarkdownNode key={`${id}.${at}`} node={node} isContinued={isContinued} />),
        )}
      </div>
    );
  },
  ({ blocks: one }, { blocks: other }) =>
    one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1),
);

/** Groups are cut at fixed places, so that one that is complete stays as it is. */
function toGroups(blocks: readonly MarkdownBlock[]): (readonly MarkdownBlock[])[] {
  const count = Math.ceil(blocks.length / MARKDOWN_GROUP_BLOCKS);
  return Array.from({ length: count }, (_, at) =>
    blocks.slice(at * MARKDOWN_GROUP_BLOCKS, (at + 1) * MARKDOWN_GROUP_BLOCKS),
  );
}
