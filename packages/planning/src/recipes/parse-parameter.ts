// The parameters of a recipe from outside, in our own spelling or that of goose.
import { badField, fieldOf, readList, readOneOf, readOptionalText, readText, type Field } from "../fields.ts";
import {
  RECIPE_DESCRIPTION_CHARS_MAX,
  PARAMETER_KEY_CHARS_MAX,
  PARAMETER_OPTION_CHARS_MAX,
  PARAMETER_OPTIONS_MAX,
  PARAMETERS_MAX,
} from "../limits.ts";
import { toValueText } from "./parameter-value.ts";
import { isKey } from "./placeholders.ts";
import type { RecipeParameter } from "./recipe.ts";

/** `date`: a kind of form field in goose; text here. */
export const INPUT_TYPES = ["string", "number", "boolean", "select", "date"] as const;
export const REQUIREMENTS = ["required", "optional", "user_prompt"] as const;

export function parseParameters(field: Field): readonly RecipeParameter[] {
  const parameters: RecipeParameter[] = [];
  for (const item of readList(field, PARAMETERS_MAX)) {
    const parameter = parseParameter(item);
    if (parameters.some(({ key }) => key === parameter.key)) {
      throw badField(fieldOf(item, "key"), `there is a parameter "${parameter.key}" already`);
    }
    parameters.push(parameter);
  }
  return parameters;
}

function parseParameter(field: Field): RecipeParameter {
  const keyField = fieldOf(field, "key");
  const key = readText(keyField, PARAMETER_KEY_CHARS_MAX);
  if (!isKey(key)) throw badField(keyField, "expected letters, digits and _, and no digit first");
  const typeField = fieldOf(field, "input_type", "inputType");
  const inputType = readOneOf(typeField, INPUT_TYPES) ?? "string";
  const options = parseOptions(fieldOf(field, "options"), inputType === "select");
  const kind = { inputType: inputType === "date" ? "string" : inputType, options } as const;
  const fallback = parseDefault(fieldOf(field, "default"), kind);
  return {
    key,
    inputType: kind.inputType,
    requirement: parseRequirement(field),
    description: readOptionalText(fieldOf(field, "description"), RECIPE_DESCRIPTION_CHARS_MAX) ?? key,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(options === undefined ? {} : { options }),
  };
}

/** `requirement`, or `required: true`. */
function parseRequirement(field: Field): RecipeParameter["requirement"] {
  const requirement = readOneOf(fieldOf(field, "requirement"), REQUIREMENTS);
  if (requirement !== undefined) return requirement;
  const required = fieldOf(field, "required");
  if (required.value === undefined || required.value === true) return "required";
  if (required.value === false) return "optional";
  throw badField(required, "expected true or false");
}

function parseOptions(field: Field, isSelect: boolean): readonly string[] | undefined {
  if (!isSelect) {
    if (field.value !== undefined) throw badField(field, "only a select has options");
    return undefined;
  }
  const options = readList(field, PARAMETER_OPTIONS_MAX).map((item) => readText(item, PARAMETER_OPTION_CHARS_MAX));
  if (options.length === 0) throw badField(field, "a select needs options");
  return options;
}

function parseDefault(field: Field, kind: Pick<RecipeParameter, "inputType" | "options">): string | undefined {
  return field.value === undefined ? undefined : toValueText(field, kind);
}
