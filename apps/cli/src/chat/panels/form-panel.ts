// An agent's form, field by field.
import { neutralise, neutralLine } from "@parley/base";
import type { ElicitationSchema } from "@parley/acp";
import { Form, type Checked, type FormContent, type FormField } from "@parley/chat-model";
import { checkElicitationAnswer } from "@parley/client/features";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { createFieldInput, type FieldInput } from "./field-input.ts";
import { Details, fitLines } from "./details.ts";
import { drawKeys } from "./list.ts";
import type { Drawn, ElicitationReply, Panel } from "./panel.ts";

export interface FormPanelOptions {
  readonly message: string;
  readonly agentTitle: string;
  readonly schema: ElicitationSchema;
  /** The previous answer that was refused: the field, and the reason. */
  readonly refused?: { readonly field: string; readonly problem: string } | undefined;
  readonly before?: FormContent | undefined;
  readonly answer: (response: ElicitationReply) => void;
  /** Ctrl-C: the turn is cancelled. */
  readonly cancel: () => void;
}

const MESSAGE_ROWS_MAX = 10;
/** With fewer rows for the field and the question, the key help is left out. */
const ROWS_LEAST = 3;

export class FormPanel implements Panel {
  readonly #options: FormPanelOptions;
  readonly #form: Form;
  readonly #details = new Details();
  #index = 0;
  #input: FieldInput | undefined;

  constructor(options: FormPanelOptions) {
    const { schema, before, refused } = options;
    this.#options = options;
    this.#form = new Form(schema, { before, refused, checkAnswer: checkElicitationAnswer });
    this.#goTo(this.#form.firstProblem);
  }

  key(key: Key): void {
    if (isCtrl(key, "c")) return this.#options.cancel();
    if (this.#details.key(key)) return;
    this.#details.close();
    if (isKey(key, "escape")) return this.#options.answer({ action: "decline" });
    if (isKey(key, "tab", { shift: true }) && this.#index > 0) return this.#goTo(this.#form.fields[this.#index - 1]);
    if (this.#input === undefined) {
      // A form without fields is a question that can only be agreed to.
      if (isKey(key, "enter")) this.#options.answer({ action: "accept", content: {} });
      return;
    }
    const checked = this.#input.key(key);
    if (checked !== undefined) this.#take(checked);
  }

  /** The current field is always shown; the question gets the remaining rows. */
  draw(theme: Theme, rowsMax: number): Drawn {
    const { fields } = this.#form;
    const field = fields[this.#index];
    const message = this.#drawMessage(theme);
    const about = field === undefined ? [] : drawAbout(field, theme);
    if (this.#details.isOpen) return { lines: this.#details.draw([...message, EMPTY_LINE, ...about], theme, rowsMax) };
    const said = field && this.#form.problem(field.name);
    const problem = said === undefined ? [] : [line("  ", span(said, "warn"))];
    const label = field === undefined ? [] : [drawLabel(field)];
    const keys = drawKeys(this.#help(field), theme);
    const fixed = label.length + problem.length + 1;
    const isTight = rowsMax - fixed - keys.length < ROWS_LEAST;
    const below = [...problem, ...(isTight ? [] : keys)];
    const left = rowsMax - label.length - below.length;
    const input = this.#input?.draw(theme, Math.max(1, Math.ceil(left / 2))) ?? { lines: [] };
    const room = left - input.lines.length - 1;
    const messageRows = Math.min(
      message.length,
      MESSAGE_ROWS_MAX,
      Math.max(1, room - Math.min(about.length, room >> 1)),
    );
    const above = [
      ...fitLines(message, messageRows),
      ...(room > messageRows ? [this.#drawAsker(theme)] : []),
      ...label,
      ...fitLines(about, room - messageRows),
    ];
    const cursor = input.cursor && { row: input.cursor.row + above.length, column: input.cursor.column };
    return { lines: [...above, ...input.lines, ...below], cursor };
  }

  #drawMessage(theme: Theme): Line[] {
    const rest: Line = [{ text: "  " }];
    return neutralise(this.#options.message)
      .trimEnd()
      .split("\n")
      .flatMap((part, index) => {
        const first = index === 0 ? line(span("? ", "warn")) : rest;
        return wrapLine(line(span(part, "strong")), theme.columns, { first, rest });
      });
  }

  #drawAsker({ symbols }: Theme): Line {
    const { fields } = this.#form;
    const count = fields.length > 1 ? ` ${symbols.separator} ${this.#index + 1} of ${fields.length}` : "";
    return line(span(`  ${neutralLine(this.#options.agentTitle)} asks${count}`, "dim"));
  }

  #take(checked: Checked): void {
    const { fields } = this.#form;
    const field = fields[this.#index];
    if (field === undefined || !this.#form.take(field.name, checked)) return;
    const next = fields[this.#index + 1];
    if (next !== undefined) return this.#goTo(next);
    const content = this.#form.submit();
    if (content === undefined) this.#goTo(this.#form.firstProblem);
    else this.#options.answer({ action: "accept", content });
  }

  #goTo(field: FormField | undefined): void {
    this.#index = Math.max(
      0,
      this.#form.fields.findIndex(({ name }) => name === field?.name),
    );
    const current = this.#form.fields[this.#index];
    this.#input = current && createFieldInput(current, this.#form);
  }

  #help(field: FormField | undefined): string {
    const parts = [field?.type === "choices" ? "Space to select, Enter to continue" : "Enter to continue"];
    if (field?.isRequired === false && field.type === "text") parts.push("leave empty to skip");
    if (this.#index > 0) parts.push("Shift-Tab to go back");
    return [...parts, "Esc to decline", "Ctrl-C to stop the turn"].join(", ");
  }
}

function drawLabel({ label, isRequired, ...field }: FormField): Line {
  const hint = field.type === "text" ? field.hint : "";
  const notes = [hint, isRequired ? "required" : "optional"].filter((note) => note !== "").join(", ");
  return line("  ", span(neutralLine(label), "strong"), notes === "" ? undefined : span(` (${notes})`, "dim"));
}

function drawAbout({ description }: FormField, theme: Theme): Line[] {
  if (description === undefined) return [];
  return wrapLine(line(span(neutralLine(description), "dim")), theme.columns, { first: [{ text: "  " }] });
}
