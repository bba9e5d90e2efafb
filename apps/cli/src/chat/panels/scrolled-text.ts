// A window over lines that do not all fit, moved with the arrow and page keys.
import { isKey, type Key } from "../../terminal/keys/key.ts";
import type { Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { drawKeys } from "./list.ts";

export class ScrolledText {
  #first = 0;
  #rows = 1;
  #count = 0;

  /** Whether the key moved the window. */
  key(key: Key): boolean {
    const by = this.#stepOf(key);
    if (by === undefined) return false;
    this.#first = Math.max(0, Math.min(this.#first + by, this.#count - this.#rows));
    return true;
  }

  draw(lines: readonly Line[], theme: Theme, rowsMax: number): Line[] {
    this.#count = lines.length;
    const isWhole = lines.length < rowsMax;
    const all = isWhole ? "Esc back" : "Up Down PgUp PgDn scroll · Esc back";
    const heightOf = (text: string): number => drawKeys(`0000-0000 of 0000 · ${text}`, theme).length;
    // A tiny screen shows the text, and only the key for leaving.
    const keys = rowsMax - heightOf(all) > 1 ? all : "Esc back";
    this.#rows = Math.max(1, rowsMax - heightOf(keys));
    this.#first = Math.max(0, Math.min(this.#first, lines.length - this.#rows));
    const shown = lines.slice(this.#first, this.#first + this.#rows);
    const place = isWhole ? "" : `${this.#first + 1}-${this.#first + shown.length} of ${lines.length} · `;
    return [...shown, ...drawKeys(place + keys, theme)];
  }

  #stepOf(key: Key): number | undefined {
    if (isKey(key, "up")) return -1;
    if (isKey(key, "down")) return 1;
    if (isKey(key, "page_up")) return 1 - this.#rows;
    if (isKey(key, "page_down")) return this.#rows - 1;
    if (isKey(key, "home")) return -this.#count;
    return isKey(key, "end") ? this.#count : undefined;
  }
}
