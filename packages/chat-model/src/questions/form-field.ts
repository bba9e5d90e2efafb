// A field of an elicitation form: what kind it is, what it may hold, and what is wrong with what was filled in.
import { t } from "@parley/base";
import {
  checkFormAnswer,
  isUnknown,
  type ElicitationContentValue,
  type ElicitationPropertySchema,
  type ElicitationSchema,
  type FormProblem,
} from "@parley/acp";

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
}

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
  readonly schema: ElicitationPropertySchema;
}

export type FormField = FieldBase &
  (
    | { readonly type: "text"; readonly initial: string; readonly hint: string }
    | { readonly type: "boolean"; readonly initial: boolean | undefined }
    | { readonly type: "choice"; readonly options: readonly FieldOption[]; readonly initial: string | undefined }
    | { readonly type: "choices"; readonly options: readonly FieldOption[]; readonly initial: readonly string[] }
  );

/** Finds the first problem of an answer. A surface that can try patterns safely brings its own. */
export type CheckAnswer = (
  schema: ElicitationSchema,
  content: Readonly<Record<string, unknown>>,
) => FormProblem | undefined;

/** No value: a field that is optional and was left out. */
export type Checked = { readonly value: ElicitationContentValue | undefined } | { readonly problem: string };

export function toFormFields({ properties = {}, required }: ElicitationSchema): FormField[] {
  return Object.entries(properties).map(([name, schema]) => toField(name, schema, required?.includes(name) ?? false));
}

function toField(name: string, schema: ElicitationPropertySchema, isRequired: boolean): FormField {
  if (isUnknown(schema)) return { type: "text", name, label: name, isRequired, schema, initial: "", hint: "" };
  const base = { name, label: schema.title ?? name, description: schema.description ?? undefined, isRequired, schema };
  switch (schema.type) {
    case "boolean":
      return { ...base, type: "boolean", initial: schema.default ?? undefined };
    case "array":
      return { ...base, type: "choices", options: optionsOf(schema.items), initial: schema.default ?? [] };
    case "string": {
      const options = schema.oneOf?.map(toOption) ?? schema.enum?.map((value) => ({ value, label: value }));
      if (options !== undefined) return { ...base, type: "choice", options, initial: schema.default ?? undefined };
      return { ...base, type: "text", initial: schema.default ?? "", hint: schema.format ?? "" };
    }
    case "number":
    case "integer": {
      const kind = schema.type === "integer" ? t("whole number") : t("number");
      const hint = [kind, rangeOf(schema.minimum, schema.maximum)].filter((part) => part !== "").join(", ");
      return { ...base, type: "text", initial: String(schema.default ?? ""), hint };
    }
  }
}

type Items = Extract<ElicitationPropertySchema, { type: "array" }>["items"];

function optionsOf(items: Items): FieldOption[] {
  if (isUnknown(items)) return [];
  return items.type === "string" ? items.enum.map((value) => ({ value, label: value })) : items.anyOf.map(toOption);
}

function toOption(option: { const: string; title: string; description?: string | null | undefined }): FieldOption {
  return { value: option.const, label: option.title, description: option.description ?? undefined };
}

function rangeOf(minimum: number | null | undefined, maximum: number | null | undefined): string {
  const [from, to] = [minimum ?? undefined, maximum ?? undefined];
  if (from !== undefined && to !== undefined) return t("{0} to {1}", from, to);
  if (from !== undefined) return t("at least {0}", from);
  return to === undefined ? "" : t("at most {0}", to);
}

/** The value that a form starts with: only what the agent suggests. */
export function initialValue(field: FormField): ElicitationContentValue | undefined {
  if (field.type === "text") return field.initial === "" ? undefined : toValue(field.schema, field.initial);
  return field.type === "choices" && field.initial.length === 0
    ? undefined
    : (field.initial as ElicitationContentValue);
}

/** Checks typed text, as the kind of value that the schema asks for. */
export function checkText(field: FormField, text: string, checkAnswer?: CheckAnswer): Checked {
  return checkField(field, text === "" ? undefined : toValue(field.schema, text), checkAnswer);
}

export function checkChoices(field: FormField, values: readonly string[], checkAnswer?: CheckAnswer): Checked {
  return checkField(field, values.length === 0 && !field.isRequired ? undefined : [...values], checkAnswer);
}

/** By the same rules that the answer meets on its way to the agent. */
export function checkField(
  { name, schema, isRequired }: FormField,
  value: ElicitationContentValue | undefined,
  checkAnswer: CheckAnswer = checkFormAnswer,
): Checked {
  const form: ElicitationSchema = {
    type: "object",
    properties: { [name]: schema },
    required: isRequired ? [name] : [],
  };
  const found = checkAnswer(form, value === undefined ? {} : { [name]: value });
  return found === undefined ? { value } : { problem: describeProblem(found.problem) };
}

/** A problem follows the name of its field: "must be a number". */
export function describeProblem(problem: string): string {
  return t("This field {0}.", problem);
}

function toValue(schema: ElicitationPropertySchema, text: string): ElicitationContentValue {
  const isNumber = !isUnknown(schema) && (schema.type === "number" || schema.type === "integer");
  return isNumber && text.trim() !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}
