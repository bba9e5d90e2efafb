// Ctrl-O in a question: replaces it with everything that it is about.
import { plural } from "@parley/base";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { ScrolledText } from "./scrolled-text.ts";

export class Details {
  #text: ScrolledText | undefined;

  get isOpen(): boolean {
    return this.#text !== undefined;
  }

  /** Whether the key opened, scrolled or closed the details. */
  key(key: Key): boolean {
    if (isCtrl(key, "o") || (this.isOpen && isKey(key, "escape"))) {
      this.#text = this.isOpen ? undefined : new ScrolledText();
      return true;
    }
    return this.#text?.key(key) === true;
  }

  close(): void {
    this.#text = undefined;
  }

  draw(lines: readonly Line[], theme: Theme, rowsMax: number): readonly Line[] {
    return this.#text?.draw(lines, theme, rowsMax) ?? [];
  }
}

/** As many lines as fit, and the number of omitted ones, unless only one line fits. */
export function fitLines(lines: readonly Line[], rowsMax: number): readonly Line[] {
  if (lines.length <= rowsMax || rowsMax < 2) return lines.slice(0, Math.max(0, rowsMax));
  return [...lines.slice(0, rowsMax - 1), drawHiddenRows(lines.length - rowsMax + 1)];
}

export function drawHiddenRows(count: number): Line {
  return line(span(`  … ${plural(count, "more row")} (Ctrl-O shows all)`, "warn"));
}
