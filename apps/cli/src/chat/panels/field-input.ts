// Filling in a field with keys: typing, yes or no, choosing one or several.
import type { ElicitationContentValue } from "@parley/acp";
import {
  checkChoices,
  checkField,
  checkText,
  chosenRow,
  toFieldRows,
  toOptionRows,
  type Checked,
  type FieldRow,
  type Form,
  type FormField,
} from "@parley/chat-model";
import { changeOf } from "../../terminal/editor/edit-by-key.ts";
import { EMPTY_EDITOR, withText, type EditorState } from "../../terminal/editor/editor-state.ts";
import { layOut } from "../../terminal/editor/layout.ts";
import { isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { drawList, windowStart } from "./list.ts";
import type { Drawn } from "./panel.ts";

export interface FieldInput {
  /** The field's value once it is complete, or what is wrong with it. */
  key(key: Key): Checked | undefined;
  /** The current part, if it has more rows. */
  draw(theme: Theme, rowsMax: number): Drawn;
}

const LIST_ROWS_MAX = 8;

export function createFieldInput(field: FormField, form: Form): FieldInput {
  const value = form.value(field.name);
  switch (field.type) {
    case "text":
      return new TextInput(
        (text) => checkText(field, text, form.checkAnswer),
        value === undefined ? "" : String(value),
      );
    case "boolean":
    case "choice":
      return new ListInput(toFieldRows(field), value, (chosen) => checkField(field, chosen, form.checkAnswer));
    case "choices":
      return new ChecklistInput(field, form);
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

  draw(theme: Theme, rowsMax: number): Drawn {
    const { text, cursor } = this.#editor;
    const shown = this.#isSecret ? { text: "*".repeat(text.length), cursor } : this.#editor;
    const layout = layOut(shown, Math.max(4, theme.columns - 4));
    const rows = Math.max(1, rowsMax);
    const start = windowStart(layout.rows.length, layout.cursorRow, rows);
    const lines = layout.rows.map((row, index) =>
      line("  ", span(index === 0 ? `${theme.symbols.prompt} ` : "  ", "accent"), row.text),
    );
    return {
      lines: lines.slice(start, start + rows),
      cursor: { row: layout.cursorRow - start, column: layout.cursorColumn + 4 },
    };
  }
}

/** One of several, with arrows and Enter, or its key. None is selected until the user or the agent has chosen. */
class ListInput implements FieldInput {
  readonly #rows: readonly FieldRow[];
  readonly #check: (value: ElicitationContentValue | undefined) => Checked;
  #selected: number | undefined;

  constructor(
    rows: readonly FieldRow[],
    value: ElicitationContentValue | undefined,
    check: (value: ElicitationContentValue | undefined) => Checked,
  ) {
    this.#rows = rows;
    this.#check = check;
    this.#selected = chosenRow(rows, value);
  }

  key(key: Key): Checked | undefined {
    this.#selected = moveSelection(key, this.#selected, this.#rows.length);
    if (isKey(key, "enter")) return this.#check(this.#rows[this.#selected ?? -1]?.value);
    const typed = key.type === "text" ? this.#rows.find((row) => row.key === key.text.toLowerCase()) : undefined;
    return typed && this.#check(typed.value);
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    return { lines: drawList(this.#rows, this.#selected ?? -1, theme, listRows(this.#rows.length, rowsMax)) };
  }
}

function moveSelection(key: Key, selected: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (isKey(key, "up")) return ((selected ?? 0) + count - 1) % count;
  if (isKey(key, "down") || isKey(key, "tab")) return ((selected ?? -1) + 1) % count;
  return selected;
}

/** Several of a list: Space marks, Enter finishes. */
class ChecklistInput implements FieldInput {
  readonly #field: Extract<FormField, { type: "choices" }>;
  readonly #form: Form;
  readonly #marked: Set<string>;
  #selected: number | undefined = 0;

  constructor(field: Extract<FormField, { type: "choices" }>, form: Form) {
    const value = form.value(field.name);
    this.#field = field;
    this.#form = form;
    this.#marked = new Set(Array.isArray(value) ? value : []);
  }

  key(key: Key): Checked | undefined {
    const { options } = this.#field;
    this.#selected = moveSelection(key, this.#selected, options.length);
    if (key.type === "text") this.#toggle(key.text === " " ? (this.#selected ?? -1) : Number(key.text) - 1);
    if (!isKey(key, "enter")) return undefined;
    const values = options.map(({ value }) => value).filter((value) => this.#marked.has(value));
    return checkChoices(this.#field, values, this.#form.checkAnswer);
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    const rows = toOptionRows(this.#field.options).map((row) => ({
      ...row,
      label: `[${this.#marked.has(row.value) ? "x" : " "}] ${row.label}`,
    }));
    return { lines: drawList(rows, this.#selected ?? -1, theme, listRows(rows.length, rowsMax)) };
  }

  #toggle(index: number): void {
    const value = this.#field.options[index]?.value;
    if (value === undefined) return;
    if (!this.#marked.delete(value)) this.#marked.add(value);
  }
}

/** A row shows the number of hidden ones. */
function listRows(count: number, rowsMax: number): number {
  return Math.max(1, Math.min(LIST_ROWS_MAX, count <= rowsMax ? rowsMax : rowsMax - 1));
}
