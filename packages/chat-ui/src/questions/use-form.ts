// The values of a form while it is filled in: text as typed, and checked when it is submitted.
import type { ElicitationContentValue, ElicitationSchema } from "@parley/acp";
import { checkText, Form, type FormContent, type FormField } from "@parley/chat-model";
import { useState } from "react";

export interface FilledForm {
  readonly fields: readonly FormField[];
  text(name: string): string;
  value(name: string): ElicitationContentValue | undefined;
  problem(name: string): string | undefined;
  type(name: string, text: string): void;
  choose(name: string, value: ElicitationContentValue | undefined): void;
  /** Undefined: a field is wrong, and `problem` says what. */
  submit(): FormContent | undefined;
}

export function useForm(schema: ElicitationSchema): FilledForm {
  const [form] = useState(() => new Form(schema));
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(() => initialTexts(form));
  const [, setChanges] = useState(0);
  const changed = (): void => setChanges((count) => count + 1);
  return {
    fields: form.fields,
    text: (name) => texts.get(name) ?? "",
    value: (name) => form.value(name),
    problem: (name) => form.problem(name),
    type: (name, text) => setTexts((all) => new Map(all).set(name, text)),
    choose: (name, value) => {
      form.take(name, { value });
      changed();
    },
    submit: () => {
      // Every field is checked, so that all problems are shown at once.
      const isRight = form.fields.map((field) => takeTyped(form, field, texts)).every(Boolean);
      const content = isRight ? form.submit() : undefined;
      changed();
      return content;
    },
  };
}

function initialTexts(form: Form): ReadonlyMap<string, string> {
  const texts = form.fields.filter(({ type }) => type === "text");
  return new Map(texts.map(({ name }) => [name, String(form.value(name) ?? "")]));
}

function takeTyped(form: Form, field: FormField, texts: ReadonlyMap<string, string>): boolean {
  if (field.type === "text")
    return form.take(field.name, checkText(field, texts.get(field.name) ?? "", form.checkAnswer));
  // A box that is not ticked is an answer.
  if (field.type === "boolean" && field.isRequired)
    return form.take(field.name, { value: form.value(field.name) ?? false });
  return true;
}
