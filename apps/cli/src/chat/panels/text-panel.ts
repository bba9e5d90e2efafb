// One line to be typed, such as a key for signing in.
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
  /** Undefined when it was left. */
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

  draw(theme: Theme): Drawn {
    const { label, isSecret } = this.#options;
    const drawn = this.#input.draw(theme);
    const head = line(
      span("? ", "accent"),
      span(label, "strong"),
      isSecret ? span("  not shown, not kept", "dim") : undefined,
    );
    const problem = this.#problem === "" ? [] : [line("  ", span(this.#problem, "warn"))];
    const cursor = drawn.cursor && { ...drawn.cursor, row: drawn.cursor.row + 1 };
    return {
      lines: [head, ...drawn.lines, ...problem, ...drawKeys("Enter to continue, Esc to cancel", theme)],
      cursor,
    };
  }
}
