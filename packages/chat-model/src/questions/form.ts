// A form that is being filled in: its values, and what is wrong with them.
import type { ElicitationContentValue, ElicitationSchema } from "@parley/acp";
import {
  checkField,
  describeProblem,
  initialValue,
  toFormFields,
  type CheckAnswer,
  type Checked,
  type FormField,
} from "./form-field.ts";

export type FormContent = Readonly<Record<string, ElicitationContentValue>>;

export interface FormOptions {
  /** Values of an earlier answer; without them the agent's suggestions. */
  readonly before?: FormContent | undefined;
  /** A field of that answer that was refused, and why: "must be a number". */
  readonly refused?: { readonly field: string; readonly problem: string } | undefined;
  readonly checkAnswer?: CheckAnswer | undefined;
}

export class Form {
  readonly fields: readonly FormField[];
  readonly checkAnswer: CheckAnswer | undefined;
  readonly #values = new Map<string, ElicitationContentValue>();
  readonly #problems = new Map<string, string>();

  constructor(schema: ElicitationSchema, { before, refused, checkAnswer }: FormOptions = {}) {
    this.fields = toFormFields(schema);
    this.checkAnswer = checkAnswer;
    for (const field of this.fields)
      this.#put(field.name, before === undefined ? initialValue(field) : before[field.name]);
    if (refused !== undefined) this.#problems.set(refused.field, describeProblem(refused.problem));
  }

  value(name: string): ElicitationContentValue | undefined {
    return this.#values.get(name);
  }

  problem(name: string): string | undefined {
    return this.#problems.get(name);
  }

  /** Takes a checked value; a value with a problem is not taken. Returns whether the field is right. */
  take(name: string, checked: Checked): boolean {
    if ("problem" in checked) {
      this.#problems.set(name, checked.problem);
      return false;
    }
    this.#problems.delete(name);
    this.#put(name, checked.value);
    return true;
  }

  /** The answer, or undefined if a field is wrong; `problem` then says what is. */
  submit(): FormContent | undefined {
    const wrong = this.fields.filter((field) => !this.take(field.name, this.#check(field)));
    return wrong.length === 0 ? Object.fromEntries(this.#values) : undefined;
  }

  /** The first field that has a problem. */
  get firstProblem(): FormField | undefined {
    return this.fields.find(({ name }) => this.#problems.has(name));
  }

  #check(field: FormField): Checked {
    return checkField(field, this.value(field.name), this.checkAnswer);
  }

  #put(name: string, value: ElicitationContentValue | undefined): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }
}
