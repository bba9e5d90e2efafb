// A list to choose one from; typing narrows it.
import { score } from "@parley/chat-model";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { MENU_ROWS_MAX } from "../../limits.ts";
import { drawKeys, drawList, type ListRow } from "./list.ts";
import type { Drawn, Panel } from "./panel.ts";

export interface PickerItem extends ListRow {
  readonly id: string;
}

export interface PickerOptions {
  readonly title: string;
  readonly items: readonly PickerItem[];
  /** The one that holds now. */
  readonly current?: string | undefined;
  /** Chosen by number, where there are no other keys; 0 leaves it. */
  readonly isNumbered?: boolean | undefined;
  /** Undefined when nothing was chosen. */
  readonly choose: (id: string | undefined) => void;
}

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
    const { title, current, isNumbered = false } = this.#options;
    const rows = this.#shown().map((item, index) => ({
      ...item,
      key: isNumbered ? String(index + 1) : undefined,
      mark: item.id === current ? ` ${theme.symbols.check}` : undefined,
    }));
    const head = line(
      span("? ", "accent"),
      span(title, "strong"),
      this.#query === "" ? undefined : span(`  ${this.#query}`, "accent"),
    );
    const room = Math.max(3, Math.min(MENU_ROWS_MAX + 4, rowsMax - 3));
    const list =
      rows.length === 0 ? [line(span("  Nothing fits.", "dim"))] : drawList(rows, this.#selected, theme, room);
    return {
      lines: [
        head,
        ...list,
        ...drawKeys(isNumbered ? "Type a number, 0 to cancel" : "Enter select · type to filter · Esc cancel", theme),
      ],
    };
  }

  #shown(): readonly PickerItem[] {
    const { items } = this.#options;
    if (this.#query === "") return items;
    return items.filter(
      ({ id, label, description }) => score(this.#query, `${label} ${id} ${description ?? ""}`) !== undefined,
    );
  }

  #type(text: string): void {
    const { isNumbered, choose } = this.#options;
    const chosen = isNumbered === true && /^\d+$/.test(text) ? this.#shown()[Number(text) - 1] : undefined;
    if (chosen !== undefined || (isNumbered === true && text === "0")) choose(chosen?.id);
    else this.#narrow((isNumbered === true ? "" : this.#query) + text);
  }

  #narrow(query: string): void {
    this.#query = query;
    this.#selected = 0;
  }
}
