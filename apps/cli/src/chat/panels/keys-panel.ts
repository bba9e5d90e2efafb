// `?`: shows the keys instead of the input. Any key except scrolling keys closes it.
import type { Key } from "../../terminal/keys/key.ts";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { drawTwoColumns } from "../draw/key-help.ts";
import { CHAT_KEYS, QUESTION_KEYS, type KeyHelp } from "../keys.ts";
import type { Drawn, Panel } from "./panel.ts";
import { ScrolledText } from "./scrolled-text.ts";

export class KeysPanel implements Panel {
  readonly #close: () => void;
  readonly #scrolled = new ScrolledText();

  constructor(close: () => void) {
    this.#close = close;
  }

  key(key: Key): void {
    if (!this.#scrolled.key(key)) this.#close();
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    const lines = [
      ...drawGroup("Keys", CHAT_KEYS, theme),
      EMPTY_LINE,
      ...drawGroup("In a question", QUESTION_KEYS, theme),
      EMPTY_LINE,
      line(span("/help lists the commands.", "dim")),
    ];
    return { lines: this.#scrolled.draw(lines, theme, rowsMax) };
  }
}

function drawGroup(title: string, keys: readonly KeyHelp[], theme: Theme): Line[] {
  const rows = keys.map((row) => [row.keys, row.does] as const);
  return [line(span(title, "strong")), ...drawTwoColumns(rows, theme)];
}
