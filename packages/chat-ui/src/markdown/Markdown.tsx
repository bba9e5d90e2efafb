// Markdown of an agent or a person, also while it arrives. Nothing in it is HTML: it is a tree, drawn as elements.
import { t } from "@parley/base";
import { memo, useState } from "react";
import { MARKDOWN_BLOCKS_SHOWN } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import { joinLists } from "./join-lists.ts";
import { countNear, groupBlocks, type BlockGroup } from "./group-blocks.ts";
import { MarkdownNode } from "./MarkdownNode.tsx";
import { useMarkdown, type MarkdownText } from "./use-markdown.ts";
import "./Markdown.css";

export type MarkdownProps = MarkdownText;

export function Markdown(props: MarkdownProps) {
  const { finished, open } = useMarkdown(props);
  const [shown, setShown] = useState(MARKDOWN_BLOCKS_SHOWN);
  const groups = groupBlocks(finished);
  // The browser leaves out earlier ones until they are near; those in sight it would leave out for a frame.
  const near = groups.length - countNear(groups, window.innerHeight);
  const hidden = groups.findIndex(({ end }) => finished.length - end < shown);
  return (
    <div className="markdown">
      {hidden > 0 && (
        <Button look="quiet" onClick={() => setShown(shown * 2)}>
          {t("Show earlier parts of this text")}
        </Button>
      )}
      {groups.map((group, at) => at >= hidden && <MarkdownGroup key={at} {...group} isNear={at >= near} />)}
      {open !== undefined && <MarkdownGroup blocks={[open]} px={0} isNear />}
    </div>
  );
}

type MarkdownGroupProps = Pick<BlockGroup, "blocks" | "px"> & { readonly isNear: boolean };

const MarkdownGroup = memo(
  function MarkdownGroup({ blocks, px, isNear }: MarkdownGroupProps) {
    return (
      <div
        className={isNear ? "markdown-group" : "markdown-group markdown-group-far"}
        style={{ containIntrinsicHeight: `auto ${px}px` }}
      >
        {joinLists(blocks).map(({ id, nodes, isContinued }) =>
          nodes.map((node, at) => <MarkdownNode key={`${id}.${at}`} node={node} isContinued={isContinued} />),
        )}
      </div>
    );
  },
  ({ blocks: one, isNear: wasNear }, { blocks: other, isNear }) =>
    wasNear === isNear && one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1),
);
