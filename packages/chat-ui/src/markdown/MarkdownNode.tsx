// One block of markdown: a paragraph, a heading, code, a quote, a list, a table or a rule.
import type { BlockNode, ListNode, TableNode } from "@parley/chat-model/markdown";
import { neutralise, t } from "@parley/base";
import { CodeBlock } from "../code/CodeBlock.tsx";
import { MarkdownInline } from "./MarkdownInline.tsx";

export interface MarkdownNodeProps {
  readonly node: BlockNode;
  readonly isContinued?: boolean | undefined;
}

export function MarkdownNode({ node, isContinued }: MarkdownNodeProps) {
  switch (node.type) {
    case "paragraph":
      return (
        <p className="markdown-paragraph">
          <MarkdownInline nodes={node.children} />
        </p>
      );
    case "heading":
      // Agents skip levels, which would break the outline of the page: for that, all of them are below its title.
      return (
        <div className={`markdown-heading markdown-heading-${node.depth}`} role="heading" aria-level={2}>
          <MarkdownInline nodes={node.children} />
        </div>
      );
    case "code":
      return <CodeBlock text={node.text} info={node.info} isContinued={isContinued} />;
    case "quote":
      return (
        <blockquote className="markdown-quote">
          <MarkdownNodes nodes={node.children} />
        </blockquote>
      );
    case "list":
      return <List list={node} />;
    case "table":
      return <Table table={node} />;
    case "rule":
      return <hr className="markdown-rule" />;
    case "html":
      return <p className="markdown-paragraph markdown-html">{neutralise(node.text)}</p>;
  }
}

function MarkdownNodes({ nodes }: { readonly nodes: readonly BlockNode[] }) {
  return nodes.map((node, at) => <MarkdownNode key={at} node={node} />);
}

function List({ list: { isOrdered, start, isLoose, items } }: { readonly list: ListNode }) {
  const className = isLoose ? "markdown-list markdown-list-loose" : "markdown-list";
  const children = items.map(({ isChecked, children: nodes }, at) => (
    <li key={at} className={isChecked === undefined ? "markdown-item" : "markdown-item markdown-task"}>
      {isChecked !== undefined && (
        <span className="markdown-check" role="img" aria-label={isChecked ? t("done") : t("to do")}>
          {isChecked ? "\u2611" : "\u2610"}
        </span>
      )}
      <MarkdownNodes nodes={nodes} />
    </li>
  ));
  return isOrdered ? (
    <ol className={className} start={start}>
      {children}
    </ol>
  ) : (
    <ul className={className}>{children}</ul>
  );
}

function Table({ table: { header, rows, align } }: { readonly table: TableNode }) {
  const alignOf = (column: number) => ({ textAlign: align[column] ?? ("left" as const) });
  return (
    <div className="markdown-table" tabIndex={0} role="group" aria-label={t("Table")}>
      <table>
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th key={at} scope="col" style={alignOf(at)}>
                <MarkdownInline nodes={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} style={alignOf(column)}>
                  <MarkdownInline nodes={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
