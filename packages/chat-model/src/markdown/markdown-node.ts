// Markdown as a tree of plain data. HTML in it is text: nothing here is ever interpreted by a browser.

export type InlineNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "break" }
  | { readonly type: "strong" | "emphasis" | "strike"; readonly children: readonly InlineNode[] }
  | { readonly type: "link"; readonly href: string; readonly text: string; readonly children: readonly InlineNode[] }
  /** Never loaded: a surface shows the text and the address. */
  | { readonly type: "image"; readonly href: string; readonly text: string };

interface BlockBase {
  /** Whether an empty line separates it from the block before it; a heading is always separated. */
  readonly isApart: boolean;
}

export type BlockNode = BlockBase &
  (
    | { readonly type: "paragraph"; readonly children: readonly InlineNode[] }
    | { readonly type: "heading"; readonly depth: number; readonly children: readonly InlineNode[] }
    | { readonly type: "code"; readonly info: string; readonly text: string }
    | { readonly type: "quote"; readonly children: readonly BlockNode[] }
    | ListNode
    | TableNode
    | { readonly type: "rule" }
    | { readonly type: "html"; readonly text: string }
  );

export interface ListNode {
  readonly type: "list";
  readonly isOrdered: boolean;
  /** The number of the first item. */
  readonly start: number;
  /** Whether empty lines separate the items. */
  readonly isLoose: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** Undefined if the item is not a task. */
  readonly isChecked?: boolean | undefined;
  readonly children: readonly BlockNode[];
}

export type TableCell = readonly InlineNode[];
export type TableAlign = "left" | "center" | "right" | null;

export interface TableNode {
  readonly type: "table";
  readonly align: readonly TableAlign[];
  readonly header: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
}
