// A form of the agent's, field by field.
import { neutralise, neutralLine } from "@parley/base";
import type { ElicitationSchema } from "@parley/acp";
import { Form, type Checked, type FormContent, type FormField } from "@parley/chat-model";
import { checkElicitationAnswer } from "@parley/client/features";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { createFieldInput, type FieldInput } from "./field-input.ts";
import { drawKeys } from "./list.ts";
import type { Drawn, ElicitationReply, Panel } from "./panel.ts";

export interface FormPanelOptions {
  readonly message: string;
  readonly agentTitle: string;
  readonly schema: ElicitationSchema;
  /** What was answered before and refused: the field, and why. */
  readonly refused?: { readonly field: string; readonly problem: string } | undefined;
  readonly before?: FormContent | undefined;
  readonly answer: (response: ElicitationReply) => void;
  /** Ctrl-C: the turn is cancelled. */
  readonly cancel: () => void;
}

const MESSAGE_ROWS_MAX = 10;

export class FormPanel implements Panel {
  readonly #options: FormPanelOptions;
  readonly #form: Form;
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

  draw(theme: Theme): Drawn {
    const { message, agentTitle } = this.#options;
    const first = line(span("? ", "warn"));
    const rest: Line = [{ text: "  " }];
    const head = neutralise(message)
      .trimEnd()
      .split("\n")
      .flatMap((part, index) =>
        wrapLine(line(span(part, "strong")), theme.columns, { first: index === 0 ? first : rest, rest }),
      )
      .slice(0, MESSAGE_ROWS_MAX);
    const { fields } = this.#form;
    const field = fields[this.#index];
    const count = fields.length > 1 ? ` ${theme.symbols.separator} ${this.#index + 1} of ${fields.length}` : "";
    const who = line(span(`  ${neutralLine(agentTitle)} asks${count}`, "dim"));
    const drawn = this.#input?.draw(theme) ?? { lines: [] };
    const above = [...head, who, ...(field === undefined ? [] : drawLabel(field, theme))];
    const said = field && this.#form.problem(field.name);
    const problem = said === undefined ? [] : [line("  ", span(said, "warn"))];
    const cursor = drawn.cursor && { row: drawn.cursor.row + above.length, column: drawn.cursor.column };
    return { lines: [...above, ...drawn.lines, ...problem, ...drawKeys(this.#help(field), theme)], cursor };
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

function drawLabel({ label, description, isRequired, ...field }: FormField, theme: Theme): Line[] {
  const hint = field.type === "text" ? field.hint : "";
  const notes = [hint, isRequired ? "required" : "optional"].filter((note) => note !== "").join(", ");
  const head = line("  ", span(neutralLine(label), "strong"), notes === "" ? undefined : span(` (${notes})`, "dim"));
  if (description === undefined) return [head];
  return [head, ...wrapLine(line(span(neutralLine(description), "dim")), theme.columns, { first: [{ text: "  " }] })];
}
