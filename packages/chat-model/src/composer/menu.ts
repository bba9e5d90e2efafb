// The menu under the input: what the word at the cursor may become.

export interface MenuItem {
  readonly label: string;
  readonly description?: string | undefined;
  /** What takes the place of the word. */
  readonly insert: string;
  /** Choosing it with Enter sends it at once. */
  readonly isWhole?: boolean | undefined;
  /** Which characters of the label the typed letters matched; for a surface that marks them. */
  readonly places?: readonly number[] | undefined;
}

export interface Menu {
  /** Where the word begins in the text. */
  readonly start: number;
  readonly items: readonly MenuItem[];
  readonly selected: number;
}

export function moveInMenu(menu: Menu, by: number): Menu {
  const count = menu.items.length;
  return { ...menu, selected: (menu.selected + by + count) % count };
}

/** The text with the item in the place of the word, and the cursor after it. */
export function insertMenuItem(
  { start }: Menu,
  { insert }: MenuItem,
  text: string,
  cursor: number,
): { readonly text: string; readonly cursor: number } {
  return { text: text.slice(0, start) + insert + text.slice(cursor), cursor: start + insert.length };
}

/** Whether the item is already typed out, so that there is nothing to choose. */
export function isTypedOut({ start }: Menu, { insert }: MenuItem, text: string, cursor: number): boolean {
  return text.slice(start, cursor).trimEnd() === insert.trimEnd();
}
