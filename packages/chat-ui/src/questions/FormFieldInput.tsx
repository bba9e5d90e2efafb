// One field of a form: text, yes or no, one of several, or some of several.
import { t } from "@parley/base";
import { toLabel } from "./words.ts";
import { isUnknown, type ElicitationContentValue } from "@parley/acp";
import type { FieldOption, FormField } from "@parley/chat-model";
import { useId } from "react";
import { RADIO_OPTIONS_MAX } from "../limits.ts";
import type { FilledForm } from "./use-form.ts";
import "./FormFieldInput.css";

export interface FormFieldInputProps {
  readonly field: FormField;
  readonly form: FilledForm;
}

interface InputProps<Type extends FormField["type"]> extends FormFieldInputProps {
  readonly field: Extract<FormField, { type: Type }>;
  /** What describes and marks the control. */
  readonly marks: { readonly "aria-describedby": string; readonly "aria-invalid": boolean };
}

export function FormFieldInput({ field, form }: FormFieldInputProps) {
  const noteId = useId();
  const problem = form.problem(field.name);
  const notes = [
    field.description,
    field.type === "text" && INPUT_TYPES[field.hint] === undefined ? field.hint : undefined,
  ]
    .filter(Boolean)
    .join(" · ");
  const marks = { "aria-describedby": noteId, "aria-invalid": problem !== undefined };
  return (
    <div className="form-field">
      {renderControl(field, form, marks)}
      <div id={noteId} className="form-field-notes">
        {notes !== "" && <span>{toLabel(notes)}</span>}
        {problem !== undefined && <span className="form-field-problem">{problem}</span>}
      </div>
    </div>
  );
}

function renderControl(field: FormField, form: FilledForm, marks: InputProps<"text">["marks"]) {
  switch (field.type) {
    case "text":
      return <TextInput field={field} form={form} marks={marks} />;
    case "boolean":
      return <BooleanInput field={field} form={form} marks={marks} />;
    case "choice":
      return field.options.length > RADIO_OPTIONS_MAX ? (
        <SelectInput field={field} form={form} marks={marks} />
      ) : (
        <RadioInput field={field} form={form} marks={marks} />
      );
    case "choices":
      return <ChecksInput field={field} form={form} marks={marks} />;
  }
}

function Label({ field }: { readonly field: FormField }) {
  return (
    <span className="form-field-label">
      {toLabel(field.label)}
      {!field.isRequired && <span className="form-field-optional"> {t("optional")}</span>}
    </span>
  );
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: "email",
  uri: "url",
  date: "date",
};

function TextInput({ field, form, marks }: InputProps<"text">) {
  const { schema } = field;
  const isNumber = !isUnknown(schema) && (schema.type === "number" || schema.type === "integer");
  return (
    <label>
      <Label field={field} />
      <input
        {...marks}
        className="form-field-text"
        aria-label={toLabel(field.label)}
        type={INPUT_TYPES[field.hint] ?? "text"}
        inputMode={isNumber ? "decimal" : undefined}
        required={field.isRequired}
        value={form.text(field.name)}
        onChange={({ target }) => form.type(field.name, target.value)}
      />
    </label>
  );
}

function BooleanInput({ field, form, marks }: InputProps<"boolean">) {
  return (
    <label className="form-field-option">
      <input
        {...marks}
        type="checkbox"
        checked={form.value(field.name) === true}
        onChange={({ target }) => form.choose(field.name, target.checked)}
      />
      <span>{toLabel(field.label)}</span>
    </label>
  );
}

function SelectInput({ field, form, marks }: InputProps<"choice">) {
  return (
    <label>
      <Label field={field} />
      <select
        {...marks}
        className="form-field-text"
        aria-label={toLabel(field.label)}
        value={String(form.value(field.name) ?? "")}
        onChange={({ target }) => form.choose(field.name, target.value === "" ? undefined : target.value)}
      >
        <option value="">{field.isRequired ? t("Choose…") : t("None")}</option>
        {field.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {toLabel(label)}
          </option>
        ))}
      </select>
    </label>
  );
}

function RadioInput({ field, form, marks }: InputProps<"choice">) {
  const name = useId();
  const chosen = form.value(field.name);
  return (
    <fieldset className="form-field-set" aria-describedby={marks["aria-describedby"]}>
      <legend>
        <Label field={field} />
      </legend>
      {field.options.map((option) => (
        <OptionRow key={option.value} option={option}>
          <input
            type="radio"
            name={name}
            aria-invalid={marks["aria-invalid"]}
            checked={chosen === option.value}
            onChange={() => form.choose(field.name, option.value)}
          />
        </OptionRow>
      ))}
    </fieldset>
  );
}

function ChecksInput({ field, form, marks }: InputProps<"choices">) {
  const value = form.value(field.name);
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string, isOn: boolean): ElicitationContentValue | undefined => {
    const next = field.options.map((one) => one.value).filter((one) => (one === option ? isOn : chosen.includes(one)));
    return next.length === 0 && !field.isRequired ? undefined : next;
  };
  return (
    <fieldset className="form-field-set" aria-describedby={marks["aria-describedby"]}>
      <legend>
        <Label field={field} />
      </legend>
      {field.options.map((option) => (
        <OptionRow key={option.value} option={option}>
          <input
            type="checkbox"
            aria-invalid={marks["aria-invalid"]}
            checked={chosen.includes(option.value)}
            onChange={({ target }) => form.choose(field.name, toggle(option.value, target.checked))}
          />
        </OptionRow>
      ))}
    </fieldset>
  );
}

function OptionRow({ option, children }: { readonly option: FieldOption; readonly children: React.ReactNode }) {
  return (
    <label className="form-field-option">
      {children}
      <span>
        {toLabel(option.label)}
        {option.description !== undefined && (
          <span className="form-field-optional"> {toLabel(option.description)}</span>
        )}
      </span>
    </label>
  );
}
