// How a field is filled in: by typing, by yes or no, by choosing one or several.
import type { ElicitationContentValue } from "@parley/acp";
import { changeOf } from "../../terminal/editor/edit-by-key.ts";
import { EMPTY_EDITOR, withText, type EditorState } from "../../terminal/editor/editor-state.ts";
import { layOut } from "../../terminal/editor/layout.ts";
import { isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { neutralLine } from "../../terminal/neutral-text.ts";
import { checkChoices, checkText, type Checked, type FormField } from "./form-field.ts";
import { drawList } from "./list.ts";
import type { Drawn } from "./panel.ts";

export interface FieldInput {
  /** What was made of the field, once it is done or when something is wrong with it. */
  key(key: Key): Checked | undefined;
  draw(theme: Theme): Drawn;
}

const LIST_ROWS_MAX = 8;

export function createFieldInput(field: FormField, value: ElicitationContentValue | undefined): FieldInput {
  switch (field.type) {
    case "text":
      return new TextInput((text) => checkText(field, text), value === undefined ? field.initial : String(value));
    case "boolean":
      return yesOrNo(field.isRequired, (value as boolean | undefined) ?? field.initial);
    case "choice":
      return new ListInput({
        rows: optional(field.options, field.isRequired),
        initial: typeof value === "string" ? value : field.initial,
      });
    case "choices":
      return new ChecklistInput(field, Array.isArray(value) ? value : field.initial);
  }
}

/** A line of text; masked for secrets. */
export class TextInput implements FieldInput {
  readonly #check: (text: string) => Checked;
  readonly #isSecret: boolean;
  #editor: EditorState;

  constructor(check: (text: string) => Checked, initial = "", isSecret = false) {
    this.#check = check;
    this.#isSecret = isSecret;
    this.#editor = withText(EMPTY_EDITOR, initial);
  }

  key(key: Key): Checked | undefined {
    if (isKey(key, "enter")) return this.#check(this.#editor.text);
    const plain = key.type === "paste" ? { ...key, text: key.text.replaceAll("\n", " ") } : key;
    this.#editor = changeOf(plain)?.(this.#editor) ?? this.#editor;
    return undefined;
  }

  draw(theme: Theme): Drawn {
    const { text, cursor } = this.#editor;
    const shown = this.#isSecret ? { text: "*".repeat(text.length), cursor } : this.#editor;
    const layout = layOut(shown, Math.max(4, theme.columns - 4));
    const lines = layout.rows.map((row, index) =>
      line("  ", span(index === 0 ? `${theme.symbols.prompt} ` : "  ", "accent"), row.text),
    );
    return { lines, cursor: { row: layout.cursorRow, column: layout.cursorColumn + 4 } };
  }
}

interface Row {
  readonly key?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
  readonly value: ElicitationContentValue | undefined;
}

/** One of several, by arrows and Enter, or by its key. */
class ListInput implements FieldInput {
  readonly #rows: readonly Row[];
  #selected: number;

  constructor({
    rows,
    initial,
  }: {
    readonly rows: readonly Row[];
    readonly initial?: ElicitationContentValue | undefined;
  }) {
    this.#rows = rows;
    this.#selected = Math.max(
      0,
      rows.findIndex(({ value }) => initial !== undefined && value === initial),
    );
  }

  key(key: Key): Checked | undefined {
    const count = Math.max(1, this.#rows.length);
    if (isKey(key, "up")) this.#selected = (this.#selected + count - 1) % count;
    if (isKey(key, "down") || isKey(key, "tab")) this.#selected = (this.#selected + 1) % count;
    const typed = key.type === "text" ? this.#rows.find((row) => row.key === key.text.toLowerCase()) : undefined;
    const chosen = isKey(key, "enter") ? this.#rows[this.#selected] : typed;
    return chosen && { value: chosen.value };
  }

  draw(theme: Theme): Drawn {
    return { lines: drawList(this.#rows, this.#selected, theme, LIST_ROWS_MAX) };
  }
}

function yesOrNo(isRequired: boolean, initial: boolean | undefined): FieldInput {
  const rows: Row[] = [
    { key: "y", label: "Yes", value: true },
    { key: "n", label: "No", value: false },
  ];
  return new ListInput({ rows: isRequired ? rows : [...rows, LEFT_OUT], initial });
}

const LEFT_OUT: Row = { key: "-", label: "(leave out)", value: undefined };

function optional(
  options: readonly { value: string; label: string; description?: string | undefined }[],
  isRequired: boolean,
): Row[] {
  const rows: Row[] = options.map(({ value, label, description }, index) => ({
    key: index < 9 ? String(index + 1) : " ",
    label: neutralLine(label),
    description: description === undefined ? undefined : neutralLine(description),
    value,
  }));
  return isRequired ? rows : [...rows, LEFT_OUT];
}

/** Several of several: Space marks, Enter is done. */
class ChecklistInput implements FieldInput {
  readonly #field: Extract<FormField, { type: "choices" }>;
  readonly #marked: Set<string>;
  #selected = 0;

  constructor(field: Extract<FormField, { type: "choices" }>, initial: readonly string[]) {
    this.#field = field;
    this.#marked = new Set(initial);
  }

  key(key: Key): Checked | undefined {
    const { options } = this.#field;
    const count = Math.max(1, options.length);
    if (isKey(key, "up")) this.#selected = (this.#selected + count - 1) % count;
    if (isKey(key, "down") || isKey(key, "tab")) this.#selected = (this.#selected + 1) % count;
    if (key.type === "text") this.#toggle(key.text === " " ? this.#selected : Number(key.text) - 1);
    if (!isKey(key, "enter")) return undefined;
    return checkChoices(
      this.#field,
      options.map(({ value }) => value).filter((value) => this.#marked.has(value)),
    );
  }

  draw(theme: Theme): Drawn {
    const rows = this.#field.options.map(({ value, label, description }, index) => ({
      key: index < 9 ? String(index + 1) : " ",
      label: `[${this.#marked.has(value) ? "x" : " "}] ${neutralLine(label)}`,
      description: description === undefined ? undefined : neutralLine(description),
    }));
    return { lines: drawList(rows, this.#selected, theme, LIST_ROWS_MAX) };
  }

  #toggle(index: number): void {
    const value = this.#field.options[index]?.value;
    if (value === undefined) return;
    if (!this.#marked.delete(value)) this.#marked.add(value);
  }
}
