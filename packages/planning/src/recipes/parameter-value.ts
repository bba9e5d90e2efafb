// Values of a recipe's parameters: checked, and converted to text.
import { isObject } from "@parley/base";
import { badField, type Field } from "../fields.ts";
import { PARAMETER_VALUE_CHARS_MAX } from "../limits.ts";
import type { Recipe, RecipeParameter } from "./recipe.ts";

type Kind = Pick<RecipeParameter, "inputType" | "options">;

/** The result has a value for every parameter. Throws `bad_input`, naming the parameter. */
export function readValues({ parameters = [] }: Recipe, given: unknown): ReadonlyMap<string, string> {
  if (!isObject(given)) throw badField({ path: "/values" }, "expected an object");
  for (const key of Object.keys(given)) {
    if (!parameters.some((one) => one.key === key)) throw badField({ path: `/values/${key}` }, "no such parameter");
  }
  return new Map(parameters.map((parameter) => [parameter.key, readValue(parameter, given)]));
}

function readValue(parameter: RecipeParameter, given: Readonly<Record<string, unknown>>): string {
  const { key, requirement, description } = parameter;
  const path = `/values/${key}`;
  const value = Object.hasOwn(given, key) ? (given[key] ?? undefined) : undefined;
  if (value !== undefined) return toValueText({ value, path }, parameter);
  // A required parameter needs a value: its default is only shown in forms.
  if (requirement === "required") throw badField({ path }, `is missing: ${description}`);
  if (parameter.default !== undefined) return parameter.default;
  if (requirement === "user_prompt") throw badField({ path }, `is missing: ${description}`);
  return "";
}

/** Throws `bad_input` if the value has the wrong type. Numbers and booleans may also be text. */
export function toValueText(field: Field, { inputType, options = [] }: Kind): string {
  const { value } = field;
  switch (inputType) {
    case "string":
      if (typeof value !== "string") throw badField(field, "expected a string");
      if (value.length > PARAMETER_VALUE_CHARS_MAX)
        throw badField(field, `is longer than ${PARAMETER_VALUE_CHARS_MAX} characters`);
      return value;
    case "number": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) throw badField(field, "expected a number");
      return String(number);
    }
    case "boolean":
      if (value !== true && value !== false && value !== "true" && value !== "false") {
        throw badField(field, "expected true or false");
      }
      return String(value);
    case "select":
      if (typeof value !== "string" || !options.includes(value)) {
        throw badField(field, `expected one of ${options.join(", ")}`);
      }
      return value;
  }
}
