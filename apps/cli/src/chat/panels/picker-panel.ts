// A list to choose one from; typing narrows it.
import { score } from "@parley/chat-model";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { MENU_ROWS_MAX } from "../../limits.ts";
import { drawKeys, drawList, type ListRow } from "./list.ts";
import type { Drawn, Panel } from "./panel.ts";

/** If every item has a key, there is nothing to filter. */
export interface PickerItem extends ListRow {
  readonly id: string;
}

export interface PickerOptions {
  readonly title: string;
  readonly items: readonly PickerItem[];
  /** The current item. */
  readonly current?: string | undefined;
  /** Selected by number if there are no other keys; 0 cancels. */
  readonly isNumbered?: boolean | undefined;
  /** The user may write a prompt instead: text that selects nothing closes the list. */
  readonly isOptional?: boolean | undefined;
  /** Undefined if cancelled. */
  readonly choose: (id: string | undefined) => void;
}

const LIST_ROWS_LEAST = 3;

export class PickerPanel implements Panel {
  readonly #options: PickerOptions;
  #query = "";
  #selected: number;

  constructor(options: PickerOptions) {
    this.#options = options;
    this.#selected = Math.max(
      0,
      options.items.findIndex(({ id }) => id === options.current),
    );
  }

  takes(key: Key): boolean {
    const { isOptional = false, isNumbered = false, items } = this.#options;
    if (!isOptional || (key.type !== "text" && key.type !== "paste")) return true;
    if (isNumbered) return /^\d*$/.test(key.text);
    return items.some((item) => item.key === key.text.toLowerCase());
  }

  key(key: Key): void {
    const { choose } = this.#options;
    const shown = this.#shown();
    const count = Math.max(1, shown.length);
    if (isKey(key, "escape") || isCtrl(key, "c") || isCtrl(key, "d")) return choose(undefined);
    if (isKey(key, "enter") || isKey(key, "tab")) {
      const chosen = shown[this.#selected];
      if (chosen !== undefined) choose(chosen.id);
      return;
    }
    if (isKey(key, "up") || isCtrl(key, "p")) this.#selected = (this.#selected + count - 1) % count;
    else if (isKey(key, "down") || isCtrl(key, "n")) this.#selected = (this.#selected + 1) % count;
    else if (isKey(key, "backspace")) this.#narrow(this.#query.slice(0, -1));
    else if (key.type === "text") this.#type(key.text);
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    const { title, current, isNumbered = false, isOptional = false } = this.#options;
    const rows = this.#shown().map((item, index) => ({
      ...item,
      key: isNumbered ? String(index + 1) : item.key,
      mark: item.id === current ? ` ${theme.symbols.check}` : undefined,
    }));
    const head = line(
      span("? ", "accent"),
      span(title, "strong"),
      this.#query === "" ? undefined : span(`  ${this.#query}`, "accent"),
    );
    const filter = this.#isKeyed ? "" : " · type to filter";
    const cancel = isOptional ? "or type a prompt" : "Esc cancel";
    const keys = drawKeys(isNumbered ? "Type a number, 0 to cancel" : `Enter select${filter} · ${cancel}`, theme);
    // In addition to the title and the number of hidden rows. The rows to choose from are more important than the key
    // help.
    const isTight = rowsMax - 2 - keys.length < LIST_ROWS_LEAST;
    const room = Math.min(MENU_ROWS_MAX + 4, Math.max(1, rowsMax - 2 - (isTight ? 0 : keys.length)));
    const list = rows.length === 0 ? [line(span("  No matches.", "dim"))] : drawList(rows, this.#selected, theme, room);
    return { lines: [head, ...list, ...(isTight ? [] : keys)] };
  }

  #shown(): readonly PickerItem[] {
    const { items } = this.#options;
    if (this.#query === "") return items;
    return items.filter(
      ({ id, label, description }) => score(this.#query, `${label} ${id} ${description ?? ""}`) !== undefined,
    );
  }

  get #isKeyed(): boolean {
    return this.#options.items.every(({ key }) => key !== undefined);
  }

  #type(text: string): void {
    const { isNumbered, choose, items } = this.#options;
    if (isNumbered !== true && this.#isKeyed) {
      const found = items.find(({ key }) => key === text.toLowerCase());
      return found === undefined ? undefined : choose(found.id);
    }
    const chosen = isNumbered === true && /^\d+$/.test(text) ? this.#shown()[Number(text) - 1] : undefined;
    if (chosen !== undefined || (isNumbered === true && text === "0")) choose(chosen?.id);
    else this.#narrow((isNumbered === true ? "" : this.#query) + text);
  }

  #narrow(query: string): void {
    this.#query = query;
    this.#selected = 0;
  }
}
