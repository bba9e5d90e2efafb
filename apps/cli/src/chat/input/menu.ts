// The menu under the input: what the word at the cursor may become.

export interface MenuItem {
  readonly label: string;
  readonly description?: string | undefined;
  /** What takes the place of the word. */
  readonly insert: string;
  /** Choosing it with Enter sends it at once. */
  readonly isWhole?: boolean | undefined;
}

export interface Menu {
  /** Where the word begins in the text. */
  readonly start: number;
  readonly items: readonly MenuItem[];
  readonly selected: number;
}

export function moved(menu: Menu, by: number): Menu {
  const count = menu.items.length;
  return { ...menu, selected: (menu.selected + by + count) % count };
}
