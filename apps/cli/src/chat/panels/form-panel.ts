// A form of the agent's, field by field.
import type { ElicitationContentValue, ElicitationSchema } from "@parley/acp";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { neutralise, neutralLine } from "../../terminal/neutral-text.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { createFieldInput, type FieldInput } from "./field-input.ts";
import { toFields, type FormField } from "./form-field.ts";
import { drawKeys } from "./list.ts";
import type { Drawn, ElicitationReply, Panel } from "./panel.ts";

export interface FormPanelOptions {
  readonly message: string;
  readonly agentTitle: string;
  readonly schema: ElicitationSchema;
  /** What was answered before and refused: the field, and why. */
  readonly refused?: { readonly field: string; readonly problem: string } | undefined;
  readonly before?: Readonly<Record<string, ElicitationContentValue>> | undefined;
  readonly answer: (response: ElicitationReply) => void;
  /** Ctrl-C: the turn is cancelled. */
  readonly cancel: () => void;
}

const MESSAGE_ROWS_MAX = 10;

export class FormPanel implements Panel {
  readonly #options: FormPanelOptions;
  readonly #fields: readonly FormField[];
  readonly #values = new Map<string, ElicitationContentValue>();
  #index = 0;
  #input: FieldInput | undefined;
  #problem: string | undefined;

  constructor(options: FormPanelOptions) {
    this.#options = options;
    this.#fields = toFields(options.schema);
    for (const [name, value] of Object.entries(options.before ?? {})) this.#values.set(name, value);
    const { refused } = options;
    this.#goTo(
      Math.max(
        0,
        this.#fields.findIndex(({ name }) => name === refused?.field),
      ),
    );
    if (refused !== undefined) this.#problem = `This field ${refused.problem}.`;
  }

  key(key: Key): void {
    if (isCtrl(key, "c")) return this.#options.cancel();
    if (isKey(key, "escape")) return this.#options.answer({ action: "decline" });
    if (isKey(key, "tab", { shift: true }) && this.#index > 0) return this.#goTo(this.#index - 1);
    if (this.#input === undefined) {
      // A form without fields is a question that can only be agreed to.
      if (isKey(key, "enter")) this.#options.answer({ action: "accept", content: {} });
      return;
    }
    const checked = this.#input.key(key);
    if (checked === undefined) return;
    this.#problem = "problem" in checked ? checked.problem : undefined;
    if ("value" in checked) this.#take(checked.value);
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
    const field = this.#fields[this.#index];
    const count =
      this.#fields.length > 1 ? ` ${theme.symbols.separator} ${this.#index + 1} of ${this.#fields.length}` : "";
    const who = line(span(`  ${neutralLine(agentTitle)} asks${count}`, "dim"));
    const drawn = this.#input?.draw(theme) ?? { lines: [] };
    const above = [...head, who, ...(field === undefined ? [] : drawLabel(field, theme))];
    const problem = this.#problem === undefined ? [] : [line("  ", span(this.#problem, "warn"))];
    const cursor = drawn.cursor && { row: drawn.cursor.row + above.length, column: drawn.cursor.column };
    return { lines: [...above, ...drawn.lines, ...problem, ...drawKeys(this.#help(field), theme)], cursor };
  }

  #take(value: ElicitationContentValue | undefined): void {
    const field = this.#fields[this.#index];
    if (field === undefined) return;
    if (value === undefined) this.#values.delete(field.name);
    else this.#values.set(field.name, value);
    if (this.#index + 1 < this.#fields.length) return this.#goTo(this.#index + 1);
    this.#options.answer({ action: "accept", content: Object.fromEntries(this.#values) });
  }

  #goTo(index: number): void {
    this.#index = index;
    this.#problem = undefined;
    this.#input = this.#open(index);
  }

  #open(index: number): FieldInput | undefined {
    const field = this.#fields[index];
    return field && createFieldInput(field, this.#values.get(field.name));
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
  const notes = [hint, isRequired ? "" : "optional"].filter((note) => note !== "").join(", ");
  const head = line("  ", span(neutralLine(label), "strong"), notes === "" ? undefined : span(` (${notes})`, "dim"));
  if (description === undefined) return [head];
  return [head, ...wrapLine(line(span(neutralLine(description), "dim")), theme.columns, { first: [{ text: "  " }] })];
}
