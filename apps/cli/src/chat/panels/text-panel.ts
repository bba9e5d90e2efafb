// Input of one line, such as a key for signing in.
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { TextInput } from "./field-input.ts";
import { drawKeys } from "./list.ts";
import type { Drawn, Panel } from "./panel.ts";

export interface TextPanelOptions {
  readonly label: string;
  readonly isSecret: boolean;
  readonly isOptional: boolean;
  /** Undefined if cancelled. */
  readonly answer: (text: string | undefined) => void;
}

export class TextPanel implements Panel {
  readonly #options: TextPanelOptions;
  readonly #input: TextInput;
  #problem = "";

  constructor(options: TextPanelOptions) {
    this.#options = options;
    const isNeeded = (text: string): boolean => text === "" && !options.isOptional;
    this.#input = new TextInput(
      (text) => (isNeeded(text) ? { problem: "This field is required." } : { value: text }),
      "",
      options.isSecret,
    );
  }

  key(key: Key): void {
    if (isKey(key, "escape") || isCtrl(key, "c")) return this.#options.answer(undefined);
    const checked = this.#input.key(key);
    if (checked === undefined) return;
    if ("problem" in checked) this.#problem = checked.problem;
    else this.#options.answer(String(checked.value ?? ""));
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    const { label, isSecret } = this.#options;
    const problem = this.#problem === "" ? [] : [line("  ", span(this.#problem, "warn"))];
    const keys = drawKeys("Enter to continue, Esc to cancel", theme);
    const drawn = this.#input.draw(theme, rowsMax - 1 - problem.length - keys.length);
    const head = line(
      span("? ", "accent"),
      span(label, "strong"),
      isSecret ? span("  hidden, not saved", "dim") : undefined,
    );
    const cursor = drawn.cursor && { ...drawn.cursor, row: drawn.cursor.row + 1 };
    return { lines: [head, ...drawn.lines, ...problem, ...keys], cursor };
  }
}
