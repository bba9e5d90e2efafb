// The rows of a field that is answered by choosing: options, yes and no, and leaving it out.
import type { ElicitationContentValue } from "@parley/acp";
import { neutralLine } from "@parley/base";
import type { FieldOption, FormField } from "./form-field.ts";

export interface FieldRow {
  /** Chooses the row; a space if no key is left. */
  readonly key: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** Undefined: the field is left out. */
  readonly value: ElicitationContentValue | undefined;
}

const LEFT_OUT: FieldRow = { key: "-", label: "(leave out)", value: undefined };

export function toFieldRows(field: Extract<FormField, { type: "boolean" | "choice" }>): FieldRow[] {
  const rows = field.type === "boolean" ? YES_OR_NO : toOptionRows(field.options);
  return field.isRequired ? [...rows] : [...rows, LEFT_OUT];
}

export function toOptionRows(options: readonly FieldOption[]): (FieldRow & { readonly value: string })[] {
  return options.map(({ value, label, description }, index) => ({
    key: index < 9 ? String(index + 1) : " ",
    label: neutralLine(label),
    description: description === undefined ? undefined : neutralLine(description),
    value,
  }));
}

const YES_OR_NO: readonly FieldRow[] = [
  { key: "y", label: "Yes", value: true },
  { key: "n", label: "No", value: false },
];

/** The row of the value that is known; undefined if nothing is chosen yet, so that no choice is made by accident. */
export function chosenRow(rows: readonly FieldRow[], value: ElicitationContentValue | undefined): number | undefined {
  const index = value === undefined ? -1 : rows.findIndex((row) => row.value === value);
  return index === -1 ? undefined : index;
}
